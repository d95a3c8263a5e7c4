import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PostgresPlace } from '#test/support/postgres-places.ts'
import { refusedStart } from '#test/support/refused-start.ts'
import { runCouncil } from '#test/support/run-council.ts'
import { ServerProcess } from '#test/support/run-server.ts'
import {
  applicants,
  copyOf,
  isReceiptOf,
  issue,
  makeWholeInstallation,
  rowsAt,
  rowsIn,
  site,
} from '#test/support/whole-installation.ts'

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

const move = (more: Record<string, string> = {}) =>
  runCouncil(dataDir, ['move-data'], { ...settings, ...more })

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
  const { status, output, errors } = await moved
  expect(errors).toMatch(sentence)
  expect(errors).toMatch(/^[^\n]+[.?]\n$/)
  expect({ status, output }).toEqual({ status: 1, output: '' })
}

const isMarked = () => readFile(path.join(dataDir, 'moved.json'), 'utf8').catch(() => false)

test('without a place to move to, it says what to set', async () => {
  const { status, errors } = await runCouncil(dataDir, ['move-data'])
  expect(errors).toMatch(/^Set where to: DATABASE_URL .+ FILES_URL .+[.]\n$/)
  expect(status).toBe(2)
})

describe('what was moved to PostgreSQL', () => {
  test('is there to the letter, and a server goes on with it', async () => {
    const before = rowsIn(dataDir)
    const { status, output, errors } = await move()
    expect(errors).toBe('')
    expect(status).toBe(0)
    expect(output).toContain('The log is as it was signed.')
    expect(output).toContain('CREDENTIALS_KEYS and LOG_KEYS')
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
    expect(await runCouncil(dataDir, ['log', 'verify'], settings)).toMatchObject({ status: 0 })
    const [{ size } = { size: 0 }] = await place.query<{ size: number }>(
      'SELECT max(size) AS size FROM log_checkpoint',
    )
    expect(size).toBe((before['log_entry']?.length ?? 0) + 3)
  })

  test('is not gone on with in the folder by mistake: no server and no command starts', async () => {
    expect(await move()).toMatchObject({ status: 0 })
    const before = rowsIn(dataDir)
    const moved = /rows were moved to postgres:.+Set DATABASE_URL to that/
    expect(await refusedStart({ DATA_DIR: dataDir, SITE_URL: site, PORT: '0' })).toMatch(moved)
    for (const words of [
      'applications',
      'migrate',
      'log verify',
      'keys rotate log',
      'outbox',
      'backup -',
    ]) {
      await expectRefused(moved, runCouncil(dataDir, words.split(' ')))
    }
    const words =
      '--holder Asha --domain Web --duration Weeks --allow-unknown --verified-on 2026-03-14'
    await expectRefused(moved, runCouncil(dataDir, `certificates issue ${words}`.split(' ')))
    expect(rowsIn(dataDir)).toEqual(before)
    expect(await isMarked()).not.toMatch(/password/)
    await rm(path.join(dataDir, 'moved.json'))
    expect(await runCouncil(dataDir, ['log', 'verify'])).toMatchObject({ status: 0 })
  })

  test('is only checked when it is moved again, also when the server has gone on', async () => {
    expect(await move()).toMatchObject({ status: 0 })
    const marked = await isMarked()
    await issue(dataDir, 'Next', settings)
    await place.query(`UPDATE letter SET attempts = attempts + 1, sent_at = '2026-08-08'`)
    expect(await move()).toMatchObject({ status: 0, errors: '' })
    expect(await isMarked()).toBe(marked)

    const forgotten = ['erase', '--email', 'asha6@example.com', '--yes']
    expect(await runCouncil(dataDir, forgotten, settings)).toMatchObject({ status: 0 })
    expect(await move()).toMatchObject({ status: 0, errors: '' })

    await inTarget(
      `UPDATE application SET college = college || '.' WHERE email = 'asha7@example.com'`,
    )
    const { status, errors } = await move()
    expect(errors).toMatch(/^application \S+ is not the same in both: college[.]\n/)
    expect(status).toBe(1)
    await rm(path.join(dataDir, 'naic.sqlite'))
    expect(await move()).toMatchObject({ status: 0 })
  })
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
    await runCouncil(dataDir, ['migrate'], settings)
    const columns = await place.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'application'",
    )
    const values = columns.map(({ name }) => (name === 'resume_bytes' ? '1' : `'x'`))
    await place.query(
      `INSERT INTO application (${columns.map(({ name }) => name).join()}) VALUES (${values.join()})`,
    )
    await expectRefused(/holds rows that are not those of DATA_DIR: application x /)
  })

  test('to a newer version, and to where nothing answers', async () => {
    await runCouncil(dataDir, ['migrate'], settings)
    await place.query(
      `INSERT INTO kysely_migration (name, timestamp) VALUES ('999-later', '2099-01-01')`,
    )
    await expectRefused(/of another version of the program, which knows 999-later/)
    await expectRefused(
      /Nothing answers there/,
      move({ DATABASE_URL: 'postgres://a@127.0.0.1:9/b' }),
    )
  })

  test('where a value is none that PostgreSQL can keep, which is named', async () => {
    byHand(
      `UPDATE application SET message = 'a' || char(0) || 'b' WHERE email = 'asha3@example.com'`,
      `UPDATE letter SET attempts = 3000000000 WHERE refused_at IS NOT NULL`,
      `UPDATE contact_message SET subject = x'00ff' WHERE message LIKE 'null%'`,
    )
    const { status, errors } = await move()
    expect(status).toBe(1)
    const lines = errors.split('\n')
    expect(lines[0]).toMatch(/^application \S+: message holds .+U\+0000/)
    expect(lines[1]).toMatch(/^contact_message \S+: subject holds no text/)
    expect(lines[2]).toMatch(/^letter \S+: attempts holds no number from/)
    expect(lines[3]).toMatch(/^The move is not done/)
    expect((await rowsAt(place))['registry']).toEqual([])
  })

  test('where a text is no UTF-8; one that has the sign for that in it is', async () => {
    byHand(`UPDATE application SET college = 'a\uFFFDb' WHERE email = 'asha4@example.com'`)
    const sentence = /college holds bytes that are no UTF-8[.]/
    byHand(
      `UPDATE application SET college = CAST(x'41F09F9842' AS TEXT) WHERE email = 'asha3@example.com'`,
    )
    const { status, errors } = await move()
    expect(errors.match(new RegExp(sentence, 'g'))).toHaveLength(1)
    expect(status).toBe(1)
  })

  test('where the log was changed', async () => {
    byHand('DROP TRIGGER log_checkpoint_no_update', `UPDATE log_checkpoint SET note = note || 'x'`)
    await expectRefused(/log|checkpoint/)
  })

  test('where a row is found changed in the end', async () => {
    byHand(
      'DROP TRIGGER certificate_no_update',
      `UPDATE certificate SET status_index = 131071 WHERE id = '${whole.id}'`,
    )
    const { status, errors } = await move()
    expect(errors).toContain(`Certificate ${whole.id}: its row says something else`)
    expect(status).toBe(1)
  })
})

