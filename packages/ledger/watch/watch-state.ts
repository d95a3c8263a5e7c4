import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { readJson } from '#format/canonical-json.ts'
import { readUnsigned } from '#format/checkpoint.ts'
import type { KnownKey } from '#walk/known-keys.ts'
import type { ChainLink } from '#walk/log-walk.ts'
import { CannotLook } from './watched-site.ts'

/** What a watcher remembers of a log: enough to hold all that it says later against it. */
export type KnownLog = {
  origin: string
  size: number
  /** The signed checkpoint of that size. */
  note: string
  /** Hashes of the subtrees that the tree consists of, in Base64. */
  edge: string[]
  keys: KnownKey[]
  /** The newest checkpoints, oldest first: the site must go on giving out the same ones. */
  chain: ChainLink[]
}

/** The file in which somebody keeps what was seen of a log, from one look to the next. */
export type WatchState = {
  v: 1
  url: string
  /** RFC 3339. */
  lookedAt: string
  log: KnownLog
  /** What checks of certificates remember of it (`Site.keepSeenLog`). */
  seen?: string | null
}

/** @returns undefined if there is none yet. @throws CannotLook for one that is not whole. */
export function readState(file: string): WatchState | undefined {
  const text = readKept(file)
  if (text === undefined) return undefined
  const state = readJson(text) as WatchState
  if (isWhole(state)) return state
  throw new CannotLook(
    `${file} is not whole, or does not have what was seen of a log. Put back a copy of it; without it, the next look takes the log as it finds it.`,
  )
}

/** @returns undefined if there is no such file. @throws CannotLook if it cannot be read. */
export function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new CannotLook(`${file} cannot be read (${message}).`, { cause: error })
  }
}

function isWhole(state: WatchState): boolean {
  try {
    const { v, url, lookedAt, log, seen = '' } = state
    return (
      v === 1 &&
      [url, lookedAt, log.origin, seen ?? ''].every((one) => typeof one === 'string') &&
      [log.edge, log.keys, log.chain].every((list) => Array.isArray(list) && list.length > 0) &&
      log.edge.length === log.size.toString(2).replaceAll('0', '').length &&
      log.edge.every((hash) => /^[A-Za-z0-9+/]{43}=$/.test(hash)) &&
      readUnsigned(log.note)?.size === log.size &&
      log.chain.at(-1)?.note === log.note
    )
  } catch {
    return false
  }
}

/** As `writeDurably`. */
export const writeState = (file: string, state: WatchState): void =>
  writeDurably(file, `${JSON.stringify(state, null, 2)}\n`)

/** Writes a whole file, or leaves the old one. When this returns, bytes and name survive a crash. */
export function writeDurably(file: string, text: string, mode = 0o600, put = renameSync): void {
  const unfinished = `${file}.${randomUUID()}.tmp`
  try {
    writeFileSync(unfinished, text, { flag: 'wx', mode: 0o600, flush: true })
    chmodSync(unfinished, mode)
    put(unfinished, file)
    const folder = openSync(path.dirname(file), 'r')
    fsyncSync(folder)
    closeSync(folder)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** As `writeDurably`. @returns false if the name is taken; that file stays as it is. */
export function writeOnce(file: string, text: string): boolean {
  try {
    writeDurably(file, text, 0o600, linkSync)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
