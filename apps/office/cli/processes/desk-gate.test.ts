import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asha, formData } from '@naic/test/support/ashas-form.ts'
import { askRaw, isTheSame, spellings } from '@naic/test/support/path-spellings.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { type DeskRoute, routesOf, serveDeskOf } from '@naic/test/support/serve-desk.ts'
import { StaffMember } from '@naic/test/support/staff-at-desk.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

const settings = {
  SITE_URL: 'https://naic.example',
  SUDO_USER: 'meera',
  LETTER_DELAY_SECONDS: '0',
}
let api: Api
let served: Awaited<ReturnType<typeof serveDeskOf>>
let atDesk: string
let meera: StaffMember
let publicRoutes: DeskRoute[]
let deskRoutes: DeskRoute[]
let ids: string[]
beforeAll(async () => {
  ;[api, publicRoutes] = await routesOf(() =>
    startApi({ ...settings, SUBMISSIONS_PER_MINUTE: '100000', LOOKUPS_PER_MINUTE: '100000' }),
  )
  const { body } = await api.post(formData())
  await api.post(messageForm(), {}, '/api/contact/')
  await api.letterQueueEmpty()
  ids = [body.id, (await api.messages())[0]?.id ?? '', `${body.id}-staff`]
  served = await serveDeskOf({ ...settings, DATA_DIR: api.dataDir })
  deskRoutes = served.routes
  atDesk = `http://127.0.0.1:${served.desk.port}`
  meera = new StaffMember(served.desk, 'meera')
  await meera.accept(served.invitation)
})
afterAll(async () => {
  await served?.close()
  await api?.close()
})

/** Words about people, which only the staff may see. */
const kept = [asha.name, asha.email, asha.phone, asha.college, 'columns', 'ravi', 'meera']
const tells = (text: string) =>
  kept.filter((word) => text.toLowerCase().includes(word.toLowerCase()))

/** All that is stored, for comparing: every row of every table, and the name of every file. */
async function stored(): Promise<string> {
  using database = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'), { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()])
  const files = (await readdir(api.dataDir, { recursive: true })).filter((f) => !f.includes('-'))
  return JSON.stringify([rows, files.toSorted()])
}

/** Would do something wherever it was let through. */
const body = () =>
  JSON.stringify({
    ids: [ids[2]],
    from: 'applications',
    to: 'declined',
    withLetter: false,
    seen: 0,
  })

/** The address of a route of something that is there. */
function addressOf({ url }: DeskRoute): string {
  const [application, message, letter] = ids
  const id = url.includes('messages') ? message : url.includes('letters') ? letter : application
  return url.replaceAll(/:\w+\??/g, id ?? '').replace('*', id ?? '')
}

/** What every request to the desk names. */
const own = { Host: 'desk.localhost:8800' }

/** Asks for every route in every spelling by each of some methods. */
async function walk(
  at: string,
  routes: readonly DeskRoute[],
  methods: readonly string[],
  see: (answer: { status: number; text: string }, spelling: string, asked: string) => void,
): Promise<void> {
  const paths = new Set(routes.map(addressOf))
  const all = [...paths].flatMap((plain) =>
    Object.entries(spellings).flatMap(([spelling, write]) =>
      methods.map((method) => ({ method, path: write(plain), spelling })),
    ),
  )
  for (let done = 0; done < all.length; done += 64) {
    await Promise.all(
      all.slice(done, done + 64).map(async ({ method, path: asked, spelling }) => {
        const sent = method === 'POST' || method === 'DELETE' ? body() : ''
        const answer = await askRaw(at, {
          method,
          path: asked,
          headers: at === atDesk ? { ...own, ...json } : json,
          body: sent,
        })
        see(answer, spelling, `${method} ${asked} (${spelling}): ${answer.status}`)
      }),
    )
  }
}

