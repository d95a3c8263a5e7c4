import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { utf8 } from '#credential/bytes.ts'
import { readUnsigned } from '#credential/checkpoint.ts'
import { writeDurably } from '#server/files/durable-file.ts'
import type { KnownLog } from './known-log.ts'
import { CannotLook } from './log-fault.ts'

/** The file that a watcher keeps between two looks. */
export type WatchState = {
  v: 1
  /** Of the site, without a slash at its end. */
  url: string
  /** RFC 3339. */
  firstLookedAt: string
  lookedAt: string
  log: KnownLog
}

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

/** @returns undefined where there is none yet. @throws CannotLook for one that is not whole. */
export async function readState(file: string): Promise<WatchState | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CannotLook(`${file} cannot be read (${(error as Error).message}).`, { cause: error })
  }
  const state = parse(text)
  if (!state) {
    throw new CannotLook(
      `${file} is not whole, or is no state of a watcher. Put back a copy of it; without it, the next look takes the log as it finds it.`,
    )
  }
  return state
}

/** When this returns, the state survives a crash; before, the old one is there, whole. */
export const writeState = (file: string, state: WatchState): Promise<void> =>
  writeDurably(file, utf8(`${JSON.stringify(state, null, 2)}\n`))

function parse(text: string): WatchState | undefined {
  try {
    const state = JSON.parse(text) as WatchState
    const { v, url, lookedAt, firstLookedAt, log } = state
    const isWhole =
      v === 1 &&
      [url, lookedAt, firstLookedAt, log.origin, log.note].every(
        (one) => typeof one === 'string',
      ) &&
      [log.edge, log.keys, log.chain].every((list) => Array.isArray(list) && list.length > 0) &&
      log.edge.length === bitsOf(log.size) &&
      log.edge.every((hash) => /^[A-Za-z0-9+/]{43}=$/.test(hash)) &&
      readUnsigned(log.note)?.size === log.size &&
      log.chain.at(-1)?.note === log.note
    return isWhole ? state : undefined
  } catch {
    return undefined
  }
}

/** How many subtrees a tree of this size consists of. */
const bitsOf = (size: number) =>
  [...size.toString(2)].reduce((sum, digit) => sum + (digit === '1' ? 1 : 0), 0)
