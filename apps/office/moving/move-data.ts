import { createHash } from 'node:crypto'
import path from 'node:path'
import { type Insertable, sql } from 'kysely'
import { unclaimedResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import type { Config } from '@naic/house/config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { lockDataFolder, makeDataFolder } from '@naic/house/data-folder.ts'
import type { Database } from '@naic/store/database/database.ts'
import { whileAlone } from '@naic/store/database/sqlite/sqlite-database.ts'
import { type Tables, tablesThat } from '@naic/store/database/tables.ts'
import { type FileStore, fileKeyPattern } from '@naic/store/files/file-store.ts'
import { Staging } from '@naic/store/files/staging.ts'
import { checkResumes, type Progress } from '#health/check-stored.ts'
import { type MovedData, readMoved, requireNotMoved, writeMoved } from '@naic/house/moved-data.ts'
import { openRegistryIn } from '@naic/house/open-certificates.ts'
import { checkStart } from '@naic/registry/audit/check-start.ts'
import { verifyLog } from '@naic/registry/audit/verify-log.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { RegistryRefused } from '@naic/registry/registry-refused.ts'
import { databaseFile, openDatabase, openFiles, requireStored } from '@naic/house/storage.ts'

type Table = keyof Tables

/** Rows with a credential or a letter are large: this is some megabytes in memory. */
const rowsAtATime = 500
/** A distant store takes a while for each. */
const resumesAtOnce = 8

export type MoveReport = {
  rows: number
  resumes: number
  /** A sentence each. */
  faults: string[]
  /** Where the data are now; if there are faults, the same place as before. */
  moved: MovedData
}

/**
 * Copies the data folder to the places in the settings, checks the copy, and marks the folder as moved.
 * Nothing else in the folder changes. A run that was cut off can be repeated.
 *
 * @returns undefined if everything is already where the settings say.
 * @throws ConfigError if nothing may be moved, or not to there.
 */
export async function moveData(to: Config, progress: Progress): Promise<MoveReport | undefined> {
  await requireNotMoved(to)
  const before = await readMoved(to.dataDir)
  const from: Config = {
    ...to,
    database: before.rows === undefined ? undefined : to.database,
    bucket: before.resumes === undefined ? undefined : to.bucket,
  }
  const [hasRows, hasResumes] = [to.database !== from.database, to.bucket !== from.bucket]
  if (!hasRows && !hasResumes) return undefined

  await requireStored(from)
  await makeDataFolder(from)
  await lockDataFolder(to.dataDir)
  if (!from.database) await requireNoCommand(databaseFile(from.dataDir))
  const source = await openDatabase(from)
  const target = hasRows ? await openDatabase(to) : source
  try {
    await checkStart(await openRegistryIn(source, from))
    if (target !== source) await requireOurs({ source, target }, to.database?.shown ?? '')
    const faults = hasResumes ? await moveResumes(source, { from, to }, progress) : []
    if (faults.length > 0) return { rows: 0, resumes: 0, faults, moved: before }
    const rows = target === source ? 0 : await copyRows({ source, target }, progress)
    if (target !== source) faults.push(...(await compareRows({ source, target }, progress)))
    const checking = checkResumes({ database: target, files: await openFiles(to) }, progress)
    let step = await checking.next()
    for (; !step.done; step = await checking.next()) faults.push(step.value.says)
    progress('Log of certificates', 0, 0)
    faults.push(...(await verifyLog(await openRegistryIn(target, to))).faults)
    const report = { rows, resumes: step.value, faults }
    if (faults.length > 0) return { ...report, moved: before }
    const moved = { ...before, ...placesOf(to, { hasRows, hasResumes }) }
    await writeMoved(to.dataDir, moved)
    return { ...report, moved }
  } finally {
    if (target !== source) await target.close()
    await source.close()
  }
}

function placesOf(
  { database, bucket }: Config,
  { hasRows, hasResumes }: { hasRows: boolean; hasResumes: boolean },
): MovedData {
  const at = new Date().toISOString()
  return {
    ...(hasRows && database ? { rows: { to: database.shown, at } } : {}),
    ...(hasResumes && bucket
      ? { resumes: { to: `s3://${bucket.name}/${bucket.prefix}`, at } }
      : {}),
  }
}

/** Comparing the copies finds what a command changes after this. */
async function requireNoCommand(file: string): Promise<void> {
  let isAlone = false
  await whileAlone(file, async () => void (isAlone = true))
  if (isAlone) return
  throw new ConfigError(
    `Another program has ${file} open: a command of the council, or a backup. Let it end first.`,
  )
}

type Both = { source: Database; target: Database }

/** The target may hold only what an earlier run has copied. */
async function requireOurs({ source, target }: Both, shown: string): Promise<void> {
  const [[theirs], [ours]] = [await registryRows(target), await registryRows(source)]
  if (theirs && JSON.stringify(theirs) !== JSON.stringify(ours)) {
    throw new ConfigError(
      `DATABASE_URL is ${shown}, which holds another registry, made for ${theirs.site_url} at ${theirs.created_at}. Set it to an empty database.`,
    )
  }
  if (theirs) return
  for (const table of tablesOf(source)) {
    if ((await countRows(target, table)) === 0) continue
    throw new ConfigError(
      `DATABASE_URL is ${shown}, which holds rows of ${table} that are not those of DATA_DIR. Set it to an empty database.`,
    )
  }
}

const registryRows = ({ read }: Pick<Database, 'read'>) =>
  read.selectFrom('registry').select(['site_url', 'created_at']).execute()

/** Rows that are there stay. The log is copied last: if all of it is there, so is everything else. */
async function copyRows({ source, target }: Both, progress: Progress): Promise<number> {
  let [all, done] = [0, 0]
  for (const table of tablesOf(source)) all += await countRows(source, table)
  const entries = await countRows(source, 'log_entry')
  if ((await countRows(target, 'log_entry')) >= entries) return all
  for (const table of tablesOf(source)) {
    for await (const rows of pagesOf(source, table)) {
      await target.write((transaction) =>
        transaction
          .insertInto(table)
          .values(rows as Insertable<Tables[Table]>[])
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
      done += rows.length
      progress('Copying rows', done, all)
    }
  }
  return all
}

/** @returns a sentence for each table that differs. */
async function compareRows({ source, target }: Both, progress: Progress): Promise<string[]> {
  const faults: string[] = []
  const tables = tablesOf(source)
  for (const [at, table] of tables.entries()) {
    progress('Comparing tables', at, tables.length)
    const [ours, theirs] = await Promise.all([source, target].map((one) => digestOf(one, table)))
    if (ours?.digest === theirs?.digest) continue
    faults.push(
      `${table} is not the same in both: ${ours?.count} rows in DATA_DIR, ${theirs?.count} in the new database.`,
    )
  }
  if (faults.length > 0) faults.push('Empty the new database before you move again.')
  return faults
}

/** A digest of all values of a table, whatever the order of its rows. */
async function digestOf(database: Database, table: Table) {
  const sum = Buffer.alloc(32)
  let count = 0
  for await (const rows of pagesOf(database, table)) {
    count += rows.length
    for (const row of rows) {
      const values = Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1))
      const hash = createHash('sha256').update(JSON.stringify(values)).digest()
      for (const [at, byte] of hash.entries()) sum[at] = (sum[at] ?? 0) ^ byte
    }
  }
  return { count, digest: sum.toString('hex') }
}

