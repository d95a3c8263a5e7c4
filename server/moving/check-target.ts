import { unclaimedResumes } from '#server/applications/sweep-resumes.ts'
import type { Database } from '#server/database/database.ts'
import { ConfigError } from '#server/config-error.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Registry } from '#server/registry/registry.ts'
import { RegistryRefused } from '#server/registry/registry-refused.ts'
import { compareRows } from './compare-rows.ts'
import { Faults } from './faults.ts'
import { changingTables, tableNames, vanishing } from './moved-tables.ts'

/**
 * Looks at what is in a database already: only what an earlier move has brought there may be.
 *
 * @param shown the database as the operator knows it.
 * @throws ConfigError where it holds anything else.
 */
export async function requireOwnRows(
  { source, target }: { source: Database; target: Database },
  shown: string,
): Promise<void> {
  const [registry] = await target.read(registryOf(target))
  const [ours] = await source.read(registryOf(source))
  if (registry && JSON.stringify(registry) !== JSON.stringify(ours)) {
    throw new ConfigError(
      `DATABASE_URL is ${shown}, which holds another registry, made for ${registry.site_url} at ${registry.created_at}. Set it to an empty database.`,
    )
  }
  const faults = new Faults()
  const isHalf = await isHalfThere(target)
  for (const table of tableNames) {
    const isChanging = isHalf && changingTables.has(table)
    const mayBeGone = isHalf && table === vanishing
    const passed = () => undefined
    const options = { faults, isChanging, mayBeGone, passed }
    await compareRows({ of: target, with: source }, table, options)
    if (faults.count === 0) continue
    throw new ConfigError(
      `DATABASE_URL is ${shown}, which holds rows that are not those of DATA_DIR: ${faults.sentences[0]} Set it to an empty database.`,
    )
  }
}

/**
 * No server can have been at work where the log has fewer entries than were signed. What differs
 * then has changed in the source since a move was broken off.
 */
async function isHalfThere({ build, read }: Database): Promise<boolean> {
  const signed = build.selectFrom('log_checkpoint').select(({ fn }) => fn.max('size').as('size'))
  const entries = build.selectFrom('log_entry').select(({ fn }) => fn.countAll().as('entries'))
  const [[checkpoint], [log]] = [await read(signed.compile()), await read(entries.compile())]
  return Number(checkpoint?.size ?? 1) > Number(log?.entries)
}

const registryOf = ({ build }: Database) =>
  build.selectFrom('registry').select(['site_url', 'created_at']).compile()

/**
 * The same of a bucket, where a server would remove what no application names.
 *
 * @param registry on the rows that are moved, with its last checkpoint in the bucket.
 * @returns whether no resume is there yet.
 */
export async function requireOwnFiles(
  { rows, files, registry }: { rows: Database; files: FileStore; registry: Registry },
  shown: string,
): Promise<boolean> {
  await requireOwnCheckpoint(registry, shown)
  let isEmpty = true
  for await (const { unclaimed } of unclaimedResumes({ database: rows, files })) {
    isEmpty = false
    const [foreign] = unclaimed
    if (foreign === undefined) continue
    throw new ConfigError(
      `FILES_URL is ${shown}, where there are resumes that no application here names, such as ${foreign.key}. Set it to an empty place, with a prefix of its own.`,
    )
  }
  return isEmpty
}

async function requireOwnCheckpoint({ log }: Registry, shown: string): Promise<void> {
  const { tree, origin, lastCheckpoint } = log
  try {
    await log.checkNewest(({ head, keys }) =>
      lastCheckpoint.requireWithin(head, { tree, keys, origin }),
    )
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    throw new ConfigError(
      `FILES_URL is ${shown}, where there is the last checkpoint of another registry, or one that is newer than DATA_DIR. Set it to an empty place, with a prefix of its own.`,
      { cause: error },
    )
  }
}
