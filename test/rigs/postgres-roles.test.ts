import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { councilSchema } from '@naic/house/council-schema.ts'
import { startDesk } from '@naic/office/desk/serve/start-desk.ts'
import { asDesk, type Schema } from '@naic/store/database/tables.ts'
import { formData } from '#support/ashas-form.ts'
import { allTests, newFolder } from '#support/opened.ts'
import { PostgresServer, queryAt } from '#support/postgres-server.ts'
import { councilIn } from '#support/council.ts'
import { ServerProcess } from '#support/run-server.ts'
import { StaffMember } from '#support/staff-at-desk.ts'
import { issueIn } from '#support/issue-in.ts'

/** A server on which exactly what docs/beyond-one-server.md says was done. */
const postgres = allTests(() => PostgresServer.start())
const folder = allTests(newFolder)
/** What that page grants for the desk, for those who erase there, and for RETENTION_DAYS. */
let grants: Record<'desk' | 'keepers' | 'managers' | 'retention', string>

const passwords = {
  naic_owner: 'a long password',
  naic: 'another long password',
  naic_desk: 'a third long password',
}
type User = keyof typeof passwords
const site = { SITE_URL: 'https://naic.example', DESK_URL: 'https://desk.naic.example' }
const settingsOf = (user: User, more: Record<string, string> = {}) => ({
  DATA_DIR: folder.path,
  ...site,
  DATABASE_URL: postgres.urlOf('naic', user),
  DATABASE_PASSWORD: passwords[user],
  ...more,
})
const administrator = <Row = Record<string, string>>(...statements: string[]) =>
  postgres.query<Row>('naic', ...statements)
const council = (words: string, user: User, more: Record<string, string> = {}) =>
  councilIn(folder.path, words.split(' '), settingsOf(user, more))

beforeAll(async () => {
  const page = await readFile('docs/beyond-one-server.md', 'utf8')
  const [, section = ''] = page.split('## PostgreSQL\n')
  const blocks = [...section.matchAll(/```sql\n([^]*?)```/g)].map(([, sql = '']) => sql)
  expect(blocks).toHaveLength(7)
  const [roles = '', before = '', after = '', ...others] = blocks
  const [desk = '', keepers = '', managers = '', retention = ''] = others
  grants = { desk, keepers, managers, retention }
  await postgres.query('postgres', ...roles.split(/(?<=;)\n/).filter(Boolean))
  await administrator(before)

  const early = await council('migrate', 'naic')
  expect(early.stderr).toMatch(/^DATABASE_URL is .+ as their owner .+--as-owner restore.+[.]\n$/)
  expect(await council('migrate', 'naic_owner')).toMatchObject({ code: 0, stderr: '' })
  const between = await council('outbox list', 'naic')
  expect(between.stderr).toMatch(/ lacks rights on [\w, ]+, letter, [\w, ]+[.] .+[.]\n$/)
  await administrator(after)
  await expect(startDesk(readConfig(settingsOf('naic')), 0)).rejects.toThrow(
    /lacks rights on letter, staff, staff_invitation, /,
  )
  await administrator(desk)
})

/** While a server runs as the user of the program. */
async function served<Result>(
  work: (url: string) => Promise<Result>,
  more: Record<string, string> = {},
): Promise<Result> {
  const server = new ServerProcess(settingsOf('naic', more))
  const result = await work(await server.listening())
  server.signal('SIGTERM')
  expect(await server.ending).toEqual({ status: 0, signal: null })
  expect(server.output + server.errors).not.toContain('long password')
  return result
}

async function apply(url: string, email: string, domain = 'Data Science'): Promise<string> {
  const body = formData({ email, domain })
  const sent = await fetch(`${url}/api/internship/apply/`, { method: 'POST', body })
  expect(sent.status).toBe(201)
  return ((await sent.json()) as { id: string }).id
}

test('the server and the commands do all they do as the user of the program', async () => {
  await served(async (url) => {
    await apply(url, 'asha@example.com')
    const unsent = () => administrator('SELECT id FROM letter WHERE sent_at IS NULL')
    await expect.poll(unsent).toEqual([])
    await issueIn(settingsOf('naic'), { holder: 'Asha' })
    for (const words of [
      'certificates erase NAIC25A7K2M --yes',
      'keys rotate log',
      'applications export --json',
      'outbox list',
      'log verify',
      'migrate',
    ]) {
      const { code, stderr } = await council(words, 'naic')
      expect({ words, code }, stderr).toEqual({ words, code: 0 })
    }
  })
})