/**
 * In the order of copying: a row comes after what it refers to. The registry is first and the log last, so
 * that a server refuses to start on half a copy.
 */
const tablesOf = ({ schema }: Database) => tablesThat(schema, ({ isPassing }) => !isPassing)

async function countRows(database: Database, table: Table): Promise<number> {
  const query = sql<{ rows: number }>`SELECT count(*) AS rows FROM ${sql.table(table)}`
  const { rows } = await query.execute(database.read)
  return Number(rows[0]?.rows)
}

/** All rows of a table, a page at a time, in the order of their keys. */
async function* pagesOf(database: Database, table: Table) {
  const columns = database.schema.tables[table].key
  const keys = sql.join(columns.map((column) => sql.ref(column)))
  for (let last: Record<string, unknown> | undefined; ;) {
    const after = last && sql.join(columns.map((column) => last?.[column]))
    const query = sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}
      ${after ? sql`WHERE (${keys}) > (${after})` : sql``} ORDER BY ${keys} LIMIT ${rowsAtATime}`
    const { rows } = await query.execute(database.read)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (!last || rows.length < rowsAtATime) return
  }
}

/**
 * Copies the resumes that applications name and the log's last checkpoint into the bucket.
 *
 * @returns a sentence for each resume that cannot be copied.
 */
async function moveResumes(
  rows: Database,
  { from, to }: { from: Config; to: Config },
  progress: Progress,
): Promise<string[]> {
  const registry = await openRegistryIn(rows, to)
  const [source, target] = [await openFiles(from), await openFiles(to)]
  await requireOwnBucket(rows, target, registry, `s3://${to.bucket?.name}/${to.bucket?.prefix}`)
  const staging = new Staging(path.join(to.dataDir, 'tmp'))
  await staging.empty()
  const all = await countRows(rows, 'application')
  const faults: string[] = []
  let done = 0
  for await (const page of pagesOf(rows, 'application')) {
    const waiting = page.values()
    const work = async () => {
      for (const { id, resume_key: key, resume_sha256: sha256 } of waiting) {
        const resume = { key: String(key), sha256: String(sha256) }
        const fault = await copyResume({ source, target, staging }, resume)
        if (fault) faults.push(`The resume of application ${String(id)} (${resume.key}) ${fault}`)
        progress('Copying resumes', (done += 1), all)
      }
    }
    await Promise.all(Array.from({ length: resumesAtOnce }, work))
  }
  if (faults.length === 0) await registry.log.keepNewest()
  return faults
}

