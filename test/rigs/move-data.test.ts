import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PostgresPlace } from '#support/postgres-places.ts'
import { refusedStart } from '#support/refused-start.ts'
import { councilIn, councilProcess } from '#support/council.ts'
import { ServerProcess } from '#support/run-server.ts'
import { issueIn } from '#support/issue-in.ts'
import {
  applicants,
  copyOf,
  isReceiptOf,
  makeWholeInstallation,
  rowsAt,
  rowsIn,
  site,
} from '#support/whole-installation.ts'

let whole: Awaited<ReturnType<typeof makeWholeInstallation>>
beforeAll(async () => {
  whole = await makeWholeInstallation()
})
afterAll(() => rm(whole.folder, { recursive: true }))

let dataDir: string
let place: PostgresPlace
let settings: Record<string, string>
let server: ServerProcess | undefined
beforeEach(async () => {
  dataDir = await copyOf(whole.folder)
  place = new PostgresPlace()
  await place.createEmpty()
  settings = { DATABASE_URL: place.url }
})
afterEach(async () => {
  await server?.kill()
  server = undefined
  await place.remove()
  await rm(dataDir, { recursive: true })
})

/** A move keeps the lock of DATA_DIR until its process ends. */
const inProcess = (words: readonly string[], more: Record<string, string> = {}) =>
  councilProcess(words, { environment: { DATA_DIR: dataDir, ...more } })
const move = () => inProcess(['move-data'], settings)

/** @returns its address. */
function serve(more: Record<string, string>): Promise<string> {
  server = new ServerProcess({ DATA_DIR: dataDir, SITE_URL: site, ...more })
  return server.listening()
}

/** By a hand that knows of the triggers. */
function byHand(...statements: string[]) {
  const sqlite = new DatabaseSync(path.join(dataDir, 'naic.sqlite'))
  for (const statement of statements) sqlite.exec(statement)
  sqlite.close()
}

async function expectRefused(sentence: RegExp, moved = move()) {
  const { code, stdout, stderr } = await moved
  expect(stderr).toMatch(sentence)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
}

const isMarked = () => readFile(path.join(dataDir, 'moved.json'), 'utf8').catch(() => false)

test('without a place to move to, the command says what to set', async () => {
  const { code, stderr } = await inProcess(['move-data'])
  expect(stderr).toMatch(/Set where to: DATABASE_URL .+ FILES_URL .+[.]\n$/)
  expect(code).toBe(2)
})

test('what was moved is there to the letter, and a server goes on with it', async () => {
  const before = rowsIn(dataDir)
  const { code, stdout, stderr } = await move()
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout).toContain('The log is as it was signed.')
  expect(stdout).toContain('CREDENTIALS_KEYS and LOG_KEYS')
  expect(await rowsAt(place)).toEqual(before)
  expect(rowsIn(dataDir)).toEqual(before)
  expect(before['application']).toHaveLength(applicants)
  expect(before['log_stamp']?.length).toBeGreaterThan(1)

  const url = await serve(settings)
  const { keys } = await (await fetch(`${url}/log/keys`)).json()
  for (const receipt of whole.receipts) expect(await isReceiptOf(receipt, keys)).toBe(true)
  const revoked = await (await fetch(`${url}/api/certificates/${whole.revoked}`)).json()
  expect(revoked.revocation).not.toBeNull()
  await issueIn({ DATA_DIR: dataDir, ...settings }, { holder: 'Next' })
  expect(await councilIn(dataDir, ['log', 'verify'], settings)).toMatchObject({ code: 0 })
  const [{ size } = { size: 0 }] = await place.query<{ size: number }>(
    'SELECT max(size) AS size FROM log_checkpoint',
  )
  expect(size).toBe((before['log_entry']?.length ?? 0) + 3)
})

