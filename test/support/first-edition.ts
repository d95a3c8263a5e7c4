import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Insertable } from 'kysely'
import { insertRows } from '#server/database/insert-rows.ts'
import type { Tables } from '#server/database/tables.ts'
import fixture from './first-edition.json' with { type: 'json' }
import type { RegistryEngine } from './registry-engines.ts'
import { TestRegistry } from './start-registry.ts'

/**
 * A registry as the program made it before its log had entries of the second edition: samples,
 * two certificates, one revocation, and a rotation of each key, which nobody vouched for. Its keys
 * are of this test alone, in the form of the settings.
 */
export async function startFirstEdition(engine: RegistryEngine): Promise<TestRegistry> {
  const place = await TestRegistry.start(engine)
  await place.close()
  await place.removeRows()
  const database = await place.openAnother()
  for (const [table, rows] of Object.entries(fixture.tables)) {
    const name = table as keyof Tables
    await database.atomic(
      insertRows(database.build, name, rows as Insertable<Tables[typeof name]>[]),
    )
  }
  await database.close()
  await rm(place.keysFolder, { recursive: true })
  await mkdir(place.keysFolder)
  await writeFile(path.join(place.keysFolder, 'last-checkpoint'), fixture.lastCheckpoint)
  place.keySettings = fixture.keySettings
  await place.open()
  return place
}

/** Receipts as holders downloaded them then, with the entries that they prove. */
export const receiptsOfThen: readonly { id: string; receipt: string }[] = fixture.receipts
