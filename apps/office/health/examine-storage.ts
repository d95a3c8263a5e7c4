import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Config } from '@naic/house/config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { schemaFor } from '@naic/house/council-schema.ts'
import { type Database, DatabaseUnusable } from '@naic/store/database/database.ts'
import { openPostgresDatabase } from '@naic/store/database/postgres/postgres-database.ts'
import { postgresSchemaState } from '@naic/store/database/postgres/postgres-schema.ts'
import type { SchemaState } from '@naic/store/database/migrations.ts'
import { lookIntoSqlite } from '@naic/store/database/sqlite/sqlite-database.ts'
import { Staging } from '@naic/store/files/staging.ts'
import { resumePlaceFault } from '@naic/house/resume-place.ts'
import { databaseFile, openFiles } from '@naic/house/storage.ts'
import { type Found, type Outcome, megabytes, right, warning, wrong } from './finding.ts'

const startFirst = 'Start the server: it makes what it needs. Or look whether the setting is right.'

/** With less than this, the site will soon refuse what visitors send. */
const leastFree = 200 * 1024 ** 2
/** A larger file would take longer to check than anybody waits here. */
const mostChecked = 512 * 1024 ** 2
const trialBytes = 4_096

/** The folder must be there, keep what is written, and have room. */
export async function examineDataFolder({ dataDir }: Config): Promise<Outcome> {
  const refusal = await tryToWrite(dataDir)
  if (refusal !== undefined) {
    const advice = /ENOSPC|EDQUOT/.test(refusal)
      ? 'Make room: until then nothing that visitors send is taken.'
      : 'Set it to the folder that the server uses, and give that to the server’s user with all that is in it.'
    return wrong(`Nothing can be written into DATA_DIR, ${dataDir} (${refusal}).`, advice)
  }
  const { mode } = await stat(dataDir)
  const { bavail, bsize } = await statfs(dataDir)
  const room = `The disk of ${dataDir} has ${megabytes(bavail * bsize)} left`
  return [
    (mode & 0o077) === 0
      ? right(`${dataDir} is for its owner alone and keeps what is written.`)
      : warning(
          `${dataDir} can be read by other users of this machine.`,
          `chmod -R go= ${dataDir}`,
        ),
    bavail * bsize < leastFree
      ? wrong(`${room}.`, 'Make room: a full one takes no application.')
      : right(`${room}.`),
  ]
}

/** Writes where uploads wait; the next start removes what is left. @returns the system's code if it refuses. */
async function tryToWrite(dataDir: string): Promise<string | undefined> {
  const file = path.join(dataDir, 'tmp', randomUUID())
  try {
    await writeFile(file, Buffer.alloc(64 * 1024, 'x'), { mode: 0o600, flag: 'wx', flush: true })
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

/** Without a database, `found` says why. The caller closes it. */
export type Looked = { database: Database | undefined; found: Found[] }

/** Opens the database for reading, without bringing its tables up to date. */
export async function lookIntoDatabase(config: Config): Promise<Looked> {
  try {
    return config.database ? await lookAtServer(config, config.database) : await lookAtFile(config)
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DatabaseUnusable)) throw error
    const place = config.database ? `${config.database.shown}: ` : ''
    return none(
      wrong(`${place}${error.message}`, 'Correct that first: nothing is stored meanwhile.'),
    )
  }
}

const none = (found: Found): Looked => ({ database: undefined, found: [found] })

const behind = ({ toCome }: SchemaState): Looked =>
  none(
    warning(
      `The tables are of an older version: ${toCome.join(', ')} ${toCome.length === 1 ? 'is' : 'are'} to come.`,
      'Make a backup. A start of this version brings them up to date, or "council migrate".',
    ),
  )

async function lookAtFile(config: Config): Promise<Looked> {
  const file = databaseFile(config.dataDir)
  const facts = await stat(file).catch(() => undefined)
  if (!facts)
    return none(wrong(`DATA_DIR is ${config.dataDir}, where nothing is stored.`, startFirst))
  const { database, state } = await lookIntoSqlite(file, schemaFor(config))
  if (state.toCome.length > 0) {
    await database.close()
    return behind(state)
  }
  const has = `The file has ${megabytes(facts.size)}`
  if (facts.size > mostChecked) {
    const says = `${has}, and its tables are up to date. "council backup" looks through all of it.`
    return { database, found: [right(says)] }
  }
  const check = sql<{ quick_check: string }>`PRAGMA quick_check(5)`
  const answers = (await check.execute(database.read)).rows.map(({ quick_check }) => quick_check)
  const found =
    answers.join() === 'ok'
      ? right(`${has}, SQLite finds no damage, and its tables are up to date.`)
      : wrong(
          `The file is damaged (SQLite: ${answers.join('; ')}).`,
          'Stop the server, keep the folder as it is, and restore the newest backup (docs/backup.md).',
        )
  return { database, found: [found] }
}

async function lookAtServer(config: Config, address: NonNullable<Config['database']>) {
  const schema = schemaFor(config)
  const state = await postgresSchemaState(address, schema)
  if (state.done.length === 0) {
    return none(wrong(`DATABASE_URL is ${address.shown}, where nothing is stored.`, startFirst))
  }
  // Opening refuses one that this version may not work on.
  if (state.toCome.length > 0 && state.refusal === undefined) return behind(state)
  const says =
    'PostgreSQL keeps what it acknowledges, the user has its rights, and the tables are up to date.'
  const database = await openPostgresDatabase(address, schema)
  return { database, found: [right(says)] }
}

/** The place of resumes must keep a file, give it back and remove it. */
export async function examineStore(config: Config): Promise<Outcome> {
  const { dataDir, bucket } = config
  const place = bucket ? `The bucket ${bucket.name}` : path.join(dataDir, 'resumes')
  // Opening the store would make its folder.
  for (const folder of bucket ? ['tmp'] : ['tmp', 'resumes']) {
    const file = path.join(dataDir, folder)
    if (!existsSync(file)) return wrong(`${file} cannot be used.`, startFirst)
  }
  try {
    const fault = await tryFile(config)
    if (fault === undefined) return right(`${place} keeps, reads back and removes a file.`)
    return wrong(`${place} ${fault}.`, 'Until then no application is taken.')
  } catch (error) {
    const says = `${place} cannot be used: ${(error as Error).message}`
    return wrong(says, 'Until then no application is taken.')
  }
}

/** If the trial file cannot be removed, the server does it later, since no row names it. */
async function tryFile(config: Config): Promise<string | undefined> {
  const files = await openFiles(config)
  const staging = new Staging(path.join(config.dataDir, 'tmp'))
  const key = randomUUID()
  const bytes = Buffer.alloc(trialBytes, key)
  const staged = await staging.receive(Readable.from([bytes]), trialBytes)
  if (staged === 'too large') return undefined
  try {
    await files.keep(staged, key)
    const stream = await files.read(key)
    const isSame = stream !== undefined && bytes.equals(await buffer(stream))
    await files.remove(key)
    if (!isSame) return 'does not give back what was kept'
    return (await files.has(key)) ? 'still has a file that was removed' : undefined
  } finally {
    await staging.discard(staged)
  }
}

/** Resumes must be where the database says. */
export async function examineResumePlace(config: Config, database: Database): Promise<Outcome> {
  const elsewhere = await resumePlaceFault(config, database)
  return elsewhere ? wrong(elsewhere, 'Until then half of the resumes are missing here.') : []
}