test('after a move no server and no command starts on the folder by mistake', async () => {
  expect(await move()).toMatchObject({ code: 0 })
  const before = rowsIn(dataDir)
  const moved = /rows were moved to postgres:.+Set DATABASE_URL to that/
  expect(await refusedStart({ DATA_DIR: dataDir, SITE_URL: site, PORT: '0' })).toMatch(moved)
  for (const words of ['outbox list', 'migrate', 'keys rotate log', 'backup -']) {
    await expectRefused(moved, councilIn(dataDir, words.split(' ')))
  }
  await expectRefused(moved, inProcess(['move-data']))
  expect(rowsIn(dataDir)).toEqual(before)
  expect(await isMarked()).not.toMatch(/password/)
  const again = await move()
  expect(again.stderr).toMatch(/^Nothing is to be moved[.]/)
  expect(again.code).toBe(2)
  await rm(path.join(dataDir, 'moved.json'))
  expect(await councilIn(dataDir, ['log', 'verify'])).toMatchObject({ code: 0 })
})

describe('nothing is moved, and nothing is marked,', () => {
  afterEach(async () => expect(await isMarked()).toBe(false))

  test('while a server is at work', async () => {
    await serve({})
    await expectRefused(/another server uses/)
  })

  test('while a command has the database open', async () => {
    const command = new DatabaseSync(path.join(dataDir, 'naic.sqlite'))
    command.prepare('SELECT * FROM registry').all()
    await expectRefused(/Another program has .+naic[.]sqlite open/)
    command.close()
  })

  test('to where another registry is', async () => {
    await issueIn({ ...settings, DATA_DIR: `${dataDir}/other` }, { holder: 'Another' })
    await expectRefused(/holds another registry, made for https:/)
  })

  test('to where others have applied', async () => {
    await councilIn(dataDir, ['migrate'], settings)
    const columns = await place.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'application'",
    )
    const values = columns.map(({ name }) => (name === 'resume_bytes' ? '1' : `'x'`))
    await place.query(
      `INSERT INTO application (${columns.map(({ name }) => name).join()}) VALUES (${values.join()})`,
    )
    await expectRefused(/holds rows of application that are not those of DATA_DIR/)
  })

  test('where the log was changed', async () => {
    byHand('DROP TRIGGER log_checkpoint_no_update', `UPDATE log_checkpoint SET note = note || 'x'`)
    await expectRefused(/log|checkpoint/)
  })

  test('where a value is none that PostgreSQL can keep', async () => {
    byHand(
      `UPDATE application SET message = 'a' || char(0) || 'b' WHERE email = 'asha3@example.com'`,
    )
    await expectRefused(/The database takes no such value \(22021\)[.]/)
    expect((await rowsAt(place))['log_entry']).toEqual([])
  })

  test('where a certificate is not what was signed', async () => {
    byHand(
      'DROP TRIGGER certificate_no_update',
      `UPDATE certificate SET status_index = 131071 WHERE id = '${whole.id}'`,
    )
    await expectRefused(new RegExp(`Certificate ${whole.id}: its row says something else`))
  })
})

test('if moved.json is not what was written, nothing starts', async () => {
  await writeFile(path.join(dataDir, 'moved.json'), '{"rows":')
  await expectRefused(/moved[.]json cannot be understood/, councilIn(dataDir, ['outbox', 'list']))
})

describe('after a move of which nothing is marked', () => {
  const one = `DELETE FROM contact_message WHERE message LIKE 'null%'`
  const differs = /^contact_message is not the same in both: \d rows in DATA_DIR, \d in the new/
  beforeEach(async () => {
    expect(await move()).toMatchObject({ code: 0 })
    await rm(path.join(dataDir, 'moved.json'))
  })
  afterEach(async () => expect(await isMarked()).toBe(false))

  test('what the source has lost or changed since is named, if it was a broken one', async () => {
    const asReplica = "SET session_replication_role = 'replica'"
    await place.query(asReplica, 'DELETE FROM log_entry WHERE position > 5')
    byHand(one)
    await expectRefused(differs)
  })

  test('a whole copy is never written to again, though a server has been at work on it', async () => {
    await place.query(one)
    await expectRefused(differs)
    expect((await rowsAt(place))['contact_message']).toHaveLength(5)
  })
})