describe('without a session', () => {
  const page = async () =>
    readFile(path.join(import.meta.dirname, '../../../../build/desk/index.html'), 'utf8')
  const ofApi = () =>
    deskRoutes.filter(({ url: at, right }) => at.startsWith('/api/') && right !== 'enter')

  test('only the files of the page, and the ways to come in, need no session', () => {
    const others = deskRoutes.filter((one) => !ofApi().includes(one)).map(({ url: at }) => at)
    expect(others.toSorted()).toEqual([
      '/*',
      '/*',
      '/api/invitation',
      '/api/invitation/options',
      '/api/sign-in',
      '/api/sign-in/options',
    ])
    expect(new Set(ofApi().map(({ url }) => url)).size).toBeGreaterThan(14)
  })

  test('no route of the desk tells or changes anything, however its address is written', async () => {
    const before = await stored()
    const built = await page()
    const wrong: string[] = []
    const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']
    await walk(atDesk, ofApi(), methods, ({ status, text }, spelling, what) => {
      const isPage = text === built || (status === 200 && text === '' && what.startsWith('HEAD'))
      const isRight =
        status === 401 || (!isTheSame(spelling) && ([400, 404, 405].includes(status) || isPage))
      if (!isRight || tells(text).length > 0) wrong.push(what)
    })
    expect(wrong).toEqual([])
    expect(await stored()).toBe(before)
  })

  test('a name of the host that is not its own is refused', async () => {
    const hosts = [
      '127.0.0.1',
      'localhost:8800',
      'desk.localhost',
      'evil.example',
      'desk.localhost:8800@evil',
      '',
    ]
    const asAt = async (Host: string) =>
      (await askRaw(atDesk, { path: '/api/desk', headers: { Host } })).status
    for (const Host of hosts) expect(await asAt(Host), Host).toBe(403)
    expect(await asAt('DESK.localhost:8800')).toBe(401)
  })

  test('a visitor of the site learns nothing that is kept, and changes nothing', async () => {
    await api.letterQueueEmpty()
    const before = await stored()
    const wrong: string[] = []
    const see = (answer: { status: number; text: string }, _: string, what: string) => {
      if (tells(answer.text).length > 0) wrong.push(what)
    }
    // Reading is tried at every address of both, and writing at the desk's.
    await walk(api.url, [...publicRoutes, ...deskRoutes], ['GET'], see)
    await walk(api.url, ofApi(), ['POST'], see)
    expect(wrong).toEqual([])
    expect(await stored()).toBe(before)
  })
})

const json = { 'Content-Type': 'application/json' }

/** What a request brings from the page of somebody who is signed in. */
const session = () => ({ Cookie: meera.cookie })

const post = (where: string, headers: Record<string, string>, sent: string) =>
  askRaw(atDesk, { method: 'POST', path: where, headers: { ...own, ...headers }, body: sent })

test('with a session the same requests read and change, so the walk can fail', async () => {
  const headers = { ...session(), ...json }
  const { text } = await askRaw(atDesk, {
    path: `/%61pi/applications/${ids[0]}`,
    headers: { ...own, ...headers },
  })
  expect(tells(text)).toContain(asha.email)
  const before = await stored()
  await post(`/api/messages/${ids[1]}/answered`, headers, body())
  expect(await stored()).not.toBe(before)
})

test('a page of another site gets no answer, even with a session that works', async () => {
  const key = session()
  const { origin } = new URL(served.desk.url)
  const foreign = [
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://desk.localhost:8801' },
    { Origin: origin.replace('http', 'https') },
    { Origin: origin.replace('desk.', '') },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    { Origin: 'http://evil.example', Connection: 'close, Upgrade', Upgrade: 'websocket' },
  ]
  for (const more of foreign) {
    for (const address of [
      '/',
      '/index.html',
      '/api/desk',
      `/api/applications/${ids[0]}`,
      '/none',
    ]) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const headers = { ...own, ...key, ...json, ...more }
        const answer = await askRaw(atDesk, { method, path: address, headers })
        expect(answer.status, `${method} ${address} ${JSON.stringify(more)}`).toBe(403)
      }
    }
  }
  const headers = { ...own, Origin: origin, 'Sec-Fetch-Site': 'same-origin', ...key }
  expect((await askRaw(atDesk, { path: '/api/desk', headers })).status).toBe(200)
})