/** What a user may do to each table beside reading and adding, as PostgreSQL has it. */
async function granted(user: User): Promise<Record<string, string>> {
  const rows = await administrator(
    `SELECT relname AS name, string_agg(what, ', ' ORDER BY at) AS may
     FROM pg_class, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) WITH ORDINALITY of (what, at)
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND has_table_privilege('${user}', pg_class.oid, what) GROUP BY relname`,
  )
  return Object.fromEntries(rows.map(({ name, may }) => [name, may]))
}

/** The same as the tables' descriptions have it. */
const described = ({ tables }: Schema) =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([name, { rights }]) => {
      const may = rights.replace(/^(INSERT(, )?|SELECT|none)/, '')
      return may ? [[name, may]] : []
    }),
  )

test('the users may change and delete what the program does, and nothing more', async () => {
  expect(await granted('naic')).toEqual(described(councilSchema))
  expect(await granted('naic_desk')).toEqual(described(asDesk(councilSchema)))
})

const tried = (sql: string, user: User) =>
  queryAt(postgres.urlOf('naic', user).replace('@', `:${passwords[user]}@`), sql)

const tablesOfStaff = ['staff', 'staff_passkey', 'staff_invitation', 'staff_session']
const notOfTheDesk = ['staff', 'staff_invitation', 'application', 'registry_key', 'key_revocation']

test.each([
  ['naic', "SET session_replication_role = 'replica'"],
  ['naic', 'CREATE TABLE other (id integer)'],
  ['naic', 'CREATE SCHEMA naic'],
  ['naic', 'ALTER TABLE certificate DISABLE TRIGGER ALL'],
  ['naic', 'CREATE RULE aaa AS ON INSERT TO certificate DO INSTEAD NOTHING'],
  ['naic', 'DROP TABLE certificate CASCADE'],
  ['naic', 'ALTER FUNCTION refuse_change() RENAME TO other'],
  ['naic', "INSERT INTO kysely_migration VALUES ('999', 'now')"],
  ['naic', "COPY log_node TO PROGRAM 'cat'"],
  ['naic', 'DROP DATABASE naic'],
  ['naic', 'SET ROLE naic_owner'],
  ['naic_desk', 'SET ROLE naic_owner'],
  ...tablesOfStaff.map((table) => ['naic', `SELECT * FROM ${table}`] as const),
  ...notOfTheDesk.map((table) => ['naic_desk', `INSERT INTO ${table} TABLE ${table}`] as const),
] as const)('%s may not: %s', async (user, sql) => {
  await expect(tried(sql, user)).rejects.toThrow(/permission denied|must be owner/)
})

