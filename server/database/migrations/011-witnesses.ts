import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The newest cosignature of each witness: one row a key, written over as the log grows. */
export const witnesses: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('witness_cosignature')
      .addColumn('vkey', 'text', (column) => column.primaryKey().notNull())
      .addColumn('size', 'integer', (column) => column.notNull().references('log_checkpoint.size'))
      .addColumn('cosigned_at', 'text', (column) => column.notNull())
      .addColumn('line', 'text', (column) => column.notNull())
      .execute()
  },
}
