import { openCheckpoint, readUnsigned, toVkey } from '#format/checkpoint.ts'
import { cosign, handIn, type WitnessKey } from './witness-key.ts'
import { checkGrowth } from './check-growth.ts'
import {
  CannotLook,
  fetchServed,
  LogFault,
  type Patience,
  type Served,
  usualPatience,
  WatchedSite,
} from './watched-site.ts'
import { KnownKeys } from '#walk/known-keys.ts'
import { type KnownLog, readState, type WatchState, writeState, writeOnce } from './watch-state.ts'
import { checkListed } from '#verify/verify-credential.ts'
import type { Proven } from '#verify/evidence.ts'
import { parseReceipt } from '#format/receipt.ts'
import { utf8 } from '#format/bytes.ts'
import type { RestartStatement } from '#format/log-restart.ts'
import { noteKeys } from '#format/published-keys.ts'

export type WatchOrder = {
  /** Of the site: an origin without a slash at its end. */
  url: string
  /** Undefined: this look stands by itself, and nothing is kept of it. */
  stateFile: string | undefined
  /** Where to write down what was found, if it is a fault. */
  evidenceFile: string | undefined
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
      /** Why the log has another name than at the look before; each is rightly signed. */
      restarts: RestartStatement[]
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
    if (order.stateFile !== undefined) {
      // Node 20, which the command "ledger" runs on as well, has no SQLite.
      const { lockState } = await import('./state-lock.ts')
      unlock = lockState(order.stateFile)
      state = await readState(order.stateFile)
    }
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
    const { log, restarts } = await checkGrowth(site, served, state?.log, order.isWhole)
    if (order.originKey) await requireKey(log, order.originKey, served)
    await checkStatusList(site, served.note)
    return await keep(order, site, { log, restarts, state, now })
  } catch (error) {
    if (!(error instanceof LogFault)) throw error
    const found = { fault: error, served, state, now }
    const isKept = file !== undefined && (await keepEvidence(site, file, found))
    return { state: 'fault', sentence: error.message, isKept }
  }
}

type Seen = {
  log: KnownLog
  restarts: RestartStatement[]
  state: WatchState | undefined
  now: Date
}

async function keep(
  { url, stateFile, witness }: WatchOrder,
  site: WatchedSite,
  { log, restarts, state, now }: Seen,
): Promise<Look> {
  const lookedAt = now.toISOString()
  const firstLookedAt = state?.firstLookedAt ?? lookedAt
  if (stateFile !== undefined)
    await writeState(stateFile, { v: 1, url, firstLookedAt, lookedAt, log })
  const before = state && { size: state.log.size, lookedAt: state.lookedAt }
  let handedIn = ''
  if (witness) {
    const cosigned = await cosign(log.note, witness.key, { now, file: witness.file })
    if (witness.isHandedIn) handedIn = await handInIfTaken(site, cosigned)
  }
  return { state: 'whole', log, before, restarts, handedIn }
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

/** Who has one key of the log knows all others, since each was handed over to by the one before. */
async function requireKey(log: KnownLog, vkey: string, served: Served): Promise<void> {
  const keys = new KnownKeys(log.origin, log.keys, served.keys).signers()
  const vkeys = await Promise.all(keys.map(({ name, publicKey }) => toVkey({ name, publicKey })))
  if (vkeys.includes(vkey)) return
  throw new LogFault('The log never had the key that you know it by.', { vkey })
}

/** Bytes. A list of a million places, all of them drawn at random, has an eighth of that. */
const longestList = 1024 * 1024

/**
 * Holds the list of what is revoked that a site gives out now against its log, whose last entry names
 * it. If the log has grown since it was read, the next look compares.
 *
 * @param note the newest checkpoint, after all of its log was found right.
 * @throws LogFault for a list that the log does not name; CannotLook.
 */
async function checkStatusList(site: WatchedSite, note: string): Promise<void> {
  const bytes = await site.get('/log/status', longestList)
  const { statusList, listed } = (bytes && parse(new TextDecoder().decode(bytes))) ?? {}
  const checkpoint = readUnsigned(note)
  const beside = parseReceipt(String(listed?.receipt))
  const now = beside && readUnsigned(beside.checkpoint)
  if (!checkpoint || !now || now.size > checkpoint.size) return
  const found = await checkListed({ listed, statusList, checkpoint })
  if (found === 'passed') return
  throw new LogFault('The list of what is revoked is not the one that the log names last.', {
    statusList,
    listed,
  })
}

function parse(text: string): { statusList?: unknown; listed?: Proven | null } | undefined {
  try {
    return JSON.parse(text) as { statusList?: unknown; listed?: Proven | null }
  } catch {
    return undefined
  }
}

type Found = {
  fault: LogFault
  served: Served
  state: WatchState | undefined
  now: Date
}

/**
 * Writes down what was found, for people to judge: both checkpoints, the keys, and what the site
 * answers when it is asked to prove that one continues the other.
 *
 * @param file where it goes; one that is there already is never written over.
 * @returns whether it was written.
 */
async function keepEvidence(
  site: WatchedSite,
  file: string,
  { fault, served, state, now }: Found,
): Promise<boolean> {
  const { log } = state ?? {}
  const counting = noteKeys(served.keys, served.origin)
  const known = log && {
    lookedAt: state?.lookedAt,
    size: log.size,
    note: log.note,
    keys: log.keys,
    chain: log.chain,
  }
  const evidence = {
    fault: fault.message,
    site: site.url,
    foundAt: now.toISOString(),
    known: known ?? null,
    served: {
      note: served.note,
      size: readUnsigned(served.note)?.size ?? null,
      isSignedByAKeyItLists: (await openCheckpoint(served.note, counting)) !== undefined,
      keys: served.keysText,
    },
    proof: log ? await askForProof(site, log.size, readUnsigned(served.note)?.size ?? 0) : null,
    details: fault.details,
  }
  return writeOnce(file, utf8(`${JSON.stringify(evidence, null, 2)}\n`))
}

/** That it gives none is worth as much. */
async function askForProof(site: WatchedSite, from: number, to: number) {
  const path = `/log/proof?from=${from}&to=${to}`
  try {
    const answer = await site.get(path, 64 * 1024)
    return { path, answer: answer ? new TextDecoder().decode(answer) : null }
  } catch (error) {
    return { path, answer: null, why: (error as Error).message }
  }
}
