import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { forbidChanges, forbidReplacing } from '../append-only-triggers.ts'

/**
 * Letters that are held back, certificates that are issued again under the reference of one that was
 * taken back (decision 059), and where resumes are kept (decision 060).
 */
export const takenBack: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database
    await schema.alterTable('letter').addColumn('held_at', 'text').execute()
    await schema
      .createTable('resume_place')
      .addColumn('number', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('named', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull())
      .execute()
    await forbidChanges(database, 'resume_place')
    await forbidReplacing(database, 'resume_place', ['number'])
    await letReferencesRepeat(database)
    await schema
      .createIndex('certificate_reference')
      .on('certificate')
      .column('external_reference')
      .execute()
  },
}

async function letReferencesRepeat(database: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(database)
  if (database.getExecutor().adapter instanceof PostgresAdapter) {
    // Called after the table that it was made for.
    await run('ALTER TABLE certificate DROP CONSTRAINT certificate_sealed_external_reference_key')
    return
  }
  // SQLite drops no constraint: a table without it takes the old one's place.
  const { schema } = database
  await schema
    .createTable(repeatable)
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('credential', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('status_index', 'integer', (column) => column.notNull().unique())
    .addColumn('log_index', 'integer', (column) => column.notNull().unique())
    .addColumn('external_reference', 'text')
    .addColumn('issued_at', 'text', (column) => column.notNull())
    .execute()
  const columns = [...unique, 'credential', 'external_reference', 'issued_at'].join(', ')
  await run(`INSERT INTO ${repeatable} (${columns}) SELECT ${columns} FROM certificate`)
  await schema.dropTable('certificate').execute()
  await schema.alterTable(repeatable).renameTo('certificate').execute()
  await forbidChanges(database, 'certificate')
  await forbidReplacing(database, 'certificate', unique)
}

const repeatable = 'certificate_repeatable'
const unique = ['id', 'hash', 'status_index', 'log_index']
