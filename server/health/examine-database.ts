import { access, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { type Database, DatabaseUnusable } from '../database/database.ts'
import { councilSchema } from '../council-schema.ts'
import { lookIntoPostgres, openPostgresDatabase } from '../database/postgres/postgres-database.ts'
import { lookIntoSqlite } from '../database/sqlite/look-into-sqlite.ts'
import { requireNotMoved } from '../moved-data.ts'
import { databaseFile } from '../storage.ts'
import { type Found, megabytes, right, warning, wrong } from './finding.ts'

/** A larger one is not looked through in passing: it would take longer than anybody waits here. */
const mostChecked = 512 * 1024 ** 2
/** SQLite puts what was written into the database at every four megabytes, as long as nobody is in the way. */
const usualWal = 64 * 1024 ** 2

/** The database as it is found; without one, `found` says why. Whoever has it closes it. */
export type Looked = { database: Database | undefined; found: Found[] }

/** Opens the database for reading, without bringing its tables up to date. */
export async function lookIntoDatabase(config: Config): Promise<Looked> {
  try {
    await requireNotMoved(config)
    return config.database ? await lookAtServer(config.database) : await lookAtFile(config)
  } catch (error) {
    if (error instanceof ConfigError || error instanceof DatabaseUnusable) {
      const place = config.database ? `${config.database.shown}: ` : ''
      return none(
        wrong(`${place}${error.message}`, 'Mend that first: nothing is stored meanwhile.'),
      )
    }
    throw error
  }
}

const none = (found: Found): Looked => ({ database: undefined, found: [found] })

const startFirst = 'Start the server: it makes what it needs. Or look whether the setting is right.'

const behind = (toCome: readonly string[]): Looked =>
  none(
    warning(
      `The tables are of an older version: ${toCome.join(', ')} ${toCome.length === 1 ? 'is' : 'are'} to come.`,
      'Make a backup. A start of this version brings them up to date, or "council migrate".',
    ),
  )

async function lookAtFile({ dataDir }: Config): Promise<Looked> {
  const file = databaseFile(dataDir)
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (!isThere) return none(wrong(`DATA_DIR is ${dataDir}, where nothing is stored.`, startFirst))
  const { database, toCome } = lookIntoSqlite(file, councilSchema)
  if (toCome.length > 0) {
    await database.close()
    return behind(toCome)
  }
  return { database, found: await examineFile(file, database) }
}

async function examineFile(file: string, database: Database): Promise<Found[]> {
  const { size, mode } = await stat(file)
  const wal = await stat(`${file}-wal`).catch(() => ({ size: 0 }))
  const found: Found[] = []
  if ((mode & 0o077) !== 0) {
    found.push(wrong(`${file} can be read by other users of this machine.`, `chmod 600 ${file}`))
  }
  if (wal.size > usualWal) {
    found.push(
      warning(
        `${megabytes(wal.size)} of what was written are not in the database file yet (${file}-wal).`,
        'Somebody has had it open for reading for long: end that, or restart the server.',
      ),
    )
  }
  if (size > mostChecked) {
    found.push(
      right(
        `The file has ${megabytes(size)}, and its tables are up to date. "council backup" looks through all of it.`,
      ),
    )
    return found
  }
  const check = sql<{ quick_check: string }>`PRAGMA quick_check(5)`.compile(database.build)
  const faults = (await database.read(check)).filter(({ quick_check }) => quick_check !== 'ok')
  found.push(
    faults.length === 0
      ? right(
          `The file has ${megabytes(size)}, SQLite finds no damage, and its tables are up to date.`,
        )
      : wrong(
          `The file is damaged (SQLite: ${faults.map(({ quick_check }) => quick_check).join('; ')}).`,
          'Stop the server, keep the folder as it is, and restore the newest backup (docs/backup.md).',
        ),
  )
  return found
}

async function lookAtServer(address: NonNullable<Config['database']>): Promise<Looked> {
  const { isBegun, toCome } = await lookIntoPostgres(address, councilSchema)
  if (!isBegun)
    return none(wrong(`DATABASE_URL is ${address.shown}, where nothing is stored.`, startFirst))
  if (toCome.length > 0) return behind(toCome)
  const database = await openPostgresDatabase(address, councilSchema)
  const size = sql<{ bytes: string; version: string }>`
    SELECT pg_database_size(current_database()) AS bytes, current_setting('server_version') AS version`
  const [facts] = await database.read(size.compile(database.build))
  const says = `PostgreSQL ${facts?.version ?? ''} keeps what it acknowledges, the user has its rights, and the tables are up to date; ${megabytes(Number(facts?.bytes))}.`
  return { database, found: [right(says)] }
}
