import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { registryEngines } from '#test/support/registry-engines.ts'
import { TestRegistry } from '#test/support/start-registry.ts'
import { Faults } from './faults.ts'
import { compareRows } from './compare-rows.ts'
import { countRows, findRows, keyOf, pagesOf, type Row } from './table-rows.ts'

/** More than are read at a time, under keys that engines sort in different ways. */
const calendars = Array.from({ length: 1_203 }, (_, at) => `${at % 2 ? 'ä' : 'Z'}-${at}'"\\`)

describe.each(registryEngines)('on $name', (engine) => {
  let place: TestRegistry
  let database: Database
  beforeEach(async () => {
    place = await TestRegistry.start(engine)
    database = place.database
    const rows = calendars.map((calendar) => ({
      size: 17,
      calendar,
      timestamp: '',
      block: null,
      stamped_at: '',
    }))
    await database.atomic(insertRows(database.build, 'log_stamp', rows))
  })
  afterEach(() => place.remove())

  test('pages have every row once, also of a table whose keys are of two columns', async () => {
    const found: Row[] = []
    for await (const rows of pagesOf(database, 'log_stamp')) {
      expect(rows.length).toBeLessThan(1_000)
      found.push(...rows)
    }
    expect(found.map((row) => row['calendar']).toSorted()).toEqual(calendars.toSorted())
    expect(await countRows(database, 'log_stamp')).toBe(calendars.length)
  })

  test('rows are found by keys, and keys of two columns are not confused', async () => {
    const like = [
      { size: 17, calendar: calendars[7] },
      { size: 1, calendar: calendars[8] },
    ]
    const found = await findRows(database, 'log_stamp', like)
    expect(like.map((row) => found.get(keyOf('log_stamp', row))?.['calendar'])).toEqual([
      calendars[7],
      undefined,
    ])
  })

  test('every column of every row is compared', async () => {
    const other = await TestRegistry.start(engine)
    try {
      for await (const rows of pagesOf(database, 'log_stamp')) {
        const changed = rows.map((row) => {
          const block = row['calendar'] === calendars[900] ? 0 : null
          return Object.assign(row, { block })
        })
        const kept = changed.filter((row) => row['calendar'] !== calendars[1])
        await other.database.atomic(insertRows(other.database.build, 'log_stamp', kept as never))
      }
      const faults = new Faults()
      let passed = 0
      await compareRows({ of: database, with: other.database }, 'log_stamp', {
        faults,
        passed: (rows) => (passed += rows),
      })
      expect(passed).toBe(calendars.length)
      expect(faults.sentences.toSorted()).toEqual([
        `log_stamp 17 ${calendars[900]} is not the same in both: block.`,
        `log_stamp 17 ${calendars[1]} is in one of the two only.`,
      ])
    } finally {
      await other.remove()
    }
  })
})

test('of many faults some are named, and the others counted', () => {
  const faults = new Faults()
  for (let at = 0; at < 50; at += 1) faults.add(`No. ${at}.`)
  expect(faults.count).toBe(50)
  expect(faults.sentences).toHaveLength(21)
  expect(faults.sentences.at(-1)).toBe('And 30 more.')
})
