import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { forbidChanges, forbidReplacing } from '../append-only-triggers.ts'

/** From which entry of the log on a key does not count, because somebody else may have it. */
export const keysRevoked: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('key_revocation')
      .addColumn('name', 'text', (column) =>
        column.primaryKey().notNull().references('registry_key.name'),
      )
      .addColumn('from_index', 'integer', (column) => column.notNull())
      .addColumn('revoked_at', 'text', (column) => column.notNull())
      .addColumn('log_index', 'integer', (column) => column.notNull().unique())
      .execute()
    await forbidChanges(database, 'key_revocation')
    await forbidReplacing(database, 'key_revocation', ['name', 'log_index'])
  },
}
