import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { forbidChanges, forbidReplacing } from '../append-only-triggers.ts'

/**
 * What the staff do with what came in. An application and a message stay as they were acknowledged:
 * how far they are is a row beside them. And the journal of who did what.
 */
export const theDesk: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database
    await schema
      .createTable('application_status')
      .addColumn('application_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addColumn('changes', 'integer', (column) => column.notNull())
      .addColumn('completed_on', 'text')
      .addColumn('internship', 'text')
      .execute()
    await schema
      .createTable('status_change')
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('note', 'text')
      .addColumn('letter_id', 'text')
      .addPrimaryKeyConstraint('status_change_key', ['application_id', 'number'])
      .execute()
    await schema
      .createTable('message_answer')
      .addColumn('message_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('answered_at', 'text', (column) => column.notNull())
      .addColumn('answered_by', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createTable('journal')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('did', 'text', (column) => column.notNull())
      .addColumn('subject', 'text')
      .addColumn('detail', 'text')
      .execute()
    await forbidChanges(database, 'journal')
    await forbidReplacing(database, 'journal', ['id'])
    await schema.createIndex('journal_at').on('journal').columns(['at', 'id']).execute()
    await schema
      .createIndex('application_received')
      .on('application')
      .columns(['received_at', 'id'])
      .execute()
    await schema
      .createIndex('contact_message_received')
      .on('contact_message')
      .columns(['received_at', 'id'])
      .execute()
    // What is kept for so many days is found by its age.
    await schema.createIndex('letter_created').on('letter').columns(['created_at', 'id']).execute()
  },
}
