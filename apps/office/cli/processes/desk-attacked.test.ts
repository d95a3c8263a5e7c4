import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, test } from 'vitest'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { RawConnection } from '@naic/test/support/run-server.ts'
import { serveDeskOf } from '@naic/test/support/serve-desk.ts'
import { StaffMember } from '@naic/test/support/staff-at-desk.ts'
import { allTests } from '@naic/test/support/opened.ts'

/** The desk that is served to the staff, as somebody meets it who means harm, outside the office and within. */

const site = { SITE_URL: 'https://www.naic.example', DESK_URL: 'https://desk.naic.example' }

/** What forms, routers and databases take amiss. */
const odd = [
  'a\0b',
  '\ud800',
  "'",
  '-1',
  '1e308',
  '99999999999999999999',
  '2026-02-30',
  '+999999-01-01',
  '__proto__',
  'x'.repeat(3_000),
]

/** In an address; half of a pair as the bytes that it would be. */
const inAddress = (text: string) => (text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text))

const inBase64 = (text: string) => Buffer.from(text).toString('base64')

const queried =
  'text page sort status domain year college since until assignee score missing tag which state seal'

const of = [{ id: ':id', seen: 0 }]
const deciding = { of, to: 'shortlisted', withLetter: true }
const completing = { ...deciding, to: 'completed' }
const kept = (wanted: object) =>
  ['/api/applications/kept', { of: [{ id: ':id' }], wanted }] as const

/** Bodies that are right but for a text. */
const bodiesWith = (text: string): readonly (readonly [string, unknown])[] => [
  ['/api/applications/note', { of, note: text }],
  ['/api/applications/note', { of: [{ id: text }], note: 'A note.' }],
  ['/api/applications/status/plan', { ...deciding, message: text }],
  ['/api/applications/status/plan', { ...deciding, note: text }],
  ['/api/applications/status/plan', { ...completing, completedOn: text }],
  ['/api/applications/status/plan', { ...completing, internship: text }],
  kept({ fact: 'name', to: text }),
  kept({ fact: 'assignee', to: text }),
  kept({ fact: 'score', to: text }),
  kept({ fact: 'tags', add: text }),
  kept({ fact: 'tags', remove: text }),
  kept({ fact: 'fee', to: { on: text } }),
  kept({ fact: 'fee', to: { on: '2026-11-30', reference: text } }),
  ['/api/letters/retry', { ids: [text], evenSent: true }],
  ['/api/certificates/:id/revoke/plan', { reason: text, withLetter: true }],
  ['/api/certificates/:id/correct/plan', { holder: text }],
  ...[text, `reference,holder,domain,duration,verified_on\n${`${text},`.repeat(5)}`].map(
    (sheet) => ['/api/certificates/issue/plan', { sheet: inBase64(sheet) }] as const,
  ),
  ['/api/certificates/issue/plan', { sheet: text }],
  ['/api/sign-in', { response: { id: text, response: { clientDataJSON: text } } }],
  ['/api/invitation/options', { invitation: text }],
  ['/api/passkeys', { response: { id: text, response: { clientDataJSON: text } } }],
]

/** Bodies that are not what any route asks for. */
const wrongBodies: readonly unknown[] = [
  null,
  [],
  0,
  {},
  { ids: [] },
  { ids: Array.from({ length: 70_000 }, (_, at) => `${at}`) },
  { wanted: { fact: 'constructor', to: {} } },
]