test('the page lets nothing in from elsewhere, and no other page around it', async () => {
  const { head } = await askRaw(atDesk, { path: '/applications', headers: own })
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]
  const policy = header('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/'unsafe-|https?:|\*/)
  expect(header('cache-control')).toBe('no-store')
  expect(header('referrer-policy')).toBe('no-referrer')
})

test('a link from another site opens the empty page, and nothing else', async () => {
  const headers = {
    ...own,
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  }
  const ask = (method: string, address: string) =>
    askRaw(atDesk, { method, path: address, headers })
  expect((await ask('GET', '/')).text).toContain('id="desk"')
  expect((await ask('POST', '/')).status).toBe(403)
  expect((await ask('GET', '/api/desk')).status).toBe(401)
})

test('what a form, or a script that asks nobody, can send changes nothing', async () => {
  const key = session()
  const before = await stored()
  for (const type of [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'text/plain; x=application/json',
    undefined,
  ]) {
    const headers: Record<string, string> = type ? { ...key, 'Content-Type': type } : key
    for (const address of ['/api/letters/retry', '/api/certificates/issue']) {
      expect((await post(address, headers, body())).status, `${address} ${type}`).toBe(415)
      expect((await post(address, headers, '')).status, `${address} ${type}`).toBe(415)
    }
  }
  expect(await stored()).toBe(before)
})

test('a body that cannot be used is refused with a sentence that says what is wrong', async () => {
  const key = session()
  const deciding = '/api/applications/status'
  const asked = { of: [{ id: ids[0], seen: 0 }], to: 'accepted', withLetter: true }
  for (const [address, sent, says] of [
    ['/api/letters/retry', '{"ids":"some"}', /"ids"/],
    ['/api/letters/retry', 'null', /Object/],
    ['/api/letters/retry', '{"ids"', /JSON/],
    ['/api/letters/retry', '', /JSON|empty/],
    [`${deciding}/plan`, JSON.stringify({ ...asked, to: 'adored' }), /"to"/],
    [deciding, JSON.stringify(asked), /"seal"/],
    [
      `${deciding}/plan`,
      JSON.stringify({ ...asked, of: Array(301).fill(asked.of[0]) }),
      /At most 300/,
    ],
    ['/api/certificates/issue', '{"sheet":[]}', /"sheet"/],
  ] as const) {
    const { status, text } = await post(address, { ...key, ...json }, sent)
    const { detail } = JSON.parse(text)
    expect([status, detail], address).toEqual([400, expect.stringMatching(/^[A-Z].{15,}/)])
    expect(detail).toMatch(says)
  }
})

test('certificates are issued as they were shown, and to who was shown them', async () => {
  const table = (holder: string) =>
    Buffer.from(
      `reference,holder,domain,duration,verified_on\nS-1,${holder},Web Development,4 Weeks,2026-03-14\n`,
    ).toString('base64')
  const send = async (address: string, asked: object) =>
    (await post(address, { ...session(), ...json }, JSON.stringify(asked))).text
  const issue = (seal: string, sheet: string) =>
    send('/api/certificates/issue', { sheet, seal, mayRepeat: true })
  const { seal, rows } = JSON.parse(
    await send('/api/certificates/issue/plan', { sheet: table('Meera Seen') }),
  )
  expect(rows).toMatchObject([{ order: { holder: 'Meera Seen' }, marks: [], repeats: null }])
  const guessed = createHash('sha256').update(table('Meera Seen')).digest('base64url')
  for (const given of ['', '1', 'undefined', guessed]) {
    expect(await issue(given, table('Meera Seen'))).toContain('"changed"')
  }
  expect(await issue(seal, table('Meera Other'))).toContain('"changed"')
  expect(await issue(seal, table('Meera Seen'))).toContain('"issued":1')
  expect(await issue(seal, table('Meera Seen'))).toContain('"changed"')
})
