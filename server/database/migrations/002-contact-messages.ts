import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What visitors write to the council. */
export const contactMessages: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('contact_message')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .execute()
  },
}
