import { councilSchema } from '@naic/house/council-schema.ts'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { escapeLiteral } from 'pg'
import type { Database } from '@naic/store/database/database.ts'
import { openSqliteDatabase } from '@naic/store/database/sqlite/sqlite-database.ts'
import { PostgresPlace } from './postgres-places.ts'

/**
 * Of the engines that a test is written for, those that it runs on here: SQLite alone among the
 * units, PostgreSQL alone where the same files run a second time, and both in the rigs
 * (vitest.config.ts).
 */
export const enginesOfTheRun = <Engine extends { name: string }>(
  engines: readonly Engine[],
): readonly Engine[] => {
  const only = process.env['TEST_ENGINE']
  return engines.filter(({ name }) => only === undefined || name === only)
}

/** Somewhere a registry's rows can be, and what somebody can do to them who has the machine. */
export interface RegistryDatabase {
  /** The settings by which the command line finds it, besides DATA_DIR. */
  readonly settings: Readonly<Record<string, string>>

  /** As the server does at its start; an empty one if there is none. */
  open(): Promise<Database>

  /** Runs plain SQL, with triggers and foreign keys off for as long, whether it is open or closed. */
  byHand(...statements: string[]): Promise<void>
  /** Takes the triggers away for good, whether it is open or closed. */
  dropTriggers(): Promise<void>
  /** @returns the name of a copy, for `restore` of this one or of another. */
  backup(): Promise<string>
  /** Puts all rows back to a copy's; it must be closed. */
  restore(copy: string): Promise<void>
  /** Takes away all rows and the tables; it must be closed. */
  remove(): Promise<void>
}

/** @param folder of the test's own, which is removed in the end. */
export type RegistryEngine = {
  name: string
  at: (folder: string) => RegistryDatabase
  /** What its triggers refuse, of each table that only grows. */
  refused: readonly string[]
  /** @returns a statement that replaces the row with the same key. */
  replace: (table: string, row: readonly unknown[], key: string) => string
}

/** What tests of the registry run on where no engine is different. */
export const onSqlite: RegistryEngine = {
  name: 'SQLite',
  at: (folder) => new SqliteFile(path.join(folder, 'naic.sqlite')),
  refused: ['update', 'delete', 'replace'],
  replace: (table, row) => `REPLACE INTO ${table} VALUES (${row.map(() => '?').join(', ')})`,
}

/** For triggers, for what happens at once, and for one walk through everything: a further engine is one more entry. */
export const registryEngines = enginesOfTheRun<RegistryEngine>([
  onSqlite,
  {
    name: 'PostgreSQL',
    at: () => new PostgresRows(),
    refused: ['update', 'delete', 'truncate'],
    replace: (table, row, key) =>
      `INSERT INTO ${table} VALUES (${row.map((_, at) => `$${at + 1}`).join(', ')}) ON CONFLICT (${key}) DO UPDATE SET ${key} = EXCLUDED.${key}`,
  },
])

class SqliteFile implements RegistryDatabase {
  readonly settings = {}
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  open = () => openSqliteDatabase(this.#file, councilSchema)

  async byHand(...statements: string[]) {
    this.#run((sqlite) => {
      const dropped = dropTriggersOf(sqlite)
      for (const statement of [...statements, ...dropped]) sqlite.exec(statement)
    })
  }

  dropTriggers = async () => this.#run(dropTriggersOf)

  async backup() {
    const copy = `${this.#file}.backup-${Date.now()}`
    this.#run((sqlite) => sqlite.exec(`VACUUM INTO '${copy}'`))
    return copy
  }

  async restore(copy: string) {
    await this.remove()
    await cp(copy, this.#file)
  }

  async remove() {
    for (const end of ['', '-wal', '-shm']) await rm(this.#file + end, { force: true })
  }

  #run(work: (sqlite: DatabaseSync) => void) {
    const options = { timeout: 10_000, enableForeignKeyConstraints: false }
    using sqlite = new DatabaseSync(this.#file, options)
    work(sqlite)
  }
}

function dropTriggersOf(sqlite: DatabaseSync): string[] {
  const triggers = sqlite.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
  return triggers.all().map(({ name, sql }) => {
    sqlite.exec(`DROP TRIGGER ${String(name)}`)
    return String(sql)
  })
}

class PostgresRows extends PostgresPlace implements RegistryDatabase {
  readonly settings = { DATABASE_URL: this.url }

  async byHand(...statements: string[]) {
    // Triggers and foreign keys are for the origin of rows, and not for a replica of them.
    await this.query("SET session_replication_role = 'replica'", ...statements)
  }

  async dropTriggers() {
    const found = await this.query<{ name: string; table: string }>(
      'SELECT tgname AS name, tgrelid::regclass AS table FROM pg_trigger WHERE NOT tgisinternal',
    )
    await this.query(...found.map(({ name, table }) => `DROP TRIGGER ${name} ON ${table}`))
  }

  async backup() {
    const copy = new PostgresPlace()
    await (await copy.open()).close()
    const tables = await this.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'kysely%'",
    )
    const inserts: string[] = []
    for (const { name } of tables) {
      const [all] = await this.query<{ rows: string | null }>(
        `SELECT json_agg(${name})::text AS rows FROM ${name}`,
      )
      if (!all?.rows) continue
      const rows = `json_populate_recordset(NULL::${name}, ${escapeLiteral(all.rows)})`
      inserts.push(`INSERT INTO ${name} SELECT * FROM ${rows}`)
    }
    await copy.query("SET session_replication_role = 'replica'", ...inserts)
    return copy.name
  }

  async restore(copy: string) {
    await this.remove()
    await this.copyFrom(copy)
  }
}