test('a command that waited while the rows were moved is refused as well', async () => {
  const sqlite = new DatabaseSync(path.join(dataDir, 'naic.sqlite'))
  sqlite.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK')
  const waiting = runCouncil(dataDir, ['keys', 'rotate', 'log'])
  await sleep(3_000)
  const rows = { to: 'postgres://naic@db.example.org:5432/naic', at: '2026-03-14T10:00:00.000Z' }
  await writeFile(path.join(dataDir, 'moved.json'), JSON.stringify({ rows }))
  sqlite.close()
  await expectRefused(/rows were moved to postgres:.+ at 2026-03-14/, waiting)
})

test('where moved.json is no more what it was, nothing starts', async () => {
  await writeFile(path.join(dataDir, 'moved.json'), '{"rows":')
  await expectRefused(/moved[.]json cannot be understood/)
  await expectRefused(/moved[.]json cannot be understood/, runCouncil(dataDir, ['outbox']))
})

test('a move that was broken off goes on, though the source was at work meanwhile', async () => {
  expect(await move()).toMatchObject({ status: 0 })
  await rm(path.join(dataDir, 'moved.json'))
  await inTarget(
    'DELETE FROM log_entry WHERE position > 5',
    'DELETE FROM letter WHERE attempts = 0',
  )
  byHand(`UPDATE letter SET attempts = attempts + 2, last_failure = 'später'`)
  await issue(dataDir, 'Meanwhile')
  const before = rowsIn(dataDir)
  expect(await move()).toMatchObject({ status: 0, errors: '' })
  expect(await rowsAt(place)).toEqual(before)
})

