/** The log has said what it may not say: what a watcher is there to find. */
export class LogFault extends Error {
  override name = 'LogFault'
  /** What it can be shown by, beyond the two checkpoints and the keys. */
  readonly details: Record<string, unknown>

  /** @param message a sentence for a person. */
  constructor(message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.details = details
  }
}

/** Nothing could be seen, which says nothing for or against the log. */
export class CannotLook extends Error {
  override name = 'CannotLook'
}
