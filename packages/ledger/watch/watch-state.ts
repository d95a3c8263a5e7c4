import { CannotLook } from './watched-site.ts'
import type { ChainLink } from '#walk/log-walk.ts'
import type { KnownKey } from '#walk/known-keys.ts'
import { randomUUID } from 'node:crypto'
import { chmod, link, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { utf8 } from '#format/bytes.ts'
import { readUnsigned } from '#format/checkpoint.ts'

/** What a watcher remembers of a log: enough to hold all that it says later against it. */
export type KnownLog = {
  /** Name of the log. */
  origin: string
  size: number
  /** The signed checkpoint of that size. */
  note: string
  /** Hashes of the subtrees that the tree consists of, in Base64. */
  edge: string[]
  keys: KnownKey[]
  /** The newest entry that names a status list, which the one that is served can be held against. */
  statusList: { h: string; index: number } | null
  /** The newest checkpoints, oldest first: the site must go on giving out the same ones. */
  chain: ChainLink[]
}

/** So many checkpoints are asked for again at each look. */
export const rememberedLinks = 20

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

/** @returns undefined if there is none yet. @throws CannotLook for one that is not whole. */
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

/**
 * Writes a whole file, or leaves the old one. When this returns, bytes and name survive a crash.
 *
 * @param mode who else than its owner may read it.
 */
export async function writeDurably(file: string, bytes: Uint8Array, mode = 0o600): Promise<void> {
  await withUnfinished(file, bytes, async (unfinished) => {
    await chmod(unfinished, mode)
    await rename(unfinished, file)
  })
}

/** As `writeDurably`, for its owner alone. @returns false if the name is taken; that file stays as it is. */
export async function writeOnce(file: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await withUnfinished(file, bytes, (unfinished) => link(unfinished, file))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Writes and syncs a file beside its place, and syncs the folder once it is put there. */
async function withUnfinished(
  file: string,
  bytes: Uint8Array,
  putInPlace: (unfinished: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await putInPlace(unfinished)
    const folder = await open(path.dirname(file), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } finally {
    await rm(unfinished, { force: true })
  }
}