test('a certificate that was erased while a move was broken off is erased there as well', async () => {
  expect(await move()).toMatchObject({ status: 0 })
  await rm(path.join(dataDir, 'moved.json'))
  await inTarget('DELETE FROM log_entry WHERE position > 5')
  const erased = await runCouncil(dataDir, ['certificates', 'erase', whole.id, '--yes'])
  expect(erased).toMatchObject({ status: 0, errors: '' })
  expect(await move()).toMatchObject({ status: 0, errors: '' })
  expect(await rowsAt(place)).toEqual(rowsIn(dataDir))
  const keys = `SELECT key FROM certificate_key WHERE certificate_id = '${whole.id}'`
  expect(await place.query(keys)).toEqual([])
})

test('a certificate that was erased after the move is no fault when it is moved again', async () => {
  expect(await move()).toMatchObject({ status: 0 })
  const erased = await runCouncil(dataDir, ['certificates', 'erase', whole.id, '--yes'], settings)
  expect(erased).toMatchObject({ status: 0, errors: '' })
  expect(erased.output).toContain('until it vacuums')
  expect(await move()).toMatchObject({ status: 0, errors: '' })
})

test('a server may have been at work on what was moved and not marked: that is left alone', async () => {
  expect(await move()).toMatchObject({ status: 0 })
  await rm(path.join(dataDir, 'moved.json'))
  await place.query(`UPDATE letter SET attempts = attempts + 1 WHERE refused_at IS NOT NULL`)
  await expectRefused(/holds rows that are not those of DATA_DIR: letter .+ attempts[.]/)
})

test('killed at twenty moments and moved again, all is there once', async () => {
  byHand(
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 6000)
      INSERT INTO contact_message SELECT 'm-' || n, '2026-01-01', 'Ravi', 'r@example.com', 'No. ' || n, hex(randomblob(500)) FROM n`,
  )
  const before = rowsIn(dataDir)
  const begun = Date.now()
  expect(await move()).toMatchObject({ status: 0, errors: '' })
  const tookMs = Date.now() - begun
  // A part of each kind is there, as after a move that was broken off.
  const undo = async () => {
    await rm(path.join(dataDir, 'moved.json'), { force: true })
    const some = ['contact_message', 'certificate', 'log_checkpoint', 'letter', 'registry']
    await inTarget(
      'DELETE FROM log_entry',
      ...some.map((table) => `DELETE FROM ${table} WHERE random() < 0.5`),
    )
  }
  await undo()
  const environment = { ...process.env, DATA_DIR: dataDir, SITE_URL: site, ...settings }
  let killed = 0
  for (let round = 0; round < 20; round += 1) {
    const child = spawn('node', ['cli/council.ts', 'move-data'], {
      env: environment,
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await sleep(tookMs * (0.2 + 0.7 * Math.random()))
    child.kill('SIGKILL')
    const [, signal] = await ended
    if (signal === 'SIGKILL') killed += 1
    if (round % 5 === 0 || (await isMarked())) await undo()
    expect(rowsIn(dataDir)).toEqual(before)
  }
  expect(killed).toBeGreaterThan(8)
  expect(await move()).toMatchObject({ status: 0, errors: '' })
  expect(await rowsAt(place)).toEqual(before)
  expect(await runCouncil(dataDir, ['log', 'verify'], settings)).toMatchObject({ status: 0 })
}, 240_000)
