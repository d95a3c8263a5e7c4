import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, applyApi, startApi } from '@naic/test/support/start-api.ts'
import { TestCalendar } from '@naic/test/support/start-calendar.ts'
import { routesOf } from '@naic/test/support/serve-desk.ts'
import { issueAt } from '@naic/test/support/start-registry.ts'
import { TestWitness } from '@naic/test/support/start-witness.ts'
import { eraseCertificate } from '@naic/registry/issuing/erase-certificate.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'
import { formData } from '@naic/test/support/ashas-form.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { allTests } from '@naic/test/support/opened.ts'

const valid = 'NAIC25A7K2M'
const withdrawn = 'NAIC25C8D1T'
let erased: string
/** With every fact that the council may give. */
let full: string
let stampedSize: number
let api: Api
/** Every route that the server has, such as "GET /log/tile/*". */
let routes: string[]

const calendar = allTests(() => TestCalendar.start())
const witness = allTests(() => TestWitness.start('college.example/witness'))
beforeAll(async () => {
  const settings = {
    SITE_URL: 'https://naic.example',
    STAMP_CALENDARS: calendar.url,
    WITNESSES: witness.vkey,
    TRUST_PROXY: '127.0.0.1',
    LOOKUPS_PER_MINUTE: '5',
    SUBMISSIONS_PER_MINUTE: '5',
  }
  const started = await routesOf(() => startApi(settings))
  api = started[0]
  routes = started[1].map(({ method, url }) => `${method} ${url}`)
  const { registry } = api.services.certificates
  await revokeCertificate(registry, withdrawn, 'wrong details', 'meera')
  const given = { startedOn: '2026-02-01', endedOn: '2026-03-01', hours: 60, credits: 2 }
  ;[erased = '', full = ''] = await issueAt(registry, {}, { ...given, college: 'Example College' })
  await eraseCertificate(api.services.database, erased, 'meera')
  stampedSize = (await registry.log.head()).size
  await api.services.stamps.round(new Date())
  calendar.mine(958_001)
  await api.services.stamps.round(new Date())
})
afterAll(() => api.close())

const ask = (address: string, { headers, ...more }: RequestInit = {}, from = '192.0.2.1') =>
  fetch(api.url + address, {
    ...more,
    headers: { 'X-Forwarded-For': from, ...(headers as Record<string, string>) },
    redirect: 'manual',
  })

