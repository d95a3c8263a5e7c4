import { DatabaseSync } from 'node:sqlite'
import type { RestartStatement } from '#format/log-restart.ts'
import { checkGrowth } from './check-growth.ts'
import {
  type KnownLog,
  readState,
  type WatchState,
  writeDurably,
  writeOnce,
  writeState,
} from './watch-state.ts'
import { CannotLook, fetchServed, LogFault, type Patience, WatchedSite } from './watched-site.ts'
import { handIn, readWitnessKey } from './witness-key.ts'

export type WatchOrder = {
  /** Of the site: an origin without a slash at its end. */
  url: string
  /** Beside it come `.evidence`, what was found if it is a fault, and `.cosigned`, what was signed. */
  stateFile: string
  /** A key of the log that is known already, as one line; without it, the first look trusts. */
  originKey: string | undefined
  isWhole: boolean
  /** Whose key signs what was seen, and hands it in; undefined: nothing is signed. */
  keyFile: string | undefined
  patience?: Patience
}

export type Look =
  | {
      state: 'whole'
      log: KnownLog
      /** Undefined where this was the first. */
      before: { size: number; lookedAt: string } | undefined
      /** Why the log has another name than at the look before; each is rightly signed. */
      restarts: RestartStatement[]
      /** What became of the cosignature, in a sentence; empty without one. */
      handedIn: string
    }
  | { state: 'fault'; sentence: string; isKept: boolean }
  /** `unseen`: nothing can be said of the log. */
  | { state: 'unseen'; sentence: string; lastLook: string | undefined }

/** Looks at a log and keeps what it saw, or else what shows the fault. Never throws what a site can cause. */
export async function watchLog(order: WatchOrder): Promise<Look> {
  let before: WatchState | undefined
  let lock: DatabaseSync | undefined
  try {
    lock = lockState(order.stateFile)
    before = readState(order.stateFile)
    if (before && before.url !== order.url) {
      throw new CannotLook(`${order.stateFile} is of ${before.url}: give each site its own.`)
    }
    return await look(order, before)
  } catch (error) {
    if (!(error instanceof CannotLook)) throw error
    return { state: 'unseen', sentence: error.message, lastLook: before?.lookedAt }
  } finally {
    lock?.close()
  }
}

/**
 * Keeps every other watcher off a state file until this process ends, however it does: the lock is
 * the kernel's, on a file beside it that SQLite opens.
 *
 * @throws CannotLook where another has it, or it cannot be made.
 */
function lockState(file: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(`${file}.lock`, { timeout: 0 })
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    const isTaken = (error as { errcode?: number }).errcode === sqliteBusy
    throw new CannotLook(
      isTaken
        ? `Another watcher is at work with ${file}.`
        : `Nothing can be written beside ${file}. See that its folder is there, and yours to write to.`,
      { cause: error },
    )
  }
}

/** SQLITE_BUSY (https://www.sqlite.org/rescode.html). */
const sqliteBusy = 5

async function look(order: WatchOrder, before: WatchState | undefined): Promise<Look> {
  const { url, stateFile, keyFile, isWhole, originKey } = order
  const cosign = keyFile === undefined ? undefined : await readWitnessKey(keyFile)
  const now = new Date()
  const site = new WatchedSite(url, order.patience)
  const served = await fetchServed(site)
  try {
    const seen = before?.log
    const { log, restarts } = await checkGrowth(site, served, { seen, isWhole, originKey })
    writeState(stateFile, { ...before, v: 1, url, lookedAt: now.toISOString(), log })
    const signed = cosign && (await cosign(log.note, now))
    if (signed) writeDurably(`${stateFile}.cosigned`, signed, 0o644)
    const handedIn = signed ? await handIn(site, signed) : ''
    const last = before && { size: before.log.size, lookedAt: before.lookedAt }
    return { state: 'whole', log, before: last, restarts, handedIn }
  } catch (error) {
    if (!(error instanceof LogFault)) throw error
    const { note, newest, keys } = served
    const evidence = {
      fault: error.message,
      site: url,
      foundAt: new Date().toISOString(),
      known: before ? { lookedAt: before.lookedAt, ...before.log } : null,
      served: { note, size: newest.size, keys },
      details: error.details,
    }
    const isKept = writeOnce(`${stateFile}.evidence`, `${JSON.stringify(evidence, null, 2)}\n`)
    return { state: 'fault', sentence: error.message, isKept }
  }
}
