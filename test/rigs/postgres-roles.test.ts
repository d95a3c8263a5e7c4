import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '@naic/installation/config.ts'
import { councilSchema } from '@naic/installation/council-schema.ts'
import { serveDesk } from '@naic/office/desk/serve/start-desk.ts'
import { tablesThat } from '@naic/platform/database/tables.ts'
import { formData } from '#support/ashas-form.ts'
import { PostgresServer, queryAt } from '#support/postgres-server.ts'
import { runCouncil } from '#support/council.ts'
import { ServerProcess } from '#support/run-server.ts'
import { StaffMember } from '#support/staff-at-desk.ts'

/** A server on which exactly what docs/beyond-one-server.md says was done. */
let postgres: PostgresServer
let folder: string
let asOwner: Record<string, string>
let asProgram: Record<string, string>
/** What docs/beyond-one-server.md grants for RETENTION_DAYS. */
let forRetention: string
/** And for the desk that is served to the staff. */
let forDesk: string
/** And for those who erase there. */
let forKeepers: string
const administrator = (database: string, ...statements: string[]) =>
  postgres.query(database, ...statements)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-roles-'))
  postgres = await PostgresServer.start()
  const [, section = ''] = (await readFile('docs/beyond-one-server.md', 'utf8')).split(
    '## PostgreSQL\n',
  )
  const blocks = [...section.matchAll(/```sql\n([^]*?)```/g)].map(([, sql = '']) => sql)
  expect(blocks).toHaveLength(6)
  const [roles = '', before = '', after = '', ofDesk = '', ofKeepers = '', last = ''] = blocks
  forRetention = last
  forKeepers = ofKeepers
  asOwner = {
    DATABASE_URL: postgres.urlOf('naic', 'naic_owner'),
    DATABASE_PASSWORD: 'a long password',
  }
  asProgram = {
    DATABASE_URL: postgres.urlOf('naic', 'naic'),
    DATABASE_PASSWORD: 'another long password',
  }
  await administrator('postgres', ...roles.split(/(?<=;)\n/).filter(Boolean))
  await administrator('naic', before)

  const early = await runCouncil(folder, ['migrate'], asProgram)
  expect(early.stderr).toMatch(/^DATABASE_URL is .+ as their owner .+[.]\n$/)
  expect(early.code).toBe(1)
  expect(await runCouncil(folder, ['migrate'], asOwner)).toMatchObject({
    code: 0,
    stdout: 'The tables are up to date.\n',
    stderr: '',
  })
  const between = await runCouncil(folder, ['outbox'], asProgram)
  expect(between.stderr).toMatch(
    /^DATABASE_URL is .+ lacks rights on application_kept, application_status, certificate_key, college_alias, letter, log_stamp, saved_view, witness_cosignature[.] .+[.]\n$/,
  )
  await administrator('naic', after)
  forDesk = ofDesk
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

test('the server and the commands do all they do as the user of the program', async () => {
  const server = new ServerProcess({
    DATA_DIR: folder,
    SITE_URL: 'https://naic.example',
    ...asProgram,
  })
  const url = await server.listening()
  const sent = await fetch(`${url}/api/internship/apply/`, { method: 'POST', body: formData() })
  expect(sent.status).toBe(201)
  await expect
    .poll(() => administrator('naic', 'SELECT id FROM letter WHERE sent_at IS NULL'))
    .toEqual([])
  const issued = await runCouncil(
    folder,
    'certificates issue --holder Asha --domain Web --duration Weeks --allow-unknown --verified-on 2026-03-14'.split(
      ' ',
    ),
    asProgram,
  )
  expect(issued.stderr).toBe('1 issued, 0 issued before.\n')
  expect(issued.code).toBe(0)
  const erase = 'certificates erase NAIC25A7K2M --yes'
  for (const words of [
    erase,
    'keys rotate log',
    'applications',
    'outbox',
    'log verify',
    'migrate',
  ]) {
    const { code, stderr } = await runCouncil(folder, words.split(' '), asProgram)
    expect({ words, code }, stderr).toEqual({ words, code: 0 })
  }
  server.signal('SIGTERM')
  expect(await server.ending).toEqual({ status: 0, signal: null })
  expect(server.output + server.errors).not.toContain('long password')
})

