import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresServer } from '#support/postgres-server.ts'
import { refusedStart } from '#support/refused-start.ts'
import { runCouncil } from '#support/council.ts'

let folder: string
let postgres: PostgresServer
const ask = (database: string, ...statements: string[]) => postgres.query(database, ...statements)
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-database-'))
  postgres = await PostgresServer.start()
  await ask('postgres', "CREATE ROLE naic LOGIN PASSWORD 'hunter2'", 'CREATE DATABASE naic')
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

/** @returns the sentence, which shows where the database was looked for and no password. */
async function refusal(url: string, settings: Record<string, string> = {}): Promise<string> {
  const sentence = await refusedStart({
    DATA_DIR: await mkdtemp(path.join(folder, 'data-')),
    DATABASE_URL: url,
    ...settings,
  })
  const { username, hostname, pathname } = new URL(url)
  expect(sentence).toContain(`DATABASE_URL is postgres://${username}@${hostname}:`)
  expect(sentence).toContain(`${pathname}. `)
  expect(sentence).not.toMatch(/hunter/)
  return sentence
}

const freshDatabase = async (name: string, ...statements: string[]) => {
  await ask('postgres', `CREATE DATABASE ${name}`)
  await ask(name, ...statements)
  return postgres.urlOf(name)
}

test.concurrent('a server that does not answer is reported', async () => {
  expect(await refusal('postgres://naic:hunter2@127.0.0.1:1/naic')).toContain('Nothing answers')
})

test.concurrent('a server that takes the connection and says nothing is reported', async () => {
  const silent = createServer((socket) => void socket.on('error', () => undefined))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  expect(await refusal(`postgres://naic@127.0.0.1:${port}/naic`)).toContain('Nothing answers')
  silent.close()
})

test.concurrent('a host that is not known is reported, and HOST is not blamed', async () => {
  const sentence = await refusal('postgres://naic:hunter2@no-such-host.invalid/naic')
  expect(sentence).toContain('host is not known')
  expect(sentence).not.toContain(' HOST ')
})

test.concurrent('a folder without a socket is reported', async () => {
  expect(await refusal('postgres://naic@%2Fnone/naic')).toContain('no socket')
})

test.concurrent('a wrong password is reported, and so is a missing one', async () => {
  const url = postgres.urlOf('naic', 'naic')
  const wrong = await refusal(url, { DATABASE_PASSWORD: 'hunter3' })
  expect(wrong).toContain('(DATABASE_PASSWORD) is wrong')
  expect(await refusal(url)).toContain('Set DATABASE_PASSWORD')
})

test.concurrent('a database that is not there is reported', async () => {
  expect(await refusal(postgres.urlOf('none'))).toContain('no such database')
})

test.concurrent('a user who may not make the tables is reported', async () => {
  const url = postgres.urlOf('naic', 'naic')
  expect(await refusal(url, { DATABASE_PASSWORD: 'hunter2' })).toContain('council -- migrate')
})

test.concurrent('tables of another program are reported, and left alone', async () => {
  const url = await freshDatabase('others', 'CREATE TABLE letter (id integer)')
  expect(await refusal(url)).toContain('another program')
  const tables =
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
  expect(await ask('others', tables)).toEqual([{ relname: 'letter' }])
})

test.concurrent('tables of a newer version are reported', async () => {
  const url = await freshDatabase('newer')
  expect((await runCouncil(folder, ['migrate'], { DATABASE_URL: url })).stderr).toBe('')
  await ask(
    'newer',
    "INSERT INTO kysely_migration VALUES ('999-to-come', '2099-01-01T00:00:00.000Z')",
  )
  expect(await refusal(url)).toContain('another version of the program, which knows 999-to-come')
})

test.concurrent('a database that cannot hold every name is reported', async () => {
  await ask('postgres', "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
  expect(await refusal(postgres.urlOf('latin'))).toContain('LATIN1')
})

test.concurrent('a user whose triggers are off is reported', async () => {
  const url = await freshDatabase(
    'replica',
    "ALTER DATABASE replica SET session_replication_role = 'replica'",
  )
  expect(await refusal(url)).toContain('session_replication_role')
})

test.concurrent('a server without TLS is reported if TLS is asked for', async () => {
  expect(await refusal(`${postgres.urlOf('naic')}?sslmode=require`)).toContain('TLS')
})

test.concurrent('a command on a database where nothing is stored says so, and leaves nothing there', async () => {
  const url = await freshDatabase('empty')
  const { code, stderr } = await runCouncil(folder, ['outbox'], { DATABASE_URL: url })
  expect(stderr).toMatch(/^DATABASE_URL is .+ where nothing is stored[.] .+[.]\n$/)
  expect(code).toBe(1)
  const tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
  expect(await ask('empty', tables)).toEqual([])
})

test.each(['fsync', 'full_page_writes'])('a server with %s off is reported', async (setting) => {
  const set = (value: string) =>
    ask('postgres', `ALTER SYSTEM SET ${setting} = ${value}`, 'SELECT pg_reload_conf()')
  await set('off')
  await expect.poll(() => ask('postgres', `SHOW ${setting}`)).toEqual([{ [setting]: 'off' }])
  expect(await refusal(postgres.urlOf('naic'))).toContain(`${setting} = off`)
  await set('on')
  await expect.poll(() => ask('postgres', `SHOW ${setting}`)).toEqual([{ [setting]: 'on' }])
})
