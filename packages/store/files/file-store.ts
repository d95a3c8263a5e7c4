import type { Readable } from 'node:stream'
import type { StagedFile } from './staging.ts'

/** The form of keys, which are ours and never a visitor's. */
export const fileKeyPattern = /^[0-9a-f-]{36}$/

/** Where resumes are kept, by key. Every backend passes the same contract: `describe-file-store.ts`. */
export interface FileStore {
  /**
   * Takes a staged file in under a new key. When this returns, the bytes survive a crash of
   * the process and of the machine. The staged file is used up.
   *
   * @throws `Unavailable` when they cannot be kept. Then nothing is under the key; or all of them, if a
   *   store's answer was lost; but never a part.
   */
  keep(staged: StagedFile, key: string): Promise<void>

  /** @returns the bytes, which throw if some are missing; undefined if there is no such key. */
  read(key: string): Promise<Readable | undefined>

  /** Whether there is a file under the key. @throws `Unavailable` when nobody can tell. */
  has(key: string): Promise<boolean>

  /** Removes the file under the key, if there is one. */
  remove(key: string): Promise<void>

  /** Every key, with the time when it was kept. Asking for the first only is cheap. */
  list(): AsyncIterable<{ key: string; keptAt: Date }>
}