const serve = (settings: Record<string, string> = {}) =>
  new ServerProcess({
    DATA_DIR: folder,
    SITE_URL: 'https://naic.example',
    ...asProgram,
    ...settings,
  })

async function apply(url: string, email: string, domain = 'Data Science'): Promise<string> {
  const body = formData({ email, domain })
  const sent = await fetch(`${url}/api/internship/apply/`, { method: 'POST', body })
  expect(sent.status).toBe(201)
  return ((await sent.json()) as { id: string }).id
}

describe('the user of the program', () => {
  const tables = [
    'registry',
    'registry_key',
    'key_revocation',
    'certificate',
    'erasure',
    'revocation',
    'log_entry',
    'log_node',
    'log_checkpoint',
    'application',
    'contact_message',
  ]
  const tried = (sql: string) =>
    queryAt(asProgram['DATABASE_URL']?.replace('naic@', 'naic:another long password@') ?? '', sql)

  test.each(tables)('can add to %s, and do nothing else to it', async (table) => {
    await expect(tried(`SELECT * FROM ${table} LIMIT 1`)).resolves.toBeDefined()
    const [column] = await administrator(
      'naic',
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' LIMIT 1`,
    )
    const { name } = column as { name: string }
    for (const sql of [
      `UPDATE ${table} SET ${name} = ${name}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `ALTER TABLE ${table} RENAME TO other`,
      `ALTER TABLE ${table} OWNER TO naic`,
      `CREATE TRIGGER aaa BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
      `CREATE RULE aaa AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
      `DROP TABLE ${table} CASCADE`,
      `SELECT * FROM ${table} FOR UPDATE`,
    ]) {
      await expect(tried(sql), sql).rejects.toThrow(/permission denied|must be owner/)
    }
  })

  test.each([
    "SET session_replication_role = 'replica'",
    'CREATE TABLE other (id integer)',
    'CREATE SCHEMA naic',
    'DROP TRIGGER certificate_no_update ON certificate',
    'ALTER FUNCTION refuse_change() RENAME TO other',
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "INSERT INTO kysely_migration VALUES ('999', 'now')",
    'SET ROLE naic_owner',
    "COPY log_node TO PROGRAM 'cat'",
    'DELETE FROM letter',
    'DROP DATABASE naic',
  ])('may not: %s', async (sql) => {
    await expect(tried(sql)).rejects.toThrow(/permission denied|must be owner/)
  })
})

describe('the desk that is served to the staff', () => {
  const site = { SITE_URL: 'https://naic.example', DESK_URL: 'https://desk.naic.example' }
  const asDesk = () => ({
    DATABASE_URL: postgres.urlOf('naic', 'naic_desk'),
    DATABASE_PASSWORD: 'a third long password',
  })
  const tried = (sql: string, user = 'naic_desk', password = 'a third long password') =>
    queryAt(postgres.urlOf('naic', user).replace(`${user}@`, `${user}:${password}@`), sql)
  const settings = (who: Record<string, string>) => ({ DATA_DIR: folder, ...site, ...who })

  test('does all that it does as a user of its own, with the rights that are granted', async () => {
    await expect(serveDesk(readConfig(settings(asProgram)), 0)).rejects.toThrow(
      /lacks rights on letter, presence, staff, staff_invitation, staff_passkey, staff_session, status_change/,
    )
    await administrator('naic', forDesk)
    const served = await serveDesk(readConfig(settings(asDesk())), 0)
    const desk = { port: served.port, url: served.url, settings: settings(asOwner) }
    const nandini = await StaffMember.added(desk, 'Nandini Rao', 'reviewer', 'issuer')
    expect((await nandini.signIn()).status).toBe(200)

    const sent = new ServerProcess(settings(asProgram))
    const form = formData({ email: 'at.the.desk@example.com' })
    const url = `${await sent.listening()}/api/internship/apply/`
    const { id } = (await (await fetch(url, { method: 'POST', body: form })).json()) as {
      id: string
    }
    sent.signal('SIGTERM')
    await sent.ending

    const application = `/api/applications/${id}`
    const asked = { to: 'shortlisted', withLetter: true, seen: 0, withoutReceipts: false }
    const { body: plan } = await nandini.post(`${application}/plan`, asked)
    const done = await nandini.post(`${application}/status`, { ...asked, seal: plan.seal })
    expect(done.body).toEqual({ state: 'changed', letterDelaySeconds: 30 })
    const who = `SELECT changed_by FROM status_change WHERE application_id = '${id}'`
    expect(await administrator('naic', who)).toEqual([{ changed_by: 'Nandini Rao' }])
    expect((await nandini.post(`${application}/undo`, { number: 1 })).body).toEqual({
      to: 'received',
    })
    expect(await administrator('naic', who)).toEqual([])

    const batch =
      'reference,holder,domain,duration,verified_on\nD-1,Asha Desk,Web Development,4 Weeks,2026-03-14\n'
    const { body: certificates } = await nandini.post('/api/certificates/plan', batch)
    const issue = `/api/certificates/issue?seal=${certificates.seal}`
    expect(await nandini.post(issue, batch)).toMatchObject({ body: { state: 'issued', issued: 1 } })

    for (const address of ['/api/messages', '/api/letters', '/api/certificates', '/api/passkeys']) {
      expect((await nandini.ask('GET', address)).status, address).toBe(200)
    }
    const { body: found } = await nandini.ask('GET', '/api/health')
    const ofDatabase = (found as { of: string }[]).filter(({ of }) => of === 'database')
    expect(ofDatabase).toEqual([expect.objectContaining({ state: 'right' })])
    expect((await nandini.post('/api/sign-out', {})).status).toBe(200)
    await served.close()
  })

  test.each([
    'INSERT INTO staff SELECT * FROM staff',
    "UPDATE staff SET roles = 'keeper'",
    'INSERT INTO staff_invitation SELECT * FROM staff_invitation',
    'DELETE FROM staff',
    'UPDATE application SET name = name',
    'INSERT INTO application SELECT * FROM application',
    'DELETE FROM application_status',
    'INSERT INTO registry_key SELECT * FROM registry_key',
    'INSERT INTO key_revocation SELECT * FROM key_revocation',
    'DELETE FROM certificate_key',
    'UPDATE journal SET who = who',
    'SET ROLE naic_owner',
  ])('may not: %s', async (sql) => {
    await expect(tried(sql)).rejects.toThrow(/permission denied/)
  })

  test('erases for a keeper once that is granted, and may do nothing else that it might not', async () => {
    const server = serve()
    const url = await server.listening()
    const email = 'keeper@example.com'
    for (const domain of ['Data Science', 'Web Development']) await apply(url, email, domain)
    server.signal('SIGTERM')
    await server.ending
    const found = () => administrator('naic', `SELECT id FROM application WHERE email = '${email}'`)
    const facts = '--domain Web --duration Weeks --allow-unknown --verified-on 2026-03-14'.split(
      ' ',
    )
    const who = ['--holder', 'Asha Keeper', '--email', email]
    await runCouncil(folder, ['certificates', 'issue', ...who, ...facts], asProgram)
    const count = async (table: string) =>
      (await administrator('naic', `SELECT * FROM ${table}`)).length
    const [keys, entries] = [await count('certificate_key'), await count('log_entry')]

    const served = await serveDesk(readConfig(settings(asDesk())), 0)
    const desk = { port: served.port, url: served.url, settings: settings(asOwner) }
    const lata = await StaffMember.added(desk, 'Lata Rao', 'keeper')
    await lata.signIn()
    const asked = { whom: { email }, withCertificates: true }
    const { body: refused } = await lata.post('/api/people/erase/plan', asked)
    expect(refused).toEqual({
      state: 'refused',
      detail: expect.stringContaining('its user in the database has no right to'),
    })
    expect((await lata.post('/api/people/erase', { ...asked, seal: '' })).body).toEqual(refused)
    expect(await found()).toHaveLength(2)

    for (const grant of forKeepers.split(/(?<=;)\n/).filter(Boolean)) {
      await administrator('naic', grant)
    }
    const { body: plan } = await lata.post('/api/people/erase/plan', asked)
    expect(plan).toMatchObject({ state: 'planned', goes: expect.any(Array) })
    const { body: done } = await lata.post('/api/people/erase', { ...asked, seal: plan.seal })
    expect(done).toMatchObject({ state: 'done', removed: expect.stringContaining('1 certificate') })
    expect(await found()).toEqual([])
    expect(await count('certificate_key')).toBe(keys - 1)
    expect(await count('log_entry')).toBe(entries)
    const deeds = await administrator('naic', "SELECT who FROM journal WHERE did LIKE '%erase'")
    // Two applications, the letter about the certificate, and that.
    expect((deeds as { who: string }[]).filter((deed) => deed.who === 'Lata Rao')).toHaveLength(4)
    await served.close()

    for (const table of tablesThat(councilSchema, ({ growsOnly }) => growsOnly)) {
      for (const sql of [`DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
        await expect(tried(sql), sql).rejects.toThrow(/permission denied/)
      }
    }
    for (const sql of ['UPDATE application SET name = name', 'DELETE FROM staff']) {
      await expect(tried(sql), sql).rejects.toThrow(/permission denied/)
    }
  })

  test.each(['staff', 'staff_passkey', 'staff_invitation', 'staff_session'])(
    'has %s, which the site’s user may not even read',
    async (table) => {
      await expect(tried(`SELECT * FROM ${table}`)).resolves.toBeDefined()
      const asSite = tried(`SELECT * FROM ${table}`, 'naic', 'another long password')
      await expect(asSite).rejects.toThrow(/permission denied/)
    },
  )

  test('its staff are the owner’s: the site’s user hears so', async () => {
    const words = ['staff', 'add', 'Asha Site', '--role', 'reader']
    const refused = await runCouncil(folder, words, { ...site, ...asProgram })
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toContain('as the owner of the tables')
    const doctor = await runCouncil(folder, ['doctor'], { ...site, ...asProgram })
    expect(doctor.stdout).toContain('"council --as-owner doctor" looks at it')
  })
})

