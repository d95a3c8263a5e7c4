import { toVkey } from '#credential/checkpoint.ts'
import { cosign, handIn } from './cosign.ts'
import { checkGrowth } from './check-growth.ts'
import { checkStatusList } from './check-status-list.ts'
import { fetchServed, type Served } from './fetch-log.ts'
import { keepEvidence } from './keep-evidence.ts'
import { KnownKeys } from './known-keys.ts'
import type { KnownLog } from './known-log.ts'
import { CannotLook, LogFault } from './log-fault.ts'
import { lockState, readState, type WatchState, writeState } from './watch-state.ts'
import { type Patience, usualPatience, WatchedSite } from './watched-site.ts'
import type { WitnessKey } from './witness-key.ts'

export type WatchOrder = {
  /** Of the site: an origin without a slash at its end. */
  url: string
  stateFile: string
  /** Where to write down what was found, if it is a fault. */
  evidenceFile: string
  /** A key of the log that is known already, as one line; without it, the first look trusts. */
  originKey: string | undefined
  /** Whether all entries are read again. */
  isWhole: boolean
  /** Signs what was seen; undefined: nothing is signed. */
  witness: { key: WitnessKey; file: string; isHandedIn: boolean } | undefined
  now?: Date
  patience?: Patience
}

/** What came of a look. */
export type Look =
  | {
      state: 'whole'
      log: KnownLog
      /** Undefined where this was the first. */
      before: { size: number; lookedAt: string } | undefined
      /** What became of the cosignature, in a sentence; empty without one. */
      handedIn: string
    }
  | { state: 'fault'; sentence: string; isKept: boolean }
  /** `unseen`: nothing can be said of the log. */
  | { state: 'unseen'; sentence: string; lastLook: string | undefined }

/** Looks at a log, and keeps what it saw, unless that is a fault. Never throws what a site can cause. */
export async function watchLog(order: WatchOrder): Promise<Look> {
  let state: WatchState | undefined
  let unlock = () => {}
  try {
    unlock = lockState(order.stateFile)
    state = await readState(order.stateFile)
    if (state && state.url !== order.url) {
      throw new CannotLook(`${order.stateFile} is of ${state.url}: give each site its own.`)
    }
    return await look(order, state)
  } catch (error) {
    if (!(error instanceof CannotLook)) throw error
    return { state: 'unseen', sentence: error.message, lastLook: state?.lookedAt }
  } finally {
    unlock()
  }
}

async function look(order: WatchOrder, state: WatchState | undefined): Promise<Look> {
  const { url, now = new Date(), patience = usualPatience, evidenceFile: file } = order
  const site = new WatchedSite(url, patience)
  const served = await fetchServed(site)
  try {
    const log = await checkGrowth(site, served, state?.log, order.isWhole)
    if (order.originKey) await requireKey(log, order.originKey, served)
    await checkStatusList(site, served.note)
    return await keep(order, site, { log, state, now })
  } catch (error) {
    if (!(error instanceof LogFault)) throw error
    const isKept = await keepEvidence(site, file, { fault: error, served, state, now })
    return { state: 'fault', sentence: error.message, isKept }
  }
}

type Seen = { log: KnownLog; state: WatchState | undefined; now: Date }

async function keep(
  { url, stateFile, witness }: WatchOrder,
  site: WatchedSite,
  { log, state, now }: Seen,
): Promise<Look> {
  const lookedAt = now.toISOString()
  const firstLookedAt = state?.firstLookedAt ?? lookedAt
  await writeState(stateFile, { v: 1, url, firstLookedAt, lookedAt, log })
  const before = state && { size: state.log.size, lookedAt: state.lookedAt }
  let handedIn = ''
  if (witness) {
    const cosigned = await cosign(log.note, witness.key, { now, file: witness.file })
    if (witness.isHandedIn) handedIn = await handInIfTaken(site, cosigned)
  }
  return { state: 'whole', log, before, handedIn }
}

/** The look was right all the same. */
async function handInIfTaken(site: WatchedSite, cosigned: string): Promise<string> {
  try {
    return await handIn(site, cosigned)
  } catch (error) {
    if (!(error instanceof CannotLook)) throw error
    return `The cosignature could not be handed in: ${error.message}`
  }
}

/** Whoever has one key of the log knows all others, since each was handed over to by the one before. */
async function requireKey(log: KnownLog, vkey: string, served: Served): Promise<void> {
  const keys = new KnownKeys(log.origin, log.keys, served.keys).signers()
  const vkeys = await Promise.all(keys.map(({ name, publicKey }) => toVkey({ name, publicKey })))
  if (vkeys.includes(vkey)) return
  throw new LogFault('The log never had the key that you know it by.', { vkey })
}