/** The server removes resumes that no application names, so nobody else's may be there. */
async function requireOwnBucket(
  rows: Database,
  files: FileStore,
  { log }: Registry,
  shown: string,
): Promise<void> {
  try {
    await log.checkNewest((state) => log.requireContinued(state))
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    throw new ConfigError(
      `FILES_URL is ${shown}, where there is the last checkpoint of another registry, or one that is newer than DATA_DIR. Set it to an empty place, with a prefix of its own.`,
      { cause: error },
    )
  }
  for await (const { unclaimed } of unclaimedResumes({ database: rows, files })) {
    const [foreign] = unclaimed
    if (foreign === undefined) continue
    throw new ConfigError(
      `FILES_URL is ${shown}, where there are resumes that no application here names, such as ${foreign.key}. Set it to an empty place, with a prefix of its own.`,
    )
  }
}

/** @returns why it cannot be copied, to follow its name. */
async function copyResume(
  { source, target, staging }: { source: FileStore; target: FileStore; staging: Staging },
  { key, sha256 }: { key: string; sha256: string },
): Promise<string | undefined> {
  const isKey = fileKeyPattern.test(key)
  if (isKey && (await target.has(key))) return undefined
  const bytes = isKey ? await source.read(key) : undefined
  if (!bytes) return 'is missing in DATA_DIR. Restore it from a backup.'
  const staged = await staging.receive(bytes, Infinity)
  if (staged === 'too large') throw new RangeError('No resume is larger than infinity.')
  try {
    if (staged.sha256 !== sha256) {
      return 'is not what the applicant sent: it was changed in DATA_DIR. Restore it from a backup.'
    }
    await target.keep(staged, key)
    return undefined
  } finally {
    await staging.discard(staged)
  }
}
