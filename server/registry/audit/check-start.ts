import { equal } from '#credential/bytes.ts'
import { credentialAddress } from '#credential/credential.ts'
import { openCheckpoint } from '#credential/checkpoint.ts'
import { noteKeys } from '#credential/key-range.ts'
import { entryBytes, type LogEntry, noteHash } from '#credential/log-entry.ts'
import { hashLeaf, verifyInclusion } from '#credential/merkle-tree.ts'
import { parseReceipt } from '#credential/receipt.ts'
import { proveInclusion } from '../issuing/find-certificate.ts'
import { openCredential } from '../issuing/sealed-credential.ts'
import type { Registry } from '../registry.ts'
import { keyRanges } from '../keys/key-ranges.ts'
import { isAnnouncement, type RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { Head } from '../log/head.ts'
import { findUnannounced } from './key-revocations.ts'
import { findUnvouched } from './rotations.ts'

/**
 * What can be checked at every start, whatever the log's size: the newest checkpoint's
 * signature, that it stands for the tree that is stored, that it is chained to the one before,
 * that the checkpoint outside the database is part of it, that the log announces the keys, and
 * that the registry's address is the signed one. The rest is `log verify`.
 *
 * @throws RegistryRefused with what is wrong and what to do.
 */
export async function checkStart(
  registry: Pick<Registry, 'database' | 'log' | 'siteUrl'>,
): Promise<void> {
  await registry.log.checkNewest(async ({ head, keys }) => {
    if (!head) throw new RegistryRefused('The log has not been begun.')
    await checkHead(registry, head, keys)
  })
  await requireSiteUrl(registry)
  await registry.log.lastCheckpoint.follow(() => registry.log.begunHead())
}

async function checkHead(
  { database, log }: Pick<Registry, 'database' | 'log'>,
  head: Head,
  keys: RegistryKeys,
): Promise<void> {
  const { build, read } = database
  await log.lastCheckpoint.requireWithin(head, { tree: log.tree, keys, origin: log.origin })

  const newest = build.selectFrom('log_checkpoint').selectAll().orderBy('size', 'desc').limit(2)
  const [last, before] = await read(newest.compile())
  if (before && last?.previous !== (await noteHash(before.note))) {
    throw refused('the newest checkpoint is not chained to the one before it')
  }
  if (before) await requireKept(log)
  const entries = build.selectFrom('log_entry').select('position').orderBy('position', 'desc')
  const [lastEntry] = await read(entries.limit(1).compile())
  if (lastEntry?.position !== head.size - 1) {
    throw refused('the log does not have as many entries as its newest checkpoint says')
  }
  const [root] = await log.tree.rangeHashes([{ begin: 0, end: head.size }])
  if (!root || !equal(root, head.root)) {
    throw refused('the stored tree is not the one that the newest checkpoint was signed for')
  }
  const announcements = await requireAnnounced({ log }, keys, head)
  const [key] = await findUnvouched({ database, log }, keys, async ({ name }) =>
    announcements.get(name),
  )
  if (key) throw refused(`the key ${key.name} is not vouched for by the one before`)
  const [name] = await findUnannounced(database, head.size, (index) =>
    proveEntry({ log }, index, head),
  )
  if (name) throw refused(`the revocation of the key ${name} is not the one that the log announces`)
  const inForce = noteKeys(await keyRanges(keys, log.origin), log.origin)
  if (!(await openCheckpoint(head.note, inForce))) {
    throw refused('the newest checkpoint is signed by a key that was revoked or retired')
  }
}

/**
 * The checkpoint outside the database has to be there once there was a second one.
 *
 * @throws RegistryRefused when it is not.
 */
export async function requireKept({ lastCheckpoint }: Registry['log']): Promise<void> {
  if ((await lastCheckpoint.read()) !== undefined) return
  const { name, howToWrite } = lastCheckpoint.place
  throw new RegistryRefused(
    `The file ${name} is missing, which tells an old database from the newest one. If you know that this database is the newest, write it anew: ${howToWrite}`,
  )
}

/**
 * A key that the log does not announce is nobody's: it must neither sign nor retire another.
 *
 * @returns the entries that announce them, by their names.
 */
async function requireAnnounced(
  registry: Pick<Registry, 'log'>,
  keys: RegistryKeys,
  head: Head,
): Promise<Map<string, LogEntry>> {
  const announcements = new Map<string, LogEntry>()
  for (const key of keys) {
    const { name, log_index: index } = key
    const entry = await proveEntry(registry, index, head)
    if (!entry || !(await isAnnouncement(entry, key)))
      throw refused(`the key ${name} is not the one that the log announces`)
    announcements.set(name, entry)
  }
  return announcements
}

/** @returns an entry of the log; undefined where it is not what was signed. */
async function proveEntry(
  registry: Pick<Registry, 'log'>,
  index: number,
  head: Head,
): Promise<LogEntry | undefined> {
  const { entry, receipt } = await proveInclusion(registry, index, head)
  const leaf = await hashLeaf(entryBytes(entry))
  const proof = parseReceipt(receipt)?.proof ?? []
  const { size, root } = head
  return (await verifyInclusion({ leaf, index, size, root }, proof)) ? entry : undefined
}

/**
 * All that is signed from now on begins with it, so the first certificate that was not erased must too.
 */
async function requireSiteUrl({
  database: { build, read },
  siteUrl,
}: Pick<Registry, 'database' | 'siteUrl'>): Promise<void> {
  const query = build
    .selectFrom('certificate')
    .innerJoin('certificate_key', 'certificate_id', 'id')
    .select(['id', 'credential', 'key'])
    .orderBy('log_index')
    .limit(1)
  const [first] = await read(query.compile())
  if (!first) return
  const credential = openCredential(first.id, first.credential, first.key)
  if (!credential.includes(JSON.stringify(credentialAddress(siteUrl, first.id)))) {
    throw refused("the registry's address is not the one that its certificates were signed under")
  }
}

const refused = (what: string) =>
  new RegistryRefused(
    `The log of certificates was changed in the database: ${what}. Run "npm run --silent council -- log verify" to see all, and restore the newest backup.`,
  )
