import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { forbidChanges } from '../append-only-triggers.ts'

/**
 * The registry of certificates and its log. None of its rows is ever changed or deleted; the
 * engine itself refuses it.
 */
export const certificates: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database
    await schema
      .createTable('registry')
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('site_url', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()

    await schema
      .createTable('registry_key')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('use', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull().unique())
      .addColumn('added_at', 'text', (column) => column.notNull())
      .addColumn('log_index', 'integer', (column) => column.notNull().unique())
      .execute()

    await schema
      .createTable('certificate')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('duration', 'text', (column) => column.notNull())
      .addColumn('verified_on', 'text', (column) => column.notNull())
      .addColumn('credential', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('status_index', 'integer', (column) => column.notNull().unique())
      .addColumn('log_index', 'integer', (column) => column.notNull().unique())
      .addColumn('external_reference', 'text', (column) => column.unique())
      .addColumn('issued_at', 'text', (column) => column.notNull())
      .execute()

    await schema
      .createTable('revocation')
      .addColumn('certificate_id', 'text', (column) =>
        column.primaryKey().notNull().references('certificate.id'),
      )
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('revoked_at', 'text', (column) => column.notNull())
      .addColumn('log_index', 'integer', (column) => column.notNull().unique())
      .execute()

    await schema
      .createTable('log_entry')
      .addColumn('position', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('entry', 'text', (column) => column.notNull())
      .execute()

    await schema
      .createTable('log_node')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute()

    await schema
      .createTable('log_checkpoint')
      .addColumn('size', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('previous', 'text', (column) => column.notNull().unique())
      .addColumn('signed_at', 'text', (column) => column.notNull())
      .execute()

    for (const table of theseTables) await forbidChanges(database, table)
  },
}

const theseTables = [
  'registry',
  'registry_key',
  'certificate',
  'revocation',
  'log_entry',
  'log_node',
  'log_checkpoint',
]
