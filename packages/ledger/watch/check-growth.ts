import { type Bytes, equal, fromBase64, toBase64 } from '#format/bytes.ts'
import { bodyOf, type Checkpoint, openCheckpoint, readUnsigned } from '#format/checkpoint.ts'
import {
  CannotLook,
  LogFault,
  logOf,
  type Served,
  throwFault,
  type WatchedSite,
} from './watched-site.ts'
import { KnownKeys } from '#walk/known-keys.ts'
import { chainFault, type ChainLink, LogWalk } from '#walk/log-walk.ts'
import { TreeEdge } from '#walk/tree-edge.ts'
import { leftOf, requireExplained, requireRestarted } from './watched-restart.ts'
import { noteKeys } from '#format/published-keys.ts'
import type { RestartStatement } from '#format/log-restart.ts'
import { type KnownLog, rememberedLinks } from './watch-state.ts'

/**
 * Proves that what a site serves continues what is known of its log: that it only grew, that every
 * entry hashes into the root, that keys changed hands rightly, and that each checkpoint is chained to
 * the one before.
 *
 * @param seen undefined for a log that was not seen before: then it is read from its beginning.
 * @param isWhole whether all entries are to be read again, and not only those that are new.
 * @returns what is known of it now, and why it has another name, if that is new.
 * @throws LogFault, and CannotLook where the site answers too little to say either.
 */
export async function checkGrowth(
  site: WatchedSite,
  served: Served,
  seen: KnownLog | undefined,
  isWhole = false,
): Promise<{ log: KnownLog; restarts: RestartStatement[] }> {
  // Before anything is read that it leads to; that the keys are those of the log follows at the end.
  if (!(await openCheckpoint(served.note, noteKeys(served.keys, served.origin)))) {
    throw new LogFault('The newest checkpoint is not signed by a key that counts for it.')
  }
  const restarts = seen ? await requireRestarted(site, served, seen) : []
  const known = seen && leftOf(seen, restarts)
  const isAgain = isWhole || restarts.length > 0
  const newest = requireGrown(served, restarts.length > 0 ? undefined : seen)
  const base = isAgain ? undefined : known
  const edge = (base && edgeOf(base)?.ofFullTiles()) ?? new TreeEdge()
  const source = logOf(site)
  const keys = new KnownKeys(base?.origin ?? '', base?.keys ?? [], served.keys, throwFault)
  const walk = new LogWalk(source, newest.size, { edge, keys }, throwFault)
  if (base) {
    walk.statusList = base.statusList
    await walk.skipTo(base.size)
    requireEdge(edge, base)
  }
  const chain: ChainLink[] = []
  const first = base?.chain[0]
  for await (const link of source.checkpoints(first ? first.size - 1 : 0)) {
    if (link.size > newest.size) break
    if (keys.origin === '') keys.origin = readUnsigned(link.note)?.origin ?? ''
    requireRemembered(link, chain.at(-1), known)
    const before = chain.at(-1)
    const fault = await chainFault(link, before, first?.previous)
    if (fault) throw new LogFault(fault, { link, before: before ?? null })
    if (link.size > (base?.size ?? 0)) await walk.read(link, before)
    chain.push(link)
    if (chain.length > rememberedLinks + 1) chain.shift()
    if (isAgain && known && link.size === known.size) requireEdge(edge, known)
    if (link.size === newest.size) break
  }
  requireEnd(chain.at(-1), served, newest)
  if (isAgain && known) requireSameKeys(keys, known)
  await requireExplained(site, served, walk.restarts)
  keys.checkServed()
  if (served.keys.length > keys.all.length) {
    throw new LogFault('The site lists more keys than the log announces.')
  }
  const log = {
    origin: newest.origin,
    size: newest.size,
    note: chain.at(-1)?.note ?? served.note,
    edge: edge.hashes.map(toBase64),
    keys: keys.all,
    statusList: walk.statusList,
    chain: chain.slice(-rememberedLinks),
  }
  return { log, restarts }
}

/** What two signed checkpoints say by themselves. */
function requireGrown({ note, origin }: Served, known: KnownLog | undefined): Checkpoint {
  const newest = readUnsigned(note)
  if (!newest) throw new CannotLook('The newest checkpoint is none.')
  if (newest.origin !== origin || (known && known.origin !== newest.origin)) {
    throw new LogFault(
      `The checkpoint is one of ${newest.origin}, and not of the log ${known?.origin ?? origin}.`,
    )
  }
  if (!known) return newest
  if (newest.size < known.size) {
    throw new LogFault(
      `The log had ${known.size} entries, and has ${newest.size} now: it was put back.`,
    )
  }
  const isOther = newest.size === known.size && bodyOf(note) !== bodyOf(known.note)
  if (isOther) {
    throw new LogFault(`There are two different logs of ${known.size} entries.`)
  }
  return newest
}

const edgeOf = ({ size, edge }: KnownLog): TreeEdge | undefined =>
  TreeEdge.of(
    size,
    edge.map((hash) => fromBase64(hash) ?? (new Uint8Array() as Bytes)),
  )

function requireEdge(edge: TreeEdge, known: KnownLog): void {
  const hashes = edge.hashes.map(toBase64)
  if (edge.size === known.size && hashes.join() === known.edge.join()) return
  throw new LogFault(
    `Among the first ${known.size} entries some are no longer what they were: they do not hash into the tree that was seen.`,
  )
}

/** Checkpoints that were seen are there still, as they were. */
function requireRemembered(
  link: ChainLink,
  before: ChainLink | undefined,
  known: KnownLog | undefined,
): void {
  for (const seen of known?.chain ?? []) {
    const isDue = seen.size <= link.size && seen.size > (before?.size ?? 0)
    if (!isDue) continue
    if (seen.size < link.size) {
      throw new LogFault(`The checkpoint of ${seen.size} entries is no longer in the chain.`, {
        seen,
      })
    }
    if (seen.note !== link.note) {
      throw new LogFault(`There are two different checkpoints of ${seen.size} entries.`, {
        seen,
        link,
      })
    }
  }
}

function requireEnd(last: ChainLink | undefined, served: Served, newest: Checkpoint): void {
  const isEnd = last?.size === newest.size && bodyOf(last.note) === bodyOf(served.note)
  if (isEnd && equal(readUnsigned(last.note)?.root ?? newest.root, newest.root)) return
  throw new LogFault(
    `The newest checkpoint, of ${newest.size} entries, is not in the chain of checkpoints.`,
    { last: last ?? null },
  )
}

function requireSameKeys(keys: KnownKeys, known: KnownLog): void {
  for (const [at, key] of known.keys.entries()) {
    const now = keys.all[at]
    const isSame =
      now?.name === key.name &&
      now.publicKeyMultibase === key.publicKeyMultibase &&
      now.index === key.index &&
      (!key.revoked || now.revoked?.from === key.revoked.from)
    if (!isSame) throw new LogFault(`The key ${key.name} is no longer the one that was seen.`)
  }
}
