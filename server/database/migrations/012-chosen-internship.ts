import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which internship an application is for, by its id in the catalogue; null where none was named. */
export const chosenInternship: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('application').addColumn('internship', 'text').execute()
  },
}
