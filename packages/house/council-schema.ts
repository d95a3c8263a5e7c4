import { admissionTables } from '@naic/admissions/applications/admission-tables.ts'
import { createTables } from '@naic/store/database/create-tables.ts'
import { asDesk, type Schema } from '@naic/store/database/tables.ts'
import { journalTables } from '@naic/store/journal/journal.ts'
import { letterTables } from '@naic/store/mail/letter-table.ts'
import { registryTables } from '@naic/registry/registry-tables.ts'
import type { Config } from './config.ts'
import { resumePlaceTables } from './resume-place.ts'
import { staffTables } from './staff-tables.ts'

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

const schemas = { site: councilSchema, desk: asDesk(councilSchema) }

/** @returns all tables, with the rights that the settings' user of PostgreSQL needs. */
export const schemaFor = ({ worksAs }: Pick<Config, 'worksAs'>): Schema => schemas[worksAs]
