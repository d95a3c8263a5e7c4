import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
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
  await place.makeOlder('009-keys-revoked', fixture.tables)
  await rm(place.keysFolder, { recursive: true })
  await mkdir(place.keysFolder)
  await writeFile(path.join(place.keysFolder, 'last-checkpoint'), fixture.lastCheckpoint)
  place.keySettings = fixture.keySettings
  await place.open()
  return place
}

/** Receipts as holders downloaded them then, with the entries that they prove. */
export const receiptsOfThen: readonly { id: string; receipt: string }[] = fixture.receipts
