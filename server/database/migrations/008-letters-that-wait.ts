import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Indexes of what was not sent, and of that alone: finding the next letter takes as long after
 * twenty million letters, or with a million waiting, as on the first day.
 */
export const lettersThatWait: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database
    await schema.dropIndex('letter_due').execute()
    await schema
      .createIndex('letter_waiting')
      .on('letter')
      .column('due_at')
      .where(sql<boolean>`sent_at IS NULL AND refused_at IS NULL AND gave_up_at IS NULL`)
      .execute()
    await schema
      .createIndex('letter_unsent')
      .on('letter')
      .columns(['created_at', 'id'])
      .where(sql<boolean>`sent_at IS NULL`)
      .execute()
  },
}
