import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Insertable } from 'kysely'
import { searchedText } from '@naic/admissions/applications/application-filter.ts'
import type { Application } from '@naic/admissions/forms/application-form.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { insertRows } from '@naic/platform/database/insert-rows.ts'
import type { Tables } from '@naic/platform/database/tables.ts'
import { asha } from './ashas-form.ts'
import { type RegistryDatabase, registryEngines } from './registry-engines.ts'

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

/** Stores rows as they are, many at a time. */
export const storeApplications = (
  { build, atomic }: Database,
  rows: readonly ApplicationRow[],
): Promise<unknown> => atomic(insertRows(build, 'application', rows))

/** Databases with all tables and no row, one of each engine. */
export class EveryEngine {
  readonly databases: { name: string; database: Database; place: RegistryDatabase }[] = []
  #folder = ''

  static async open(): Promise<EveryEngine> {
    const all = new EveryEngine()
    all.#folder = await mkdtemp(path.join(tmpdir(), 'naic-applications-'))
    for (const { name, at } of registryEngines) {
      const place = at(all.#folder)
      all.databases.push({ name, database: await place.open(), place })
    }
    return all
  }

  async remove(): Promise<void> {
    for (const { database, place } of this.databases) {
      await database.close()
      await place.remove()
    }
    await rm(this.#folder, { recursive: true })
  }
}
