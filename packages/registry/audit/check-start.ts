import { equal } from '@naic/ledger/format/bytes.ts'
import { credentialAddress } from '@naic/ledger/format/credential.ts'
import { noteHash } from '@naic/ledger/format/log-entry.ts'
import { openCredential } from '../issuing/stored-certificate.ts'
import type { Registry } from '../registry.ts'
import type { RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { Head, LogState } from '../log/log-state.ts'
import { changedLog, checkKeys } from './check-keys.ts'

/**
 * What can be checked at every start, whatever the log's size: the newest checkpoint's
 * signature, that it stands for the tree that is stored, that it is chained to the one before,
 * that the checkpoint outside the database is part of it, that the log announces the keys, and
 * that the registry's address is the signed one. The rest is `log verify`.
 *
 * @returns the state that was right.
 * @throws RegistryRefused with what is wrong and what to do.
 */
export async function checkStart(
  registry: Pick<Registry, 'database' | 'log' | 'siteUrl'>,
): Promise<LogState> {
  const state = await registry.log.checkNewest(async ({ head, keys }) => {
    if (!head) throw new RegistryRefused('The log has not been begun.')
    await checkHead(registry, head, keys)
  })
  await requireSiteUrl(registry)
  await registry.log.lastCheckpoint.follow(() => registry.log.begunHead())
  return state
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
    throw changedLog('the newest checkpoint is not chained to the one before it')
  }
  if (before) await requireKept(log)
  const entries = build.selectFrom('log_entry').select('position').orderBy('position', 'desc')
  const [lastEntry] = await read(entries.limit(1).compile())
  if (lastEntry?.position !== head.size - 1) {
    throw changedLog('the log does not have as many entries as its newest checkpoint says')
  }
  const [root] = await log.tree.rangeHashes([{ begin: 0, end: head.size }])
  if (!root || !equal(root, head.root)) {
    throw changedLog('the stored tree is not the one that the newest checkpoint was signed for')
  }
  await checkKeys({ database, log }, keys, head)
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
    throw changedLog(
      "the registry's address is not the one that its certificates were signed under",
    )
  }
}
