import type { Selectable } from 'kysely'
import { equal, toBase64, utf8 } from '#certificates/bytes.ts'
import { openCheckpoint } from '#certificates/checkpoint.ts'
import { assertionKey, type DidDocument } from '#certificates/did-document.ts'
import { readFacts } from '#certificates/credential.ts'
import { type SecuredDocument, verifyJcsProof } from '#certificates/jcs-proof.ts'
import { credentialHash, type LogEntry } from '#certificates/log-entry.ts'
import { hashLeaf } from '#certificates/merkle-tree.ts'
import type { Tables } from '../database/tables.ts'
import type { Registry } from './registry.ts'
import { didOfRegistry, keyEntry, logPublicKeys, readKeys } from './registry-keys.ts'
import { RegistryRefused } from './registry-refused.ts'
import { growTree, joinSubtrees, subtreeId, subtreesOf } from './subtree.ts'
import { firstPrevious, noteHash } from './transparency-log.ts'
import { verifyStamps } from './verify-stamps.ts'

export type LogReport = {
  entries: number
  checkpoints: number
  certificates: number
  stamps: number
  /** How many of the stamps lead to a block of Bitcoin; the others are promises. */
  inBlocks: number
  /** Sentences; none if all is as it was signed. */
  faults: string[]
}

const rowsAtATime = 1000

/**
 * Checks everything: the whole tree from its entries, every checkpoint and the chain they form,
 * every certificate against its entry and its signature, revocations and keys against theirs.
 * It trusts nothing that is stored but the keys, and the log announces those.
 */
export async function verifyLog(registry: Registry): Promise<LogReport> {
  const faults: string[] = []
  const announced = new Map<number, LogEntry>()
  const checkpoints = await verifyTree(registry, faults, announced)
  if (checkpoints === 0) faults.push('No log was begun here. Is DATA_DIR the right folder?')
  const entries = announced.size
  await verifyKeys(registry, faults, announced)
  await verifyRevocations(registry, faults, announced)
  const certificates = await verifyCertificates(registry, faults, announced)
  for (const [position, { t }] of announced) {
    faults.push(`Entry ${position} (${t}) has no row that it stands for.`)
  }
  try {
    const keys = await readKeys(registry.database)
    const { tree, origin, lastCheckpoint } = registry.log
    await lastCheckpoint.requireWithin(await registry.log.head(), { tree, keys, origin })
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    faults.push(error.message)
  }
  const stamps = await verifyStamps(registry, faults)
  return { entries, checkpoints, certificates, ...stamps, faults }
}

/** Builds the tree anew from the entries, checkpoint by checkpoint. @returns how many of these. */
async function verifyTree(
  { database, log }: Registry,
  faults: string[],
  announced: Map<number, LogEntry>,
): Promise<number> {
  const { build, read } = database
  const keys = logPublicKeys(await readKeys(database), log.origin)
  const rows = await read(build.selectFrom('log_checkpoint').selectAll().orderBy('size').compile())
  let size = 0
  let edge: Uint8Array<ArrayBuffer>[] = []
  let previous = firstPrevious
  for (const row of rows) {
    const leaves: Uint8Array<ArrayBuffer>[] = []
    for (let at = size; at < row.size; at += rowsAtATime) {
      const entries = build
        .selectFrom('log_entry')
        .selectAll()
        .where('position', '>=', at)
        .where('position', '<', Math.min(at + rowsAtATime, row.size))
        .orderBy('position')
      for (const { position, entry } of await read(entries.compile())) {
        leaves.push(await hashLeaf(utf8(entry)))
        announced.set(position, parseEntry(entry))
      }
    }
    if (leaves.length !== row.size - size) {
      faults.push(`Of the entries ${size} to ${row.size - 1} some are missing.`)
      return rows.length
    }
    const gained = await growTree(size, edge, leaves)
    await compareStored(database, gained, faults)
    const before = new Map(
      subtreesOf({ begin: 0, end: size }).map((s, at) => [subtreeId(s), edge[at]]),
    )
    edge = subtreesOf({ begin: 0, end: row.size }).flatMap(
      (subtree) => gained.get(subtreeId(subtree)) ?? before.get(subtreeId(subtree)) ?? [],
    )
    size = row.size
    const checkpoint = await openCheckpoint(row.note, keys)
    const isOfTree = checkpoint?.size === size && equal(checkpoint.root, await joinSubtrees(edge))
    if (!isOfTree)
      faults.push(`The checkpoint of ${size} entries does not fit the tree or its signature.`)
    if (row.previous !== previous)
      faults.push(`The checkpoint of ${size} entries is not chained to the one before.`)
    previous = await noteHash(row.note)
  }
  const count = build.selectFrom('log_entry').select(({ fn }) => fn.countAll().as('count'))
  const [counted] = await read(count.compile())
  if (Number(counted?.count) !== size) faults.push('There are entries that no checkpoint covers.')
  return rows.length
}

