import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import beforeStatusEntries from './before-status-entries.json' with { type: 'json' }
import firstEdition from './first-edition.json' with { type: 'json' }
import type { RegistryEngine } from './registry-engines.ts'
import { TestRegistry } from './start-registry.ts'

/**
 * A registry as the program made it before its log had entries of the second edition: samples,
 * two certificates, one revocation, and a rotation of each key, which nobody vouched for. Its keys
 * are of this test alone, in the form of the settings.
 */
export const startFirstEdition = (engine: RegistryEngine) => startAsOf(firstEdition, engine)

/**
 * As the program made it before its log named the status list: samples, four certificates, one
 * revocation, a rotation of each key, and a key of the log that was revoked.
 */
export const startBeforeStatusEntries = (engine: RegistryEngine) =>
  startAsOf(beforeStatusEntries, engine)

type Fixture = Pick<typeof firstEdition, 'lastCheckpoint' | 'keySettings'> & {
  tables: Parameters<TestRegistry['makeOlder']>[1]
}

async function startAsOf(fixture: Fixture, engine: RegistryEngine): Promise<TestRegistry> {
  const place = await TestRegistry.start(engine)
  await place.close()
  await place.removeRows()
  await place.makeOlder('009-keys-revoked', fixture.tables)
  await rm(place.keysFolder, { recursive: true })
  await mkdir(place.keysFolder)
  await writeFile(path.join(place.keysFolder, 'last-checkpoint'), fixture.lastCheckpoint)
  place.keySettings = fixture.keySettings
  await place.open()
  return place
}

type Receipts = readonly { id: string; receipt: string }[]

/** Receipts as holders downloaded them then, with the entries that they prove. */
export const receiptsOfThen: Receipts = firstEdition.receipts
export const receiptsBeforeStatusEntries: Receipts = beforeStatusEntries.receipts
