import type { Database, Transaction } from '@naic/store/database/database.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { checkNewKeys, checkStart } from './audit/check-start.ts'
import { addKey } from './change-keys.ts'
import { draftAll } from './issuing/draft-certificates.ts'
import { issuedFrom } from './issuing/issue-certificates.ts'
import type { Order } from './issuing/order.ts'
import { type CheckpointPlace, keepNewest } from './log/last-checkpoint.ts'
import type { Registry } from './registry.ts'
import { RegistryRefused } from './registry-refused.ts'
import { currentKey, readKeys, type RegistryKeys } from './keys/registry-keys.ts'
import { TransparencyLog, unchanged } from './log/transparency-log.ts'

/** `siteUrl` is for a registry that is made now; an existing one keeps its own. */
type Options = Omit<Registry, 'log'> & {
  lastCheckpoint: CheckpointPlace
  /** The first certificates of a registry that is made now. */
  samples: readonly Order[]
  /** Gets a sentence for the operator when something needs attention, though nothing was refused. */
  warn: (sentence: string) => void
}

/**
 * Opens the registry, or makes it: keys, log, and the samples as its first certificates.
 *
 * @throws RegistryRefused when the database does not hold what was signed last.
 */
export async function openRegistry(options: Options): Promise<Registry> {
  if ((await storedSiteUrl(options.database)) === undefined) {
    await begin(await connectRegistry(options), options.samples)
  }
  const registry = await connectRegistry(options)
  const state = await checkStart(registry)
  await keepNewest(options.lastCheckpoint, registry.log.head)
  registry.log.trustKeys(state, (newest, known) => checkNewKeys(registry, newest, known))
  await requirePrivateKeys(registry)
  return registry
}

/** The registry unchecked, and perhaps not begun: for `log verify`. */
export async function connectRegistry(options: Options): Promise<Registry> {
  const { database, outbox, privateKeys, issuer } = options
  const siteUrl = (await storedSiteUrl(database)) ?? options.siteUrl
  const log = new TransparencyLog(`${new URL(siteUrl).host}/log`, options)
  return { database, privateKeys, log, outbox, siteUrl, issuer }
}

async function storedSiteUrl({ read }: Pick<Database, 'read'>): Promise<string | undefined> {
  const [row] = await read.selectFrom('registry').select('site_url').execute()
  return row?.site_url
}

/** Another process may begin it at the same moment, even under another address. The first one counts. */
async function begin(registry: Registry, samples: readonly Order[]): Promise<void> {
  const row = { id: 1, site_url: registry.siteUrl }
  const store = (transaction: Transaction) => insertRows(transaction, 'registry', [row])
  try {
    await registry.log.requireContinued(undefined)
    await registry.log.append(async (firstIndex) => {
      if (firstIndex > 0) return unchanged(undefined)
      const credentials = await addKey(registry, [], 'credentials', 0)
      const log = await addKey(registry, [], 'log', 1)
      const keys: RegistryKeys = [credentials.key, log.key]
      const drafts = await draftAll(registry, samples, { keys, logSize: keys.length })
      const issued = issuedFrom(registry, drafts, keys.length)
      const parts = [{ entries: [], store }, credentials, log, issued]
      return { result: undefined, keys, parts, deed: undefined }
    })
  } catch (error) {
    const isOfState = error instanceof RegistryRefused
    if (!isOfState || (await storedSiteUrl(registry.database)) === undefined) throw error
  }
}

/** The keys that sign must be here. Retired ones are removed, in case a crash kept a rotation from it. */
async function requirePrivateKeys({ database, privateKeys }: Registry): Promise<void> {
  const keys = await readKeys(database)
  for (const use of ['credentials', 'log'] as const) await privateKeys.signer(keys, use)
  for (const key of keys) if (key !== currentKey(keys, key.use)) await privateKeys.retire(key)
}
