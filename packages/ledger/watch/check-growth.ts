import { fromBase64, toBase64 } from '#format/bytes.ts'
import { readJson } from '#format/canonical-json.ts'
import { bodyOf, openCheckpoint, readUnsigned, toVkey } from '#format/checkpoint.ts'
import { documentHash, type RestartEntry } from '#format/log-entry.ts'
import { restartsSince, type RestartStatement, verifyRestart } from '#format/log-restart.ts'
import { noteKeys } from '#format/published-keys.ts'
import { parseReceipt } from '#format/receipt.ts'
import { checkListed } from '#verify/verify-credential.ts'
import type { Proven } from '#verify/evidence.ts'
import { KnownKeys } from '#walk/known-keys.ts'
import { chainFault, type ChainLink, LogWalk } from '#walk/log-walk.ts'
import { TreeEdge } from '#walk/tree-edge.ts'
import type { KnownLog } from './watch-state.ts'
import { CannotLook, LogFault, type Served, throwFault, type WatchedSite } from './watched-site.ts'

/** So many checkpoints are asked for again at each look. */
const rememberedLinks = 20

/**
 * Proves that what a site serves continues what is known of its log: it only grew, every entry hashes
 * into the root, keys changed hands rightly, and each checkpoint is chained to the one before.
 *
 * @param known `seen` before, if it was; `isWhole` to read all entries again, not only the new ones;
 *   `originKey`, a key of the log that is known otherwise, as one line.
 * @returns what is known of it now, and why it has another name, if that is new.
 * @throws LogFault, and CannotLook where the site answers too little to say either.
 */
export async function checkGrowth(
  site: WatchedSite,
  served: Served,
  known: { seen?: KnownLog | undefined; isWhole?: boolean; originKey?: string | undefined },
): Promise<{ log: KnownLog; restarts: RestartStatement[] }> {
  const { seen, isWhole = false, originKey } = known
  // Before anything is read that it leads to; that the keys are those of the log follows at the end.
  if (!(await openCheckpoint(served.note, noteKeys(served.keys, served.origin)))) {
    throw new LogFault('The newest checkpoint is not signed by a key that counts for it.')
  }
  const restarts = seen ? await requireRestarted(site, served, seen) : []
  const { newest } = served
  requireGrown(served, restarts.length > 0 ? undefined : seen)
  const base = isWhole || restarts.length > 0 ? undefined : seen
  // Of a log that lost entries in a restart, those that are left must still be what they were.
  const left = Math.min(Infinity, ...restarts.map((one) => one.new.size))
  const remembered = seen?.chain.filter(({ size }) => size <= left) ?? []
  const hashes = base?.edge.flatMap((hash) => fromBase64(hash) ?? []) ?? []
  const edge = TreeEdge.of(base?.size ?? 0, hashes) ?? new TreeEdge()
  const keys = new KnownKeys(base?.origin ?? '', base?.keys ?? [], served.keys, throwFault)
  const walk = new LogWalk(site, newest.size, edge, keys)
  const chain: ChainLink[] = []
  const first = base?.chain[0]
  for await (const link of site.checkpoints(first ? first.size - 1 : 0)) {
    if (link.size > newest.size) break
    if (keys.origin === '') keys.origin = readUnsigned(link.note)?.origin ?? ''
    const before = chain.at(-1)
    requireRemembered(link, before, remembered)
    const fault = await chainFault(link, before, first?.previous)
    if (fault) throw new LogFault(fault, { link, before: before ?? null })
    if (link.size > (base?.size ?? 0)) await walk.read(link, before)
    chain.push(link)
    if (chain.length > rememberedLinks + 1) chain.shift()
    if (link.size === newest.size) break
  }
  const last = chain.at(-1)
  if (last?.size !== newest.size || bodyOf(last.note) !== bodyOf(served.note)) {
    throw new LogFault(
      `The newest checkpoint, of ${newest.size} entries, is not in the chain of checkpoints.`,
      { last: last ?? null },
    )
  }
  if (seen && !base) requireSameKeys(keys, seen, left)
  await requireExplained(site, served, walk.restarts)
  await keys.checkServed()
  const log = {
    origin: newest.origin,
    size: newest.size,
    note: last.note,
    edge: edge.hashes.map(toBase64),
    keys: keys.all,
    chain: chain.slice(-rememberedLinks),
  }
  if (originKey !== undefined) await requireKey(keys, originKey)
  await requireStatusList(site, served)
  return { log, restarts }
}

