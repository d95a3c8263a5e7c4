import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What calendars say of the log's checkpoints. It grows when a block is known. */
export const stamps: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('log_stamp')
      .addColumn('size', 'integer', (column) => column.notNull().references('log_checkpoint.size'))
      .addColumn('calendar', 'text', (column) => column.notNull())
      .addColumn('timestamp', 'text', (column) => column.notNull())
      .addColumn('block', 'integer')
      .addColumn('stamped_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('log_stamp_key', ['size', 'calendar'])
      .execute()
  },
}