const page = await readFile('docs/api.md', 'utf8')
/** By the address as docs/api.md writes it. */
const described = new Map(
  [...page.matchAll(/^\| `((?:POST )?\/[^`]+)` +\|[^|]+\|([^|]+)\|([^|]*)\|$/gm)].map(
    ([, address = '', types = '', refusals = '']) => [address, { types, refusals }],
  ),
)

type Requests = [string, number, RequestInit?][]
const post = (body: FormData | string, headers = {}) => ({ method: 'POST', body, headers })

/** For each address, requests, and the statuses of their answers. */
const requests: Record<string, () => Requests | Promise<Requests>> = {
  '/api/certificates/ID': () => [
    [`/api/certificates/${valid}`, 200],
    [`/api/certificates/${withdrawn}`, 200],
    [`/api/certificates/${erased}`, 410],
    ['/api/certificates/NA1C25C8D1T', 404],
  ],
  '/credentials/ID.json': () => [
    [`/credentials/${valid}.json`, 200],
    [`/credentials/${valid}.json`, 200, { headers: { Accept: 'application/vc' } }],
    [`/credentials/${erased}.json`, 410],
    ['/credentials/NAIC25A7K2N.json', 404],
  ],
  '/credentials/ID.tlog-proof': () => [
    [`/credentials/${valid}.tlog-proof`, 200],
    ['/credentials/NAIC25A7K2N.tlog-proof', 404],
  ],
  '/credentials/ID.pdf': () => [
    [`/credentials/${valid}.pdf`, 200],
    [`/credentials/${withdrawn}.pdf`, 410],
  ],
  '/credentials/ID.badge.png': () => [
    [`/credentials/${valid}.badge.png`, 200],
    [`/credentials/${withdrawn}.badge.png`, 410],
  ],
  '/credentials/ID.png': () => [
    [`/credentials/${valid}.png`, 200],
    [`/credentials/${withdrawn}.png`, 302],
    ['/credentials/NAIC25A7K2N.png', 404],
  ],
  '/badges/NAME.png': () => [['/badges/x.png', 302]],
  '/credentials/status/1': () => [['/credentials/status/1', 200]],
  '/.well-known/did.json': () => [['/.well-known/did.json', 200]],
  '/log/checkpoint': () => [['/log/checkpoint', 200]],
  '/log/keys': () => [['/log/keys', 200]],
  '/log/restarts': () => [['/log/restarts', 200]],
  '/log/status': () => [['/log/status', 200]],
  '/log/proof?from=SIZE&to=SIZE': () => [
    ['/log/proof?from=3&to=17', 200],
    ['/log/proof?from=x&to=17', 400],
    ['/log/proof?from=17&to=3', 400],
    ['/log/proof?from=0&to=1', 400],
    ['/log/proof?from=1', 400],
    ['/log/proof?from=1&to=99999', 404],
  ],
  '/log/checkpoints?after=SIZE': () => [
    ['/log/checkpoints', 200],
    ['/log/checkpoints?after=x', 400],
  ],
  '/log/checkpoint/SIZE': () => [
    ['/log/checkpoint/17', 200],
    ['/log/checkpoint/16', 404],
  ],
  '/log/checkpoint/SIZE.ots': () => [
    [`/log/checkpoint/${stampedSize}.ots`, 200],
    ['/log/checkpoint/16.ots', 404],
  ],
  '/log/tile/L/N': () => [
    ['/log/tile/0/000.p/17', 200],
    ['/log/tile/0/000', 404],
  ],
  '/log/tile/entries/N': () => [['/log/tile/entries/000.p/17', 200]],
  '/log/vectors/NAME.json': () => [
    ['/log/vectors/certificates.json', 200],
    ['/log/vectors/ed25519-speccheck.json', 200],
    ['/log/vectors/constructor.json', 404],
  ],
  '/log/witnesses': () => [['/log/witnesses', 200]],
  'POST /log/cosignatures': async () => {
    const note = await (await ask('/log/checkpoint')).text()
    const type = { 'Content-Type': 'text/plain' }
    return [
      ['/log/cosignatures', 200, post(note + witness.cosign(note), type)],
      ['/log/cosignatures', 403, post(note, type)],
      ['/log/cosignatures', 415, post('{}', { 'Content-Type': 'application/json' })],
    ]
  },
  'POST /api/internship/apply': () => [
    [applyApi, 201, post(formData())],
    [applyApi, 400, post(formData({ name: '' }))],
    [applyApi, 403, post(formData(), { Origin: 'https://evil.example' })],
  ],
  'POST /api/contact': () => [['/api/contact/', 400, post(messageForm({ name: '' }))]],
}

test('docs/api.md names every address that programs may ask', () => {
  expect([...described.keys()].toSorted()).toEqual(Object.keys(requests).toSorted())
  const ofPrograms = routes.filter((route) =>
    /^(GET|POST) \/(api|credentials|log|badges|\.well-known)\//.test(route),
  )
  expect(ofPrograms).toContain('GET /log/tile/*')
  const addresses = [...described.keys()].map((address) => address.replace(/[?].*/, ''))
  for (const route of ofPrograms) {
    const [, url = ''] = /^(?:GET )?(.*)$/.exec(route) ?? []
    const parts = url
      .split(/:\w+(?:\(.*?\))?(?=[./]|$)|\*/)
      .map((part) => part.replaceAll('.', String.raw`\.`))
    const pattern = new RegExp(`^${parts.join('[^ ]+')}$`)
    expect(
      addresses.some((address) => pattern.test(address)),
      route,
    ).toBe(true)
  }
})

test('what each address answers is what docs/api.md says', async () => {
  for (const [at, [address, { types, refusals }]] of [...described].entries()) {
    for (const [asked, status, options] of (await requests[address]?.()) ?? []) {
      const answer = await ask(asked, options, `198.51.100.${at}`)
      expect(answer.status, `${asked}: ${status}`).toBe(status)
      const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
      const isOfFields = status === 400 && options?.body instanceof FormData
      if (status >= 400) expect(refusals.split(',').map(Number), asked).toContain(status)
      if (status >= 400 && !isOfFields) {
        expect(type, asked).toBe('application/problem+json')
        const [title, detail] = [expect.any(String), expect.any(String)]
        expect(await answer.json(), asked).toMatchObject({ title, status, detail })
      } else if (status !== 302) expect(types, asked).toContain(`\`${type}\``)
    }
  }
})