/** What two signed checkpoints say by themselves. */
function requireGrown({ note, newest, origin }: Served, known: KnownLog | undefined): void {
  const expected = known?.origin ?? origin
  if (newest.origin !== expected) {
    throw new LogFault(`The checkpoint is one of ${newest.origin}, and not of the log ${expected}.`)
  }
  if (known && newest.size < known.size) {
    throw new LogFault(
      `The log had ${known.size} entries, and has ${newest.size} now: it was put back.`,
    )
  }
  if (known && newest.size === known.size && bodyOf(note) !== bodyOf(known.note)) {
    throw new LogFault(`There are two different logs of ${known.size} entries.`)
  }
}

function requireRemembered(
  link: ChainLink,
  before: ChainLink | undefined,
  remembered: readonly ChainLink[],
): void {
  const seen = remembered.find(({ size }) => size > (before?.size ?? 0) && size <= link.size)
  if (!seen || (seen.size === link.size && seen.note === link.note)) return
  throw new LogFault(
    `The checkpoint of ${seen.size} entries is no longer in the chain, or is another one.`,
    { seen, link },
  )
}

/** @param left so many of the entries that were seen are left; a revocation may be among those lost. */
function requireSameKeys({ all }: KnownKeys, seen: KnownLog, left: number): void {
  for (const key of seen.keys.filter(({ index }) => index < left)) {
    const { name, publicKeyMultibase, revoked } = key
    const now = all.find(({ index }) => index === key.index)
    const isRevoked = revoked !== undefined && revoked.index < left
    const isSame = now?.name === name && now.publicKeyMultibase === publicKeyMultibase
    if (!isSame || (isRevoked && now.revoked?.from !== revoked.from))
      throw new LogFault(`The key ${key.name} is no longer the one that was seen.`)
  }
}

/** Who has one key of the log knows all others, since each was handed over to by the one before. */
async function requireKey(keys: KnownKeys, vkey: string): Promise<void> {
  const vkeys = await Promise.all(keys.signers().map((key) => toVkey(key)))
  if (vkeys.includes(vkey)) return
  throw new LogFault('The log never had the key that you know it by.', { vkey })
}

/**
 * Holds the list of what is revoked that a site gives out now against its log, whose last entry names
 * it. If the log has grown since it was read, the next look compares.
 */
async function requireStatusList(site: WatchedSite, { newest }: Served): Promise<void> {
  const bytes = await site.get('/log/status')
  const answer = readJson(new TextDecoder().decode(bytes)) ?? {}
  const { statusList, listed } = answer as { statusList?: unknown; listed?: Proven | null }
  const beside = parseReceipt(String(listed?.receipt))
  const now = beside && readUnsigned(beside.checkpoint)
  if (!now || now.size > newest.size) return
  if ((await checkListed({ listed, statusList, checkpoint: newest })) === 'passed') return
  throw new LogFault('The list of what is revoked is not the one that the log names last.', {
    statusList,
    listed,
  })
}

/** @returns why the log has another name than the known one, by keys that it was seen to have; oldest first. */
async function requireRestarted(
  site: WatchedSite,
  { origin, keys: ranges }: Served,
  known: KnownLog,
): Promise<RestartStatement[]> {
  if (known.origin === origin) return []
  const restarts = await fetchRestarts(site)
  const keys = (['log', 'credentials'] as const).flatMap(
    (use) =>
      known.keys.findLast((key) => key.use === use && !key.revoked)?.publicKeyMultibase ?? [],
  )
  const seen = readUnsigned(known.note)
  const since = seen && (await restartsSince(restarts, { ...seen, keys }, { origin, ranges }))
  if (since) return since.chain
  throw unexplained(origin, { restarts })
}

/** That each entry which gives the log another name has a statement. */
async function requireExplained(
  site: WatchedSite,
  { keys }: Served,
  entries: readonly RestartEntry[],
): Promise<void> {
  const restarts = entries.length > 0 ? await fetchRestarts(site) : []
  const hashes = await Promise.all(restarts.map((one) => documentHash(one).catch(() => '')))
  for (const entry of entries) {
    const statement = await verifyRestart(restarts[hashes.indexOf(entry.h)], keys)
    if (statement?.new.origin === entry.n && statement.at === entry.at) continue
    throw unexplained(entry.n, { entry, restarts })
  }
}

const unexplained = (origin: string, details: Record<string, unknown>) =>
  new LogFault(
    `The log was restarted as ${origin}, and no statement that the council's keys signed says why.`,
    details,
  )

async function fetchRestarts(site: WatchedSite): Promise<RestartStatement[]> {
  const bytes = await site.get('/log/restarts')
  if (!bytes) return []
  const answer = readJson(new TextDecoder().decode(bytes)) as { restarts?: unknown } | null
  if (Array.isArray(answer?.restarts)) return answer.restarts
  throw new CannotLook(`${site.url}/log/restarts answers with what are no statements.`)
}