describe.each(dataEngines)('whatever somebody of the staff sends, on $name', ({ name }) => {
  const beside = allTests(() => startCouncilBesideServer(site, name))
  const served = allTests(() => serveDeskOf(beside.settings))
  let asha: StaffMember
  let ids: string[]
  beforeAll(async () => {
    asha = await StaffMember.added(served.desk, 'Asha', 'reviewer', 'issuer', 'keeper')
    const [{ id }, message] = [await beside.apply(), await beside.write()]
    ids = [id, message.id, `${id}-staff`, 'NAIC25A7K2M']
  })

  /** @returns requests that were not answered, or that the desk calls its own fault. */
  async function faults(
    requests: readonly { method: string; address: string; sent?: unknown }[],
  ): Promise<string[]> {
    const found: string[] = []
    for (let at = 0; at < requests.length; at += 16) {
      await Promise.all(
        requests.slice(at, at + 16).map(async ({ method, address, sent }) => {
          const { status, text } = await asha.ask(method, address, sent)
          if (status > 0 && status < 500) return
          found.push(
            `${method} ${address} ${JSON.stringify(sent)}: ${status} ${text}`.slice(0, 300),
          )
        }),
      )
    }
    expect((await asha.ask('GET', '/api/desk')).status).toBe(200)
    return found
  }

  const ofApi = () => served.routes.filter(({ url }) => url.startsWith('/api/'))

  test('in the address, it is no fault of the desk', async () => {
    const lists = ofApi().filter(({ method, url }) => method === 'GET' && !/[:*]|health/.test(url))
    const ones = ofApi().filter(({ url }) => url.includes(':'))
    expect(Math.min(lists.length, ones.length)).toBeGreaterThan(6)
    const requests = [
      ...lists.flatMap(({ method, url }) =>
        queried
          .split(' ')
          .flatMap((asked) =>
            odd.map((text) => ({ method, address: `${url}?${asked}=${inAddress(text)}` })),
          ),
      ),
      ...ones.flatMap(({ method, url }) =>
        odd.map((text) => ({
          method,
          address: url.replaceAll(/:\w+/g, inAddress(text)),
          ...(method === 'POST' ? { sent: {} } : {}),
        })),
      ),
    ]
    expect(await faults(requests)).toEqual([])
  })

  test('in a body, it is no fault of the desk', async () => {
    const texts = [...odd, 'x'.repeat(200_000), '<img src=x onerror=alert(1)>']
    const written = texts.flatMap(bodiesWith)
    const wrong = ofApi()
      .filter(({ method, url }) => method === 'POST' && url !== '/api/sign-out')
      .flatMap(({ url }) => wrongBodies.map((sent) => [url, sent] as const))
    const requests = [...written, ...wrong].map(([url, sent]) => {
      const [application, message, letter, certificate] = ids as [string, string, string, string]
      const named = { messages: message, letters: letter, certificates: certificate }
      const [, id = application] = Object.entries(named).find(([kind]) => url.includes(kind)) ?? []
      const body = JSON.parse((JSON.stringify(sent) ?? 'null').replaceAll('":id"', `"${id}"`))
      return { method: 'POST', address: url.replace(':id', id), sent: body }
    })
    expect(await faults(requests)).toEqual([])
    const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
    expect((await asha.ask('POST', '/api/letters/retry', deep)).status).toBe(400)
  })
})

