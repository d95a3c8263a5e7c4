import { readdir } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { issueIn } from '#support/issue-in.ts'
import { allTests, eachTest } from '#support/opened.ts'
import { PostgresPlace } from '#support/postgres-places.ts'
import { councilIn, councilProcess } from '#support/council.ts'
import {
  applicants,
  copyOf,
  expectServed,
  makeWholeInstallation,
  rowsAt,
  rowsIn,
  site,
} from '#support/whole-installation.ts'

const whole = allTests(makeWholeInstallation)

/** Where the site was, and where it is restored. */
const dataDir = eachTest(() => copyOf(whole.path))
let next: string
let file: string
let settings: Record<string, string>
const place = eachTest(() => new PostgresPlace().createEmpty())
beforeEach(() => {
  next = dataDir.file('next')
  file = dataDir.file('naic.tar')
  settings = { SITE_URL: site, DATABASE_URL: place.url }
})

/** Restoring keeps the lock of DATA_DIR until its process ends. */
const restore = () =>
  councilProcess(['restore', file], { environment: { DATA_DIR: next, ...settings } })
const backUp = async () =>
  expect(await councilIn(dataDir.path, ['backup', file])).toMatchObject({ code: 0 })

/** By a hand that knows of the triggers. */
function byHand(...statements: string[]) {
  const sqlite = new DatabaseSync(dataDir.file('naic.sqlite'))
  for (const statement of statements) sqlite.exec(statement)
  sqlite.close()
}

test('from SQLite to PostgreSQL, and back, what was there is there to the letter, and a server goes on with it', async () => {
  const before = rowsIn(dataDir.path)
  expect(before['application']).toHaveLength(applicants)
  expect(before['log_stamp']?.length).toBeGreaterThan(1)
  await backUp()
  expect(await restore()).toMatchObject({ code: 0, stdout: '' })
  expect(await rowsAt(place)).toEqual(before)
  expect(await readdir(next)).not.toContain('naic.sqlite')

  const onPostgres = dataDir.file('onPostgres.tar')
  expect(await councilIn(next, ['backup', onPostgres], settings)).toMatchObject({ code: 0 })
  const back = dataDir.file('back')
  expect(await councilIn(back, ['restore', onPostgres])).toMatchObject({ code: 0 })
  expect(rowsIn(back)).toEqual(before)

  await expectServed({ DATA_DIR: next, ...settings }, whole)
  // Without the database that it was restored into, the folder begins no other registry.
  const { code, stderr } = await councilIn(next, ['outbox', 'list'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('nothing is stored')])
})

describe('nothing is restored into PostgreSQL, and nothing is left in the folder,', () => {
  async function expectRefused(sentence: RegExp) {
    const { code, stdout, stderr } = await restore()
    expect(stderr).toMatch(sentence)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(await readdir(next).catch(() => [])).toEqual([])
  }

  test('where another registry is', async () => {
    await backUp()
    await issueIn({ ...settings, DATA_DIR: dataDir.file('other') }, { holder: 'Another' })
    const [theirs] = (await rowsAt(place))['registry'] ?? []
    await expectRefused(/which holds rows of registry[.] Set it to an empty database[.]\n$/)
    expect((await rowsAt(place))['registry']).toEqual([theirs])
  })

  test('where a value is none that PostgreSQL can keep', async () => {
    byHand(
      `UPDATE application SET message = 'a' || char(0) || 'b' WHERE email = 'asha3@example.com'`,
    )
    await backUp()
    await expectRefused(/The database takes no such value \(22021\)[.]/)
    expect(Object.values(await rowsAt(place)).flat()).toEqual([])
  })

  test('where the log was changed; the rows are there then', async () => {
    byHand('DROP TRIGGER log_checkpoint_no_update', `UPDATE log_checkpoint SET note = note || 'x'`)
    await backUp()
    await expectRefused(/The rows are in postgres:.+ now: drop that database before you try again/)
  })
})
