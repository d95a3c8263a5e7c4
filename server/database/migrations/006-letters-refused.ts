import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a mail relay says of letters: refused for now, since when, and for good. */
export const lettersRefused: Migration = {
  async up(database: Kysely<unknown>) {
    for (const column of ['failing_since', 'refused_at', 'gave_up_at']) {
      await database.schema.alterTable('letter').addColumn(column, 'text').execute()
    }
  },
}
