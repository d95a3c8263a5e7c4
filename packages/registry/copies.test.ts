import { afterEach, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { issueAt, TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { Registry } from './registry.ts'

const shared = registryEngines.find(({ name }) => name === 'PostgreSQL')
const place = eachTest(() => TestRegistry.start(shared))
const others: Database[] = []
afterEach(() => Promise.all(others.splice(0).map((one) => one.close())))

/** Another copy of the program on the same database. */
async function openCopy(): Promise<Registry> {
  const database = await place.openAnother()
  others.push(database)
  return { ...place.registry, database, log: place.anotherLog({ database }) }
}

test('copies that issue at the same time do not fork the log, and all of it is issued', async () => {
  const copies = [await openCopy(), await openCopy(), await openCopy()]
  const issuing = Array.from({ length: 12 }, (_, at) =>
    issueAt(copies[at % copies.length] as Registry, { holder: `Holder ${at}` }),
  )
  await Promise.all(issuing)
  expect(await place.checkpointSizes()).toEqual(Array.from({ length: 13 }, (_, at) => 17 + 3 * at))
  expect(await place.faults()).toEqual([])
})
