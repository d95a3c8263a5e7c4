import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What applicants send, and the letters that wait to be sent. */
export const applicationsAndLetters: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('application')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('college', 'text', (column) => column.notNull())
      .addColumn('year', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('linkedin', 'text')
      .addColumn('message', 'text')
      .addColumn('resume_key', 'text', (column) => column.notNull().unique())
      .addColumn('resume_name', 'text', (column) => column.notNull())
      .addColumn('resume_type', 'text', (column) => column.notNull())
      .addColumn('resume_bytes', 'integer', (column) => column.notNull())
      .addColumn('resume_sha256', 'text', (column) => column.notNull())
      .execute()

    await database.schema
      .createTable('letter')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('to_name', 'text', (column) => column.notNull())
      .addColumn('to_address', 'text', (column) => column.notNull())
      .addColumn('reply_to_name', 'text')
      .addColumn('reply_to_address', 'text')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'text')
      .addColumn('last_failure', 'text')
      .execute()

    // The outbox asks for what is due and unsent; sent letters should cost it nothing.
    await database.schema
      .createIndex('letter_due')
      .on('letter')
      .columns(['sent_at', 'due_at'])
      .execute()
  },
}
