import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CompiledQuery, type Insertable } from 'kysely'
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

/** @returns how the engine would answer a query, in its own words. */
export async function planOf(name: string, { read }: Pick<Database, 'read'>, query: CompiledQuery) {
  const explain = name === 'SQLite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
  return JSON.stringify(
    await read(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters])),
  )
}

/** Databases with all tables and no row, one of each engine. */
export class EveryEngine {
  readonly #folder: string
  readonly #rows: RegistryDatabase[]
  readonly databases: { name: string; database: Database; place: RegistryDatabase }[] = []

  private constructor(folder: string) {
    this.#folder = folder
    this.#rows = registryEngines.map((engine) => engine.at(folder))
  }

  static async open(): Promise<EveryEngine> {
    const all = new EveryEngine(await mkdtemp(path.join(tmpdir(), 'naic-applications-')))
    for (const [at, place] of all.#rows.entries()) {
      const name = registryEngines[at]?.name ?? ''
      all.databases.push({ name, database: await place.open(), place })
    }
    return all
  }

  async remove(): Promise<void> {
    for (const { database } of this.databases) await database.close()
    for (const place of this.#rows) await place.remove()
    await rm(this.#folder, { recursive: true })
  }
}
