import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { forbidReplacing } from '../append-only-triggers.ts'

/** The tables of the registry that only grow, with the columns that no two rows have alike. */
export const appendOnlyTables = {
  registry: ['id'],
  registry_key: ['name', 'public_key', 'log_index'],
  certificate: ['id', 'hash', 'status_index', 'log_index', 'external_reference'],
  revocation: ['certificate_id', 'log_index'],
  log_entry: ['position'],
  log_node: ['id'],
  log_checkpoint: ['size', 'previous'],
} as const

/** What `REPLACE` could still do to them. */
export const replacingForbidden: Migration = {
  async up(database: Kysely<unknown>) {
    for (const [table, keys] of Object.entries(appendOnlyTables)) {
      await forbidReplacing(database, table, keys)
    }
  },
}
