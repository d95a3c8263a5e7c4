import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { forbidReplacing } from '../append-only-triggers.ts'

/** What `REPLACE` could still do to the tables of 003, with the columns that no two rows have alike. */
export const noReplacing: Migration = {
  async up(database: Kysely<unknown>) {
    for (const [table, keys] of Object.entries(theseTables)) {
      await forbidReplacing(database, table, keys)
    }
  },
}

const theseTables = {
  registry: ['id'],
  registry_key: ['name', 'public_key', 'log_index'],
  certificate: ['id', 'hash', 'status_index', 'log_index', 'external_reference'],
  revocation: ['certificate_id', 'log_index'],
  log_entry: ['position'],
  log_node: ['id'],
  log_checkpoint: ['size', 'previous'],
}
