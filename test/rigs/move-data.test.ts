import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PostgresPlace } from '#support/postgres-places.ts'
import { refusedStart } from '#support/refused-start.ts'
import { councilIn, councilProcess, killCouncil } from '#support/council.ts'
import type { NamedWrite } from '#support/kill-at.ts'
import { ServerProcess } from '#support/run-server.ts'
import {
  applicants,
  copyOf,
  isReceiptOf,
  issue,
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
let servers: ServerProcess[]
beforeEach(async () => {
  dataDir = await copyOf(whole.folder)
  place = new PostgresPlace()
  await place.createEmpty()
  settings = { DATABASE_URL: place.url }
  servers = []
})
afterEach(async () => {
  for (const server of servers) if (!server.hasEnded) await server.kill()
  await place.remove()
  await rm(dataDir, { recursive: true })
})

/** A move keeps the lock of DATA_DIR until its process ends. */
const inProcess = (words: readonly string[], more: Record<string, string> = {}) =>
  councilProcess(words, { environment: { DATA_DIR: dataDir, ...more } })
const move = (more: Record<string, string> = {}) =>
  inProcess(['move-data'], { ...settings, ...more })

function serve(more: Record<string, string> = {}) {
  const server = new ServerProcess({ DATA_DIR: dataDir, SITE_URL: site, ...settings, ...more })
  servers.push(server)
  return server
}

/** By a hand that knows of the triggers. */
function byHand(...statements: string[]) {
  const sqlite = new DatabaseSync(path.join(dataDir, 'naic.sqlite'))
  for (const statement of statements) sqlite.exec(statement)
  sqlite.close()
}

const inTarget = (...statements: string[]) =>
  place.query("SET session_replication_role = 'replica'", ...statements)

async function expectRefused(sentence: RegExp, moved = move()) {
  const { code, stdout, stderr } = await moved
  expect(stderr).toMatch(sentence)
  expect(stderr).toMatch(/^[^\n]+[.?]\n$/)
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

  const url = await serve().listening()
  const { keys } = await (await fetch(`${url}/log/keys`)).json()
  for (const receipt of whole.receipts) expect(await isReceiptOf(receipt, keys)).toBe(true)
  const revoked = await (await fetch(`${url}/api/certificates/${whole.revoked}`)).json()
  expect(revoked.revocation).not.toBeNull()
  expect((await fetch(`${url}/api/certificates/${whole.id}`)).status).toBe(200)
  await issue(dataDir, 'Next', settings)
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
  for (const words of ['applications', 'migrate', 'keys rotate log', 'backup -']) {
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
    await serve({ DATABASE_URL: '' }).listening()
    await expectRefused(/another server uses/)
  })

  test('while a command has the database open', async () => {
    const command = new DatabaseSync(path.join(dataDir, 'naic.sqlite'))
    command.prepare('SELECT * FROM registry').all()
    await expectRefused(/Another program has .+naic[.]sqlite open/)
    command.close()
  })

  test('to where another registry is', async () => {
    await issue(dataDir, 'Another', { ...settings, DATA_DIR: `${dataDir}/other` })
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
    const { code, stderr } = await move()
    expect(code).toBe(1)
    expect(stderr).toContain('The database takes no such value (22021).')
    expect((await rowsAt(place))['log_entry']).toEqual([])
  })

  test('where a certificate is not what was signed', async () => {
    byHand(
      'DROP TRIGGER certificate_no_update',
      `UPDATE certificate SET status_index = 131071 WHERE id = '${whole.id}'`,
    )
    const { code, stderr } = await move()
    expect(stderr).toContain(`Certificate ${whole.id}: its row says something else`)
    expect(code).toBe(1)
  })

  test('where a resume is not what the applicant sent', async () => {
    const [row] = rowsIn(dataDir)['application'] ?? []
    const { resume_key: key } = row as { resume_key: string }
    await rm(path.join(dataDir, 'resumes', key))
    const { code, stderr } = await move()
    expect(stderr).toMatch(new RegExp(`resumes/${key}\\) is missing`))
    expect(code).toBe(1)
  })
})

test('if moved.json is not what was written, nothing starts', async () => {
  await writeFile(path.join(dataDir, 'moved.json'), '{"rows":')
  await expectRefused(/moved[.]json cannot be understood/, councilIn(dataDir, ['outbox']))
})

test('after a broken move, what the source has lost or changed since is named', async () => {
  expect(await move()).toMatchObject({ code: 0 })
  await rm(path.join(dataDir, 'moved.json'))
  await inTarget('DELETE FROM log_entry WHERE position > 5')
  byHand(`DELETE FROM contact_message WHERE message LIKE 'null%'`)
  const { code, stderr } = await move()
  expect(stderr).toMatch(
    /^contact_message is not the same in both: 5 rows in DATA_DIR, 6 in the new database[.]\nEmpty the new database/,
  )
  expect(code).toBe(1)
  expect(await isMarked()).toBe(false)
})

test('a whole copy is never written to again, though a server has been at work on it', async () => {
  expect(await move()).toMatchObject({ code: 0 })
  await rm(path.join(dataDir, 'moved.json'))
  await place.query(`DELETE FROM contact_message WHERE message LIKE 'null%'`)
  const { code, stderr } = await move()
  expect(stderr).toMatch(/^contact_message is not the same in both: 6 rows in DATA_DIR, 5 in/)
  expect(code).toBe(1)
  expect((await rowsAt(place))['contact_message']).toHaveLength(5)
})

test('killed at any write and moved again, all is there once', async () => {
  byHand(
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 600)
      INSERT INTO contact_message SELECT 'm-' || n, '2026-01-01', 'Ravi', 'r@example.com', 'No. ' || n, hex(randomblob(500)) FROM n`,
  )
  const before = rowsIn(dataDir)
  const writes: NamedWrite[] = [
    { at: 'commit', of: 'registry' },
    { at: 'commit', of: 'registry', when: 'after' },
    { at: 'commit', of: 'application', when: 'after' },
    // In the middle of a table.
    { at: 'commit', of: 'contact_message', nth: 2 },
    { at: 'commit', of: 'log_entry' },
    { at: 'commit', of: 'log_entry', when: 'after' },
    { at: 'rename', of: 'moved.json' },
  ]
  for (const write of writes) {
    await killCouncil(write, ['move-data'], { DATA_DIR: dataDir, ...settings })
    expect(rowsIn(dataDir)).toEqual(before)
    expect(await isMarked()).toBe(false)
  }
  expect(await move()).toMatchObject({ code: 0, stderr: '' })
  expect(await rowsAt(place)).toEqual(before)
})