describe('erasing what people sent', () => {
  test('is the owner’s: the user of the program hears so, and nothing is removed', async () => {
    const server = serve()
    const id = await apply(await server.listening(), 'lata@example.com')
    const words = ['erase', id, '--yes']
    const refused = await runCouncil(folder, words, asProgram)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /^DATABASE_URL is .+ Its user may not do this, and nothing was done\. Run the same as the owner of the tables, .+\n$/,
    )
    const found = `SELECT id FROM application WHERE id = '${id}'`
    expect(await administrator('naic', found)).toHaveLength(1)
    expect((await runCouncil(folder, ['person', id], asProgram)).code).toBe(0)

    const erased = await runCouncil(folder, words, asOwner)
    expect(erased.stderr).toBe('')
    expect(erased.code).toBe(0)
    expect(await administrator('naic', found)).toEqual([])
    server.signal('SIGTERM')
    await server.ending
  })

  test('by age needs a right, without which there is no start', async () => {
    const days = { RETENTION_DAYS: '30' }
    const refused = serve(days)
    expect(await refused.ending).toEqual({ status: 1, signal: null })
    expect(refused.errors).toBe(
      'The server did not start. RETENTION_DAYS is 30, but the user of DATABASE_URL may not delete what is older. Grant it, as docs/beyond-one-server.md has it under RETENTION_DAYS, or remove the setting.\n',
    )
    await administrator('naic', forRetention)
    const server = serve(days)
    const id = await apply(await server.listening(), 'meera@example.com')
    await administrator(
      'naic',
      `UPDATE application SET received_at = '2020-01-01T00:00:00.000Z' WHERE id = '${id}'`,
    )
    const removed = await runCouncil(folder, ['retention', '--yes'], { ...asProgram, ...days })
    expect(removed.stderr).toBe('')
    expect(removed.stdout).toContain('Removed: 1 application with resume and letters')
    server.signal('SIGTERM')
    expect(await server.ending).toEqual({ status: 0, signal: null })
  })
})
