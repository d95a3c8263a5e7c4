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

/** Another copy of the program on the same database. @param changes what the database does. */
async function openCopy(changes: (own: Database) => Partial<Database>): Promise<Registry> {
  const opened = await place.openAnother()
  others.push(opened)
  const database = { ...opened, ...changes(opened) }
  return { ...place.registry, database, log: place.anotherLog({ database }) }
}

async function issueAtOnce(copies: readonly Registry[]): Promise<void> {
  const issuing = Array.from({ length: 12 }, (_, at) =>
    issueAt(copies[at % copies.length] as Registry, { holder: `Holder ${at}` }),
  )
  await Promise.all(issuing)
  expect(await place.checkpointSizes()).toEqual(Array.from({ length: 13 }, (_, at) => 17 + 3 * at))
  expect(await place.faults()).toEqual([])
}

test('copies that issue at the same time wait for one another, and none works in vain', async () => {
  let writes = 0
  const counting = () =>
    openCopy(({ write }) => ({
      write: (work) => {
        writes += 1
        return write(work)
      },
    }))
  await issueAtOnce([await counting(), await counting(), await counting()])
  expect(writes).toBe(12)
})

test('copies that lose their turn while they work do not fork the log either', async () => {
  const alone: Database['inTurn'] = (work) => work()
  const copy = () => openCopy(() => ({ inTurn: alone }))
  await issueAtOnce([await copy(), await copy()])
})
