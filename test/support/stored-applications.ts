import { randomUUID } from 'node:crypto'
import { CompiledQuery, type Insertable } from 'kysely'
import { searchedText } from '@naic/admissions/applications/application-filter.ts'
import type { Application } from '@naic/admissions/forms/application-form.ts'
import { toStatement } from '@naic/store/database/connected.ts'
import type { Database, Question } from '@naic/store/database/database.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import { asha } from './ashas-form.ts'
import { onSqlite, registryEngines } from './registry-engines.ts'
import { newFolder } from './opened.ts'

type ApplicationRow = Insertable<Tables['application']>

/** A row as the door for applications would store it, with other values where they matter. */
export function applicationRow(values: Partial<ApplicationRow> = {}): ApplicationRow {
  const row = {
    ...asha,
    id: randomUUID(),
    received_at: '2026-03-14T06:00:00.000Z',
    resume_key: randomUUID(),
    resume_name: 'cv.pdf',
    resume_type: 'application/pdf',
    resume_bytes: 2_000,
    resume_sha256: '0'.repeat(64),
    ...values,
  }
  return { ...row, searched: values.searched ?? searchedText(row as Application) }
}

export const storeApplications = (
  { write }: Database,
  rows: readonly ApplicationRow[],
): Promise<unknown> => write((transaction) => insertRows(transaction, 'application', rows))

/** A database with all tables and no row, of the engine of this run, in a folder of its own. */
export async function openEmptyDatabase() {
  const [engine = onSqlite] = registryEngines
  const folder = await newFolder()
  const place = engine.at(folder.path)
  const database = await place.open()
  return {
    name: engine.name,
    folder: folder.path,
    place,
    database,

    /** @returns how the engine would answer a query, in its own words. */
    async planOf(question: Question) {
      const { sql, parameters } = toStatement(question)
      const explain = engine === onSqlite ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
      return JSON.stringify(
        await database.readTogether([CompiledQuery.raw(`${explain} ${sql}`, [...parameters])]),
      )
    },

    async remove() {
      await database.close()
      await place.remove()
      await folder.remove()
    },
  }
}
