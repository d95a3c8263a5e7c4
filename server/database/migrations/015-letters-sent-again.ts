import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How often a letter that was sent was put up once more: each time it is another one to a mail program. */
export const lettersSentAgain: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('letter')
      .addColumn('resent', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