type Answer = Record<string, object>

/** @returns its members, and those of the objects and lists in it that are no standard's. */
function membersOf(answer: Answer): string[] {
  const { credential: _credential, statusList: _list, did: _did, ...own } = answer
  const within: unknown[] = Object.values(own).flat()
  const objects = within.filter((one) => typeof one === 'object' && one !== null)
  return [answer, ...objects].flatMap((one) => Object.keys(one))
}

test('every member of an answer stands in docs/api.md', async () => {
  const json = async (address: string) => (await ask(address)).json() as Promise<Answer>
  const certificate = await json(`/api/certificates/${full}`)
  const inTable = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name = '']) => name)
  expect(inTable).toEqual(Object.keys(certificate))
  const others = [
    `/api/certificates/${withdrawn}`,
    '/api/certificates/NA1C25C8D1T',
    '/log/status',
    '/log/proof?from=3&to=17',
    '/log/keys',
    '/log/witnesses',
    '/log/restarts',
  ]
  const [line = ''] = (await (await ask('/log/checkpoints')).text()).split('\n')
  const answers = [certificate, ...(await Promise.all(others.map(json))), JSON.parse(line)]
  const { credentialSubject } = certificate['credential'] as { credentialSubject: object }
  const { type: _type, ...facts } = credentialSubject as Answer
  expect(Object.keys(facts)).toContain('role')
  const members = new Set([...answers.flatMap(membersOf), ...Object.keys(facts)])
  expect([...members].filter((member) => !page.includes(`\`${member}\``))).toEqual([])
})

test('answers of a certificate, refusals too, are not indexed', async () => {
  for (const address of described.keys()) {
    if (!address.includes('/ID')) continue
    for (const [asked] of (await requests[address]?.()) ?? []) {
      const { headers } = await ask(asked, {}, '198.51.100.200')
      expect(headers.get('x-robots-tag'), asked).toBe('noindex')
    }
  }
})

test('who has an answer already gets 304, with the same headers and no body', async () => {
  for (const [path, asked] of Object.entries(requests)) {
    const [[address = '', status = 0] = []] = path.startsWith('POST') ? [] : await asked()
    if (status !== 200) continue
    const first = await ask(address)
    const tag = first.headers.get('etag') ?? ''
    expect(tag, path).toMatch(/^"[\w-]{22}"$/)
    for (const asking of ['GET', 'HEAD']) {
      const headers = { 'If-None-Match': `"x", W/${tag}` }
      const again = await ask(address, { method: asking, headers })
      expect(again.status, `${asking} ${path}`).toBe(304)
      expect(await again.text()).toBe('')
      for (const name of ['etag', 'cache-control', 'access-control-allow-origin', 'vary']) {
        expect(again.headers.get(name), `${path} ${name}`).toBe(first.headers.get(name))
      }
    }
    const other = await ask(address, { headers: { 'If-None-Match': '"x"' } })
    expect(other.status).toBe(200)
  }
})

test('a page of another site may ask whether something is new, and may not post', async () => {
  for (const address of [
    `/api/certificates/${valid}`,
    `/credentials/${valid}.json`,
    '/log/checkpoint',
    '/.well-known/did.json',
  ]) {
    const { status, headers } = await ask(address, { method: 'OPTIONS' })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD')
    expect(headers.get('access-control-allow-headers')).toBe('If-None-Match')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const answer = await ask(address)
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
  }
})

test('the test vectors are served as they stand in the ledger', async () => {
  const folder = 'packages/ledger/format/vectors'
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const readme = await readFile(`${folder}/README.md`, 'utf8')
  for (const name of names) {
    const served = await (await ask(`/log/vectors/${name}`)).json()
    expect(served, name).toEqual(JSON.parse(await readFile(`${folder}/${name}`, 'utf8')))
    expect(readme).toContain(`| \`${name}\` `)
  }
})