async function compareStored(
  { build, read }: Registry['database'],
  gained: ReadonlyMap<string, Uint8Array>,
  faults: string[],
) {
  const ids = [...gained.keys()]
  const atATime = 64
  for (let at = 0; at < ids.length; at += atATime) {
    const some = ids.slice(at, at + atATime)
    while (some.length < atATime) some.push('')
    const query = build.selectFrom('log_node').selectAll().where('id', 'in', some)
    const stored = new Map((await read(query.compile())).map(({ id, hash }) => [id, hash]))
    for (const id of some) {
      const hash = gained.get(id)
      if (hash && stored.get(id) !== toBase64(hash))
        faults.push(`The stored hash ${id} of the tree is wrong.`)
    }
  }
}

async function verifyKeys(
  { database }: Registry,
  faults: string[],
  announced: Map<number, LogEntry>,
) {
  for (const { name, public_key, added_at, log_index } of await readKeys(database)) {
    const entry = take(announced, log_index)
    const expected = await keyEntry(public_key, added_at)
    if (entry?.t !== 'key' || entry.h !== expected.h) {
      faults.push(`The key ${name} is not the one that the log announces.`)
    }
  }
}

async function verifyRevocations(
  { database: { build, read } }: Registry,
  faults: string[],
  announced: Map<number, LogEntry>,
) {
  const query = build
    .selectFrom('revocation')
    .leftJoin('certificate', 'id', 'certificate_id')
    .select(['certificate_id', 'reason', 'revoked_at', 'revocation.log_index', 'hash'])
  for (const row of await read(query.compile())) {
    const entry = take(announced, row.log_index)
    const isAnnounced =
      entry?.t === 'revoke' &&
      entry.h === row.hash &&
      entry.reason === row.reason &&
      entry.at === row.revoked_at
    if (!isAnnounced) faults.push(`The revocation of ${row.certificate_id} is not the log's.`)
  }
}

async function verifyCertificates(
  { database: { build, read }, siteUrl, database }: Registry,
  faults: string[],
  announced: Map<number, LogEntry>,
): Promise<number> {
  const did = didOfRegistry(siteUrl, await readKeys(database))
  let count = 0
  for (let after = -1; ;) {
    const query = build
      .selectFrom('certificate')
      .selectAll()
      .where('log_index', '>', after)
      .orderBy('log_index')
      .limit(rowsAtATime)
    const rows = await read(query.compile())
    for (const row of rows) {
      const fault = await certificateFault(row, take(announced, row.log_index), did)
      if (fault) faults.push(`Certificate ${row.id}: ${fault}.`)
    }
    count += rows.length
    const last = rows.at(-1)
    if (!last) return count
    after = last.log_index
  }
}

async function certificateFault(
  row: Selectable<Tables['certificate']>,
  entry: LogEntry | undefined,
  did: DidDocument,
): Promise<string | undefined> {
  let secured: SecuredDocument & { credentialStatus?: { statusListIndex?: unknown } }
  try {
    secured = JSON.parse(row.credential)
    if ((await credentialHash(secured)) !== row.hash) return 'its credential was changed'
  } catch {
    return 'its credential cannot be read'
  }
  if (entry?.t !== 'issue' || entry.h !== row.hash) return 'its entry in the log is for another'
  if (!(await verifyJcsProof(secured, (method) => assertionKey(did, method)))) {
    return 'its signature is wrong'
  }
  const facts = readFacts(secured)
  const isSame =
    facts?.id === row.id &&
    facts.holder === row.holder &&
    facts.domain === row.domain &&
    facts.duration === row.duration &&
    facts.verifiedOn === row.verified_on &&
    secured.credentialStatus?.statusListIndex === String(row.status_index)
  return isSame ? undefined : 'its row says something else than its credential'
}

/** Each entry stands for one row: taking it out shows in the end what none claimed. */
function take(announced: Map<number, LogEntry>, position: number): LogEntry | undefined {
  const entry = announced.get(position)
  announced.delete(position)
  return entry
}

function parseEntry(text: string): LogEntry {
  try {
    return JSON.parse(text) as LogEntry
  } catch {
    return { v: 1, t: 'key', h: 'not an entry', at: '' }
  }
}
