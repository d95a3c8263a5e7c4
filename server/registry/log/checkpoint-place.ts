/** A checkpoint as it was read, with whatever the place knows that state of it by. */
type KeptCheckpoint = { note: string; state: string }

/** A checkpoint that the log is about to have, kept where it harms nobody. */
export type PreparedCheckpoint = { note: string; at: string }

/**
 * Where the log's newest checkpoint is kept: outside the database that it guards, so that nobody
 * puts the one back with the other. Every method throws `Unavailable` when it cannot be done.
 */
export interface CheckpointPlace {
  /** What the operator knows it by. */
  readonly name: string

  /** How the operator puts a checkpoint there, to follow "write it anew: ". */
  readonly howToWrite: string

  /** @returns undefined where none is kept. */
  read(): Promise<KeptCheckpoint | undefined>

  /**
   * Writes a note beside the place, before it is certain that the log will have it. What refuses
   * here, such as a full disk, would have refused `replace`.
   */
  prepare(note: string): Promise<PreparedCheckpoint>

  /**
   * Puts a note in place of what was read. When this returns true, the note survives a crash of the
   * machine. A place may not be able to tell whether another process has written since: then the
   * last to write wins, and who reads again afterwards finds out.
   *
   * @param prepared used up if it is of this note.
   * @returns false where another has written since, and nothing was changed.
   */
  replace(
    kept: KeptCheckpoint | undefined,
    note: string,
    prepared: PreparedCheckpoint | undefined,
  ): Promise<boolean>

  /** Throws a prepared note away; one that was used up is no error. */
  discard(prepared: PreparedCheckpoint): Promise<void>
}
