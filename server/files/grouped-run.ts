/**
 * Work that serves everybody who asked before it began, such as the sync of a folder or the telling
 * of a list: one run for all who come while another is under way.
 */
export class GroupedRun {
  readonly #work: () => Promise<void>
  #running: Promise<void> | undefined
  /** Waits for the run before it. Who comes now is served by it. */
  #next: Promise<void> | undefined

  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  /**
   * Waits for a run that begins after this call. One that is under way may have passed by what the
   * caller has just done, so it does not count.
   *
   * @throws what that run throws, to each who waited for it.
   */
  afterNow(): Promise<void> {
    this.#next ??= this.#runNext()
    return this.#next
  }

  get isIdle(): boolean {
    return !this.#running && !this.#next
  }

  async #runNext(): Promise<void> {
    // What went wrong there is told to those who waited for it.
    await this.#running?.catch(() => undefined)
    this.#next = undefined
    this.#running = this.#work()
    try {
      await this.#running
    } finally {
      this.#running = undefined
    }
  }
}
