import { admissionTables } from '@naic/admissions/applications/admission-tables.ts'
import { createTables } from '@naic/store/database/create-tables.ts'
import {
  asDesk,
  describeTable,
  orNull,
  type RowsOf,
  type Schema,
  text,
} from '@naic/store/database/tables.ts'
import { journalTables } from '@naic/store/journal/journal.ts'
import { letterTables } from '@naic/store/mail/letter-table.ts'
import { registryTables } from '@naic/registry/registry-tables.ts'
import type { Config } from './config.ts'
import { resumePlaceTables } from './resume-place.ts'

const ofStaff = { key: ['id'], rights: 'none', whose: 'council' } as const

/**
 * Who works at the desk that is served to the staff. On PostgreSQL the site's user may not even read these
 * rows: somebody who has taken over the site could else let themselves in at the desk.
 */
const staffTables = {
  /** One row a person. They are never removed: the journal names them. */
  staff: describeTable(
    {
      /** Random; passkeys know the person by it. */
      id: text,
      /** As the journal names them. */
      name: text,
      /** With spaces between them, as "reviewer issuer". */
      roles: text,
      added_at: text,
      /** Null while they may work at the desk. */
      suspended_at: orNull(text),
      /** When they left; they are suspended too then. */
      ended_at: orNull(text),
    },
    { ...ofStaff, unique: ['name'], desk: 'SELECT' },
  ),
  staff_passkey: describeTable(
    {
      /** The browser's name for it, in base64url. */
      id: text,
      staff_id: text,
      /** COSE, in base64url. */
      public_key: text,
      /** How often its authenticator has signed, in digits; "0" if it does not count. */
      counter: text,
      added_at: text,
      used_at: orNull(text),
    },
    { ...ofStaff, desk: 'INSERT, UPDATE, DELETE' },
  ),
  /** Lets a person add a passkey without having one, once. */
  staff_invitation: describeTable(
    {
      /** SHA-256 of its secret, in hex. */
      id: text,
      staff_id: text,
      made_at: text,
      used_at: orNull(text),
    },
    { ...ofStaff, desk: 'UPDATE', isPassing: true },
  ),
  staff_session: describeTable(
    {
      /** SHA-256 of what the browser has in its cookie, in hex. */
      id: text,
      staff_id: text,
      /** The passkey that began it: removed, it ends its sessions. */
      passkey_id: text,
      begun_at: text,
      /** When the person last did something, to the minute. */
      seen_at: text,
    },
    { ...ofStaff, desk: 'INSERT, UPDATE, DELETE', isPassing: true },
  ),
}

declare module '@naic/store/database/tables.ts' {
  interface Tables extends RowsOf<typeof staffTables> {}
}

const { log_entry, ...beforeEntries } = registryTables

/**
 * All tables of an installation: what its database is opened with. A table that somebody declared and nobody
 * put in here is a type error.
 *
 * In this order the rows are moved to another database. A server that is started on rows half moved finds
 * a registry that was made, and a log with fewer entries than were signed, and refuses.
 */
const tables: Schema['tables'] = {
  ...beforeEntries,
  ...admissionTables,
  ...letterTables,
  ...journalTables,
  ...resumePlaceTables,
  ...staffTables,
  log_entry,
}

export const councilSchema: Schema = {
  tables,
  migrations: { '001-first-schema': (database) => createTables(database, { tables }) },
}

/** @returns all tables, with the rights that the settings' user of PostgreSQL needs. */
export const schemaFor = ({ worksAs }: Pick<Config, 'worksAs'>): Schema =>
  worksAs === 'desk' ? asDesk(councilSchema) : councilSchema
