import { isDeepStrictEqual } from 'node:util'
import { equal } from '@naic/ledger/format/bytes.ts'
import { readJson } from '@naic/ledger/format/canonical-json.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import type { RestartStatement } from '@naic/ledger/format/log-restart.ts'
import { statusCapacity, statusDigest } from '@naic/ledger/format/status-list.ts'
import { KnownKeys, type TellFault } from '@naic/ledger/walk/known-keys.ts'
import {
  chainFault,
  type ChainLink,
  LogWalk,
  type WalkedEntry,
} from '@naic/ledger/walk/log-walk.ts'
import { TreeEdge } from '@naic/ledger/walk/tree-edge.ts'
import { findLostTriggers } from '@naic/store/database/grow-only.ts'
import type { Log } from '@naic/store/log.ts'
import { RegularWork } from '@naic/store/regular-work.ts'
import { openCertificate } from '../issuing/find-certificate.ts'
import { revocationEntry } from '../issuing/revoke-certificate.ts'
import { issueEntry } from '../issuing/stored-certificate.ts'
import { keyRanges, type RegistryKeys, voidingKey } from '../keys/registry-keys.ts'
import { newestCheckpoint, stateQueries } from '../log/log-state.ts'
import { subtreeId } from '../log/log-tree.ts'
import { statusBits } from '../log/signed-status-list.ts'
import type { Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { restartEntry } from '../restart-log.ts'
import { verifyStamps } from '../stamps/find-stamp.ts'
import { checkAnnounced, requireKept } from './check-start.ts'
import { storedLog } from './stored-log.ts'

const minuteMs = 60_000
const everyMs = 24 * 60 * minuteMs
const firstAfterMs = { least: 3 * minuteMs, most: 10 * minuteMs }
/** A line of the log has room for so many; `log verify` names the rest. */
const mostNamed = 20
/** Hashes of the tree that are compared together. */
const mostNodes = 512

type Parts = {
  registry: Registry
  log: Log
  /** Gets the outcome of each, for the metrics. */
  tell: (outcome: { faults: number; at: Date }) => void
}

/**
 * Does what `log verify` does, some minutes after the start and then regularly, so that a change made in
 * the database is found even if nobody runs the command.
 */
export class RegularVerification extends RegularWork<Parts> {
  constructor(parts: Parts) {
    super(parts, { firstAfterMs, everyMs, failed: 'verify: broke off, and says nothing' })
  }

  protected async work(rest: () => Promise<void>): Promise<void> {
    const { registry, log, tell } = this.parts
    const begun = performance.now()
    const { faults, ...counted } = await verifyLog(registry, rest)
    tell({ faults: faults.length, at: new Date() })
    const told = { ...counted, seconds: Math.round((performance.now() - begun) / 1000) }
    if (faults.length === 0) log.info(told, 'verify: the log of certificates is as it was signed')
    else {
      log.error(
        { ...told, count: faults.length, faults: faults.slice(0, mostNamed) },
        'verify: the log of certificates is not as it was signed; run "council log verify"',
      )
    }
  }
}

/**
 * Checks everything: the whole tree from its entries, every checkpoint and the chain they form, every
 * status list that was named, every certificate with its entry and its signature, revocations and keys
 * with theirs. It trusts nothing that is stored but the keys, and the log announces those.
 *
 * What other processes add to the log meanwhile is not looked at.
 *
 * @param rest is awaited after each stretch of the log, so that others get their turn.
 * @returns how many there are of each; and `faults`, sentences, none if all is as it was signed.
 */
export async function verifyLog(
  registry: Registry,
  rest: () => Promise<void> = async () => undefined,
) {
  const faults = new Set<string>()
  const tell = (sentence: string) => void faults.add(sentence)
  const { read, readTogether } = registry.database
  const [[newest], keys] = await readTogether(stateQueries(read))
  const size = newest?.size ?? 0
  const counts = await walkLog(registry, { size, keys }, tell, rest)
  if (counts.checkpoints === 0) tell('No log was begun here. Is DATA_DIR the right folder?')
  const addresses = await read.selectFrom('registry').select('site_url').execute()
  if (addresses.length === 0) tell('The address that the registry was made for is missing.')
  await verifyEnds(registry, tell)
  await verifyOutside(registry, counts.checkpoints, tell)
  for (const trigger of await findLostTriggers(registry.database)) {
    tell(`The trigger ${trigger} is missing or was changed: rows are not safe from change.`)
  }
  const stamps = await verifyStamps(registry, tell)
  return { ...counts, ...stamps, faults: [...faults] }
}

/**
 * Reads the log from its beginning as any watcher does, and compares each entry with the row that it
 * belongs to, the tree with the stored one, and the keys with those that are listed.
 */
async function walkLog(
  { database, log, siteUrl }: Registry,
  { size, keys }: { size: number; keys: RegistryKeys },
  tell: TellFault,
  rest: () => Promise<void>,
) {
  const counts = {
    entries: 0,
    checkpoints: 0,
    certificates: 0,
    /** How many of the certificates were erased: only their entry in the log is left. */
    erased: 0,
    /** IDs of the certificates that are void because their key was revoked, in the log's order. */
    void: [] as string[],
  }
  const stored = storedLog(database, size, rest)
  const known = new KnownKeys(log.origin, [], await keyRanges(keys, log.origin), tell)
  const walk = new LogWalk(stored, size, new TreeEdge(), known)
  const revoked: { status_index: number }[] = []
  const digestAt = statusDigests(revoked)
  const gained: WalkedEntry['gained'][number][] = []

  let before: ChainLink | undefined
  for await (const link of stored.checkpoints(0)) {
    counts.checkpoints += 1
    const fault = await chainFault(link, before)
    if (fault) tell(fault)
    for await (const walked of walk.addition(link, before)) {
      counts.entries += 1
      await compare(walked.index, walked.entry as LogEntry)
      gained.push(...walked.gained)
      if (gained.length > mostNodes) await compareTree()
    }
    before = link
  }
  await compareTree()
  await rest()
  await known.checkServed()
  return counts

  async function compare(index: number, entry: LogEntry): Promise<void> {
    const { certificate, revocation, restart } = await stored.rowsOf(index)
    const key = keys.find(({ log_index }) => log_index === index)
    if (key) await checkAnnounced(key, entry, tell)
    const rows: [name: string, says: LogEntry | undefined][] = []
    if (certificate) rows.push([`certificate ${certificate.id}`, issueEntry(certificate)])
    if (revocation) {
      const { certificate_id: id, hash, revoked_at, status_index } = revocation
      rows.push([`the revocation of ${id}`, revocationEntry(hash ?? '', revoked_at)])
      if (status_index !== null) revoked.push({ status_index })
    }
    if (restart) rows.push(['a restart', await entryOfRestart(restart)])
    for (const [name, says] of rows) {
      if (!isDeepStrictEqual(entry, says))
        tell(`Entry ${index} (${entry.t}) is not that of ${name}.`)
    }
    // The walk holds keys to those that are listed, and an addition's first entry to its checkpoint.
    const needsRow = !['key', 'checkpoint', 'status-list'].includes(entry.t)
    const isOfKey = keys.some(({ revoked_by }) => revoked_by === index)
    if (needsRow && !isOfKey && rows.length === 0) {
      tell(`Entry ${index} (${entry.t}) has no row that it belongs to.`)
    }
    if (entry.t === 'status-list' && entry.h !== (await digestAt(index + 1))) {
      tell(`The status list that entry ${index} names is not that of the revocations before it.`)
    }
    if (certificate) {
      const { id, erased_at, document } = certificate
      const found = await attempt(() => openCertificate(certificate, { siteUrl, keys }), tell)
      if (erased_at && document !== null) {
        tell(`Certificate ${id}: it was erased and has its credential.`)
      }
      counts.certificates += 1
      if (erased_at) counts.erased += 1
      else if (found && voidingKey(keys, index)) counts.void.push(id)
    }
  }

  async function compareTree(): Promise<void> {
    const hashes = await log.tree.storedHashes(gained.map(subtreeId))
    for (const one of gained.splice(0)) {
      const isSame = equal(hashes.get(subtreeId(one)) ?? new Uint8Array(), one.hash)
      if (!isSame) tell(`The stored hash ${subtreeId(one)} of the tree is wrong.`)
    }
  }
}

/** @returns undefined where a row has no statement any more. */
const entryOfRestart = async (statement: string) =>
  restartEntry(readJson(statement) as RestartStatement).catch(() => undefined)

/** @returns what gives the digest of the status list of a size; the same one is made once. */
function statusDigests(revoked: readonly { status_index: number }[]) {
  let newest = { of: '', digest: '' }
  return async (size: number): Promise<string> => {
    const of = `${revoked.length} ${statusCapacity(size)}`
    if (of !== newest.of) newest = { of, digest: await statusDigest(statusBits(size, revoked)) }
    return newest.digest
  }
}

/** Rows are written together with the checkpoint over them, so none can be beyond the newest. */
async function verifyEnds(registry: Registry, tell: TellFault) {
  const { read } = registry.database
  for (const [table, place] of [
    ['log_entry', 'position'],
    ['registry_key', 'log_index'],
    ['key_revocation', 'log_index'],
    ['revocation', 'log_index'],
    ['log_restart', 'log_index'],
    ['certificate', 'log_index'],
  ] as const) {
    const query = read
      .selectFrom(table)
      .select(({ fn }) => [fn.min(place).as('first'), fn.max(place).as('last')])
    const [row] = await query.execute()
    const size = (await newestCheckpoint(read).executeTakeFirst())?.size ?? 0
    const isWithin = Number(row?.first ?? 0) >= 0 && Number(row?.last ?? -1) < size
    if (!isWithin) tell(`There are rows of ${table} that no checkpoint covers.`)
  }
}

/** What is outside the database, as the next start needs it. */
async function verifyOutside(registry: Registry, checkpoints: number, tell: TellFault) {
  const { log, privateKeys } = registry
  if (checkpoints === 0) return attempt(() => log.requireContinued(undefined), tell)
  await attempt(() => log.checkNewest((state) => log.requireContinued(state)), tell)
  if (checkpoints > 1) await attempt(() => requireKept(log), tell)
  for (const use of ['credentials', 'log'] as const) {
    await attempt(() => log.checkNewest(({ keys }) => privateKeys.signer(keys, use)), tell)
  }
}

/** @returns undefined if the check refused, which is told. */
async function attempt<Result>(check: () => Promise<Result>, tell: TellFault) {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return tell(error.message)
  }
}
