import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Until when a letter is in the hands of a copy of the program, where several share a database. */
export const lettersLeased: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('letter').addColumn('leased_until', 'text').execute()
  },
}
