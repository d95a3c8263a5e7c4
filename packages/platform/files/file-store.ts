import type { Readable } from 'node:stream'
import type { StagedFile } from './staging.ts'

/** What a key may look like: it is ours, never a visitor's. */
export const fileKeyPattern = /^[0-9a-f-]{36}$/

/**
 * Where resumes are kept, by key. Every backend passes the same contract:
 * `describe-file-store.ts`.
 */
export interface FileStore {
  /**
   * Takes a staged file in under a new key. When this returns, the bytes survive a crash of
   * the process and of the machine. The staged file is used up.
   *
   * @throws `Unavailable` when they cannot be kept. Then nothing is under the key, or, where nobody
   *   can tell because a store's answer was lost, all of them: never a part.
   */
  keep(staged: StagedFile, key: string): Promise<void>

  /** @returns the bytes, which throw where they do not all come; undefined for no such key. */
  read(key: string): Promise<Readable | undefined>

  /** Whether there is a file under the key. @throws `Unavailable` when nobody can tell. */
  has(key: string): Promise<boolean>

  /** Forgets the key. One that is not there is no error. */
  remove(key: string): Promise<void>

  /** Every key, with the time it was kept. To ask for the first alone is cheap. */
  list(): AsyncIterable<{ key: string; keptAt: Date }>
}
