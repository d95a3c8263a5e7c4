import { mkdtemp } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { FaultyWire } from '#support/faulty-wire.ts'
import { allTests, newFolder } from '#support/opened.ts'
import { PostgresServer } from '#support/postgres-server.ts'
import { refusedStart } from '#support/refused-start.ts'
import { councilIn } from '#support/council.ts'

const folder = allTests(newFolder)
const postgres = allTests(() => PostgresServer.start())
const ask = (database: string, ...statements: string[]) => postgres.query(database, ...statements)
/** Takes connections, and says nothing. */
const silent = allTests(() => FaultyWire.open(postgres.port))
beforeAll(async () => {
  await ask('postgres', "CREATE ROLE naic LOGIN PASSWORD 'hunter2'", 'CREATE DATABASE naic')
  silent.goesWrong({ kind: 'silence' })
})

const ours = () => `127.0.0.1:${postgres.port}`
const tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"

/** @returns the sentence, which shows where the database was looked for and no password. */
async function refusal(url: string, settings: Record<string, string> = {}): Promise<string> {
  const sentence = await refusedStart({
    DATA_DIR: await mkdtemp(folder.file('data-')),
    DATABASE_URL: url,
    ...settings,
  })
  const { username, hostname, pathname } = new URL(url)
  expect(sentence).toContain(`DATABASE_URL is postgres://${username}@${hostname}:`)
  expect(sentence).toContain(`${pathname}. `)
  expect(sentence).not.toMatch(/hunter| HOST /)
  return sentence
}

test.concurrent.each<[to: string, said: string, password?: string]>([
  ['naic:hunter2@127.0.0.1:1/naic', 'Nothing answers'],
  ['naic@SILENT/naic', 'Nothing answers'],
  ['naic:hunter2@no-such-host.invalid/naic', 'host is not known'],
  ['naic@%2Fnone/naic', 'no socket'],
  ['naic@OURS/naic', 'Set DATABASE_PASSWORD'],
  ['naic@OURS/naic', '(DATABASE_PASSWORD) is wrong', 'hunter3'],
  ['naic@OURS/naic', 'council --as-owner migrate', 'hunter2'],
  ['postgres@OURS/none', 'no such database'],
  ['postgres@OURS/naic?sslmode=require', 'TLS'],
])('DATABASE_URL=postgres://%s is refused: %s', async (to, said, password) => {
  const url = to.replace('SILENT', `127.0.0.1:${silent.port}`).replace('OURS', ours())
  const settings = password ? { DATABASE_PASSWORD: password } : {}
  expect(await refusal(`postgres://${url}`, settings)).toContain(said)
})

test.concurrent('tables of another program, and of a newer version, are reported and left alone', async () => {
  await ask('postgres', 'CREATE DATABASE others')
  await ask('others', 'CREATE TABLE letter (id integer)')
  expect(await refusal(postgres.urlOf('others'))).toContain('another program')
  expect(await ask('others', tables)).toEqual([{ relname: 'letter' }])

  await ask('postgres', 'CREATE DATABASE newer')
  const url = postgres.urlOf('newer')
  expect((await councilIn(folder.path, ['migrate'], { DATABASE_URL: url })).stderr).toBe('')
  await ask('newer', "INSERT INTO kysely_migration VALUES ('999-to-come', '2099-01-01')")
  expect(await refusal(url)).toContain('a newer version of the program, which knows 999-to-come')
})

test.concurrent.each([
  ['cannot hold every name', 'LATIN1', "ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"],
  ['has no triggers for its users', 'session_replication_role', ''],
])('a database that %s is reported', async (_, said, made) => {
  const name = said.toLowerCase()
  await ask('postgres', `CREATE DATABASE ${name} ${made}`)
  if (!made) await ask(name, `ALTER DATABASE ${name} SET session_replication_role = 'replica'`)
  expect(await refusal(postgres.urlOf(name))).toContain(said)
})

test.concurrent('a command on a database where nothing is stored says so, and leaves nothing there', async () => {
  await ask('postgres', 'CREATE DATABASE empty')
  const DATABASE_URL = postgres.urlOf('empty')
  const { code, stderr } = await councilIn(folder.path, ['outbox', 'list'], { DATABASE_URL })
  expect(stderr).toMatch(/^DATABASE_URL is .+ where nothing is stored[.] .+[.]\n$/)
  expect(code).toBe(1)
  expect(await ask('empty', tables)).toEqual([])
})

test.each(['fsync', 'full_page_writes'])('a server with %s off is reported', async (setting) => {
  const set = async (value: string) => {
    await ask('postgres', `ALTER SYSTEM SET ${setting} = ${value}`, 'SELECT pg_reload_conf()')
    await expect.poll(() => ask('postgres', `SHOW ${setting}`)).toEqual([{ [setting]: value }])
  }
  await set('off')
  expect(await refusal(postgres.urlOf('naic'))).toContain(`${setting} = off`)
  await set('on')
})
