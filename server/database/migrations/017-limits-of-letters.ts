import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Turns, of which an address has three a day, and ranks, by which letters go out. And under which
 * version of the privacy notice an application was sent.
 */
export const limitsOfLetters: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database
    await schema.alterTable('application').addColumn('notice_version', 'text').execute()
    await schema.alterTable('letter').addColumn('turn', 'text').execute()
    await schema
      .alterTable('letter')
      .addColumn('rank', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createIndex('letter_turn')
      .unique()
      .on('letter')
      .column('turn')
      .where(sql<boolean>`turn IS NOT NULL`)
      .execute()
    await schema.dropIndex('letter_waiting').execute()
    await schema
      .createIndex('letter_waiting')
      .on('letter')
      .columns(['rank', 'due_at'])
      .where(sql<boolean>`sent_at IS NULL AND refused_at IS NULL AND gave_up_at IS NULL`)
      .execute()
    await schema
      .createIndex('letter_sent')
      .on('letter')
      .column('sent_at')
      .where(sql<boolean>`sent_at IS NOT NULL`)
      .execute()
  },
}