describe('the desk that is served to the staff', () => {
  async function atDesk<Result>(work: (desk: StaffMember) => Promise<Result>, ...roles: string[]) {
    const { port, url, close } = await startDesk(readConfig(settingsOf('naic_desk')), 0)
    const desk = { port, url, settings: settingsOf('naic_owner') }
    const member = await StaffMember.added(desk, `A ${roles[0]}`, ...roles)
    expect((await member.signIn()).status).toBe(200)
    await work(member)
    await close()
  }

  test('does all that it does as a user of its own, with the rights that are granted', async () => {
    const id = await served((url) => apply(url, 'at.the.desk@example.com'))
    await atDesk(
      async (nandini) => {
        const status = '/api/applications/status'
        const wanted = { to: 'shortlisted', withLetter: true, withoutReceipts: false }
        const asked = { ...wanted, of: [{ id, seen: 0 }] }
        const { body: plan } = await nandini.post(`${status}/plan`, asked)
        const done = await nandini.post(status, { ...asked, seal: plan.seal })
        expect(done.body).toMatchObject({ state: 'done' })
        const who = `SELECT changed_by FROM status_change WHERE application_id = '${id}'`
        expect(await administrator(who)).toEqual([{ changed_by: 'A reviewer' }])
        const undone = await nandini.post('/api/applications/take-back', { of: [{ id, seen: 1 }] })
        expect(undone.body).toEqual({ rows: [{ id, state: 'taken back' }] })
        expect(await administrator(who)).toEqual([])

        const heading = 'reference,holder,domain,duration,verified_on'
        const table = `${heading}\nD-1,Asha Desk,Web Development,4 Weeks,2026-03-14\n`
        const sheet = Buffer.from(table).toString('base64')
        const { body } = await nandini.post('/api/certificates/issue/plan', { sheet })
        const agreed = { sheet, seal: body.seal }
        const issued = await nandini.post('/api/certificates/issue', agreed)
        expect(issued).toMatchObject({ body: { state: 'done', issued: 1 } })

        for (const of of ['messages', 'letters', 'certificates', 'passkeys']) {
          expect((await nandini.ask('GET', `/api/${of}`)).status, of).toBe(200)
        }
        const { body: found } = await nandini.ask('GET', '/api/health')
        const database = { title: 'The database', state: 'right' }
        expect(found).toContainEqual(expect.objectContaining(database))
        expect((await nandini.post('/api/sign-out', {})).status).toBe(200)
      },
      'reviewer',
      'issuer',
    )
  })

  test('erases for a keeper once that is granted, and may do nothing else that it might not', async () => {
    const email = 'keeper@example.com'
    await served(async (url) => {
      for (const domain of ['Data Science', 'Web Development']) await apply(url, email, domain)
    })
    await issueIn(settingsOf('naic'), { holder: 'Asha', email })
    const applications = `SELECT id FROM application WHERE email = '${email}'`
    const count = async (table: string) => (await administrator(`SELECT * FROM ${table}`)).length
    const [keys, entries] = [await count('credential'), await count('log_entry')]
    await atDesk(async (lata) => {
      const asked = { whom: { email }, withCertificates: true }
      const { body: refused } = await lata.post('/api/people/erase/plan', asked)
      expect(refused).toEqual({
        state: 'refused',
        detail: expect.stringContaining('At this desk nobody may erase yet.'),
      })
      expect((await lata.post('/api/people/erase', { ...asked, seal: '' })).body).toEqual(refused)
      expect(await administrator(applications)).toHaveLength(2)

      const before = await granted('naic_desk')
      await administrator(grants.keepers)
      for (const [name, may] of Object.entries(await granted('naic_desk'))) {
        if (before[name] !== may) expect(may, name).toMatch(/DELETE$/)
      }
      const { body: plan } = await lata.post('/api/people/erase/plan', asked)
      expect(plan).toMatchObject({ state: 'planned', goes: expect.any(Array) })
      const { body: done } = await lata.post('/api/people/erase', { ...asked, seal: plan.seal })
      const removed = expect.stringContaining('1 certificate')
      expect(done).toMatchObject({ state: 'done', removed })
    }, 'keeper')
    expect(await administrator(applications)).toEqual([])
    expect(await count('credential')).toBe(keys - 1)
    expect(await count('log_entry')).toBe(entries)
    const growing = Object.entries(councilSchema.tables).filter(([, { growsOnly }]) => growsOnly)
    const may = await granted('naic_desk')
    for (const [name] of growing) expect(may[name], name).toBeUndefined()
  })

  test('invites, suspends and ends for a manager once that is granted', async () => {
    await administrator(grants.managers)
    await atDesk(async (lata) => {
      const invited = await lata.post('/api/staff', { name: 'Kabir New', roles: ['reader'] })
      expect(invited).toMatchObject({ status: 200, body: { name: 'Kabir New' } })
      const [kabir] = await administrator(`SELECT id FROM staff WHERE name = 'Kabir New'`)
      for (const deed of ['suspend', 'lift', 'end']) {
        const done = await lata.post(`/api/staff/${kabir?.['id']}/${deed}`, {})
        expect(done, deed).toMatchObject({ status: 200, body: { state: 'done' } })
      }
    }, 'manager')
  })

  test('its staff are the owner’s: the site’s user hears so', async () => {
    const refused = await council('staff add Asha --role reader', 'naic')
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toContain('as the owner of the tables: "council --as-owner …"')
    const doctor = await council('doctor', 'naic')
    expect(doctor.stdout).toContain('"council --as-owner doctor" looks at it')
  })
})

describe('erasing what people sent', () => {
  test('is the owner’s: the user of the program hears so, and nothing is removed', async () => {
    const id = await served((url) => apply(url, 'lata@example.com'))
    const { code, stderr } = await council(`erase ${id} --yes`, 'naic')
    const sentence = 'Its user may not do this, and nothing was done. Run the same as the owner'
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
    const found = `SELECT id FROM application WHERE id = '${id}'`
    expect(await administrator(found)).toHaveLength(1)

    expect(await council(`erase ${id} --yes`, 'naic_owner')).toMatchObject({ code: 0, stderr: '' })
    expect(await administrator(found)).toEqual([])
  })

  test('by age needs a right, without which there is no start', async () => {
    const days = { RETENTION_DAYS: '30' }
    const refused = new ServerProcess(settingsOf('naic', days))
    expect(await refused.ending).toEqual({ status: 1, signal: null })
    expect(refused.errors).toMatch(
      /^The server did not start[.] RETENTION_DAYS is 30, but .+ may not delete what is older[.] .+\n$/,
    )
    await administrator(grants.retention)
    await served((url) => apply(url, 'meera@example.com'), days)
  })
})