describe('the served desk', () => {
  const beside = allTests(() => startCouncilBesideServer(site))
  const served = allTests(() => serveDeskOf(beside.settings))

  const added = (name: string, ...roles: string[]) => StaffMember.added(served.desk, name, ...roles)
  function inRows<Row>(sql: string, ...values: string[]): Row[] {
    using database = new DatabaseSync(path.join(beside.settings.DATA_DIR, 'naic.sqlite'))
    return database.prepare(sql).all(...values) as Row[]
  }

  /** Begins a request with a body of JSON, and ends it when something was done. @returns its status. */
  async function statusAfter(
    member: StaffMember,
    address: string,
    sent: object,
    meanwhile: () => Promise<unknown>,
  ): Promise<number> {
    const body = JSON.stringify(sent)
    const head = [
      `POST ${address} HTTP/1.1`,
      `Host: ${new URL(served.desk.url).host}`,
      `Cookie: ${member.cookie}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    const url = `http://127.0.0.1:${served.desk.port}`
    const connection = await RawConnection.open(url, `${head.join('\r\n')}\r\n\r\n${body[0]}`)
    // What came after it is answered: so it has been let in.
    expect((await member.ask('GET', '/api/desk')).status).toBe(200)
    await meanwhile()
    connection.send(body.slice(1))
    await connection.closed
    return Number(/^HTTP\/1\.1 (\d+)/.exec(connection.answer)?.[1])
  }

  test('does nothing for whom the body outlasts: a suspension, or the loss of a role', async () => {
    const { id } = await beside.apply({ email: 'slow.body@example.com' })
    const notes = () => inRows("SELECT * FROM status_change WHERE note LIKE 'Slow %'").length
    const note = (text: string) =>
      ['/api/applications/note', { of: [{ id, seen: notes() }], note: text }] as const
    const kabir = await added('Kabir Slow', 'reviewer')
    expect(await statusAfter(kabir, ...note('Slow but allowed.'), async () => 0)).toBe(200)
    expect(notes()).toBe(1)
    const boss = await added('The Manager', 'manager')
    const reads = () => boss.manage(kabir.name, 'role', { roles: ['reader'] })
    expect(await statusAfter(kabir, ...note('Slow and only a reader.'), reads)).toBe(403)
    await boss.manage(kabir.name, 'role', { roles: ['reviewer'] })
    const isOut = () => boss.manage(kabir.name, 'suspend')
    expect(await statusAfter(kabir, ...note('Slow and suspended.'), isOut)).toBe(401)
    expect(notes()).toBe(1)
  })

  test('reads no long body of somebody who has not come in, and counts each as a try', async () => {
    const stranger = new StaffMember(served.desk, 'x')
    const long = JSON.stringify({ response: 'x'.repeat(100_000) })
    const from = { 'X-Forwarded-For': '198.51.100.77' }
    const statuses: number[] = []
    for (const address of ['/api/sign-in', '/api/invitation/options', '/api/invitation']) {
      statuses.push((await stranger.ask('POST', address, long, from)).status)
    }
    expect(new Set(statuses)).toEqual(new Set([413]))
    for (let time = 0; time < 60; time += 1) {
      statuses.push((await stranger.ask('POST', '/api/sign-in', '{', from)).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  test('says of its own faults no more than a number of the log', async () => {
    const asha = await added('Asha Fault', 'reader')
    inRows('ALTER TABLE message_answer RENAME TO gone_answer')
    const { status, body } = await asha.ask('GET', '/api/messages')
    inRows('ALTER TABLE gone_answer RENAME TO message_answer')
    expect(status).toBe(503)
    expect(body.detail).toMatch(/^Something went wrong on our side\..* Reference: \w+\.$/)
  })

  test('is not fooled by a challenge of another person or another use', async () => {
    const [meera, lata] = [await added('Meera Own', 'reader'), await added('Lata Own', 'reader')]
    const { body: hers } = await meera.post('/api/passkeys/options', {})
    const made = new StaffMember(served.desk, 'x').passkey.make(hers)
    expect((await lata.post('/api/passkeys', { response: made })).status).toBe(403)
    // Answered once, if wrongly, it is good for nobody.
    expect((await meera.post('/api/passkeys', { response: made })).status).toBe(403)
    const { body: toAdd } = await meera.post('/api/passkeys/options', {})
    const used = meera.passkey.use(toAdd)
    expect((await meera.post('/api/sign-in', { response: used })).status).toBe(403)
    const { body: toSignIn } = await meera.post('/api/sign-in/options', {})
    const response = new StaffMember(served.desk, 'x').passkey.make(toSignIn)
    expect((await meera.post('/api/passkeys', { response })).status).toBe(403)
  })

  test('takes no session that somebody else has chosen', async () => {
    const fixed = `__Host-desk=${'A'.repeat(43)}`
    const asha = await added('Asha Fixed', 'reader')
    asha.cookie = fixed
    expect((await asha.ask('GET', '/api/desk')).status).toBe(401)
    const { set = '' } = await asha.signIn()
    expect(set).not.toContain('AAAA')
    asha.cookie = fixed
    expect((await asha.ask('GET', '/api/desk')).status).toBe(401)
  })
})
