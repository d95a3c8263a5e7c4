import { DatabaseSync } from 'node:sqlite'
import { CannotLook } from './watched-site.ts'

/**
 * Keeps every other watcher off a state file until this process ends, however it does: the lock is
 * the kernel's, on a file beside it that SQLite opens.
 *
 * @throws CannotLook where another has it.
 */
export function lockState(file: string): () => void {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new CannotLook(`Another watcher is at work with ${file}.`, { cause: error })
  }
  return () => lock.close()
}
