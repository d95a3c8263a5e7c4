import { readdir, readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastify } from 'fastify'
import { validate } from '@readme/openapi-parser'
import { type Api, applyApi, startApi } from '@naic/test/support/start-api.ts'
import { TestCalendar } from '@naic/test/support/start-calendar.ts'
import { order } from '@naic/test/support/start-registry.ts'
import { TestWitness } from '@naic/test/support/start-witness.ts'
import { eraseCertificate } from '@naic/registry/issuing/erase-certificate.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'
import { describeApi } from './describe-api.ts'
import { formData } from '@naic/test/support/ashas-form.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'

type Content = Record<string, { schema: object }>
type Operation = {
  operationId: string
  responses: Record<string, { content?: Content; headers?: Record<string, object> }>
}

const valid = 'NAIC25A7K2M'
const withdrawn = 'NAIC25C8D1T'
let erased: string
let stampedSize: number
let api: Api
let calendar: TestCalendar
let witness: TestWitness
let document: { paths: Record<string, Record<string, Operation>> }
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

beforeAll(async () => {
  calendar = await TestCalendar.start()
  witness = await TestWitness.start('college.example/witness')
  api = await startApi({
    SITE_URL: 'https://naic.example',
    STAMP_CALENDARS: calendar.url,
    WITNESSES: witness.vkey,
    TRUST_PROXY: '127.0.0.1',
    LOOKUPS_PER_MINUTE: '5',
    SUBMISSIONS_PER_MINUTE: '5',
  })
  const { registry } = api.services.certificates
  await revokeCertificate(registry, withdrawn, 'wrong details')
  const issued = await issueCertificates(registry, [order()])
  erased = (issued.state === 'issued' && issued.certificates[0]?.id) || expect.fail()
  await eraseCertificate(api.services.database, erased, 'meera')
  stampedSize = (await registry.log.begunHead()).size
  await api.services.stamps.round(new Date())
  calendar.mine(958_001)
  await api.services.stamps.round(new Date())
  document = JSON.parse(await (await ask('/api/openapi.json')).text())
  ajv.addSchema(document, 'api')
})
afterAll(() => Promise.all([api.close(), calendar.close(), witness.close()]))

const ask = (address: string, { headers, ...more }: RequestInit = {}, from = '192.0.2.1') =>
  fetch(api.url + address, {
    ...more,
    headers: { 'X-Forwarded-For': from, ...(headers as Record<string, string>) },
    redirect: 'manual',
  })

/** Checks an answer against what the description says of it. */
async function expectDescribed(answer: Response, path: string, method = 'get') {
  const operation = document.paths[path]?.[method]
  const described = operation?.responses[answer.status]
  expect(described, `${method} ${path} ${answer.status}`).toBeDefined()
  for (const name of Object.keys(described?.headers ?? {})) {
    expect(answer.headers.get(name), `${path} ${answer.status} ${name}`).not.toBeNull()
  }
  if (!described?.content) return
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
  expect(Object.keys(described.content), path).toContain(type)
  const text = await answer.text()
  const at = ['paths', path, method, 'responses', String(answer.status), 'content', type, 'schema']
  const pointer = at.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  const matches = ajv.compile({ $ref: `api#/${encodeURI(pointer)}` })
  const body: unknown = type.endsWith('json') || type === 'application/vc' ? JSON.parse(text) : text
  expect(matches(body), `${path}: ${JSON.stringify(matches.errors)}\n${text.slice(0, 500)}`).toBe(
    true,
  )
}

const form = (body: FormData) => ({ method: 'POST', body })

/** For each operation, requests, and the statuses of their answers. */
const requests: Record<string, () => Promise<[string, number, RequestInit?][]>> = {
  describeApi: async () => [['/api/openapi.json', 200]],
  getCertificate: async () => [
    [`/api/certificates/${valid}`, 200],
    [`/api/certificates/${withdrawn}`, 200],
    [`/api/certificates/${erased}`, 410],
    ['/api/certificates/NAIC25C8DIT', 404],
  ],
  getCredential: async () => [
    [`/credentials/${valid}.json`, 200],
    [`/credentials/${valid}.json`, 200, { headers: { Accept: 'application/vc' } }],
    [`/credentials/${erased}.json`, 410],
    ['/credentials/NAIC25A7K2N.json', 404],
  ],
  getReceipt: async () => [
    [`/credentials/${valid}.tlog-proof`, 200],
    ['/credentials/NAIC25A7K2N.tlog-proof', 404],
  ],
  getPdf: async () => [
    [`/credentials/${valid}.pdf`, 200],
    [`/credentials/${withdrawn}.pdf`, 410],
  ],
  getBadge: async () => [
    [`/credentials/${valid}.badge.png`, 200],
    [`/credentials/${withdrawn}.badge.png`, 410],
  ],
  getSharePicture: async () => [
    [`/credentials/${valid}.png`, 200],
    [`/credentials/${withdrawn}.png`, 302],
    ['/credentials/NAIC25A7K2N.png', 404],
  ],
  getProgrammePicture: async () => [['/badges/x.png', 302]],
  getStatusList: async () => [['/credentials/status/1', 200]],
  getDidDocument: async () => [['/.well-known/did.json', 200]],
  getCheckpoint: async () => [['/log/checkpoint', 200]],
  getKeys: async () => [['/log/keys', 200]],
  getRestarts: async () => [['/log/restarts', 200]],
  getNewestStatusList: async () => [['/log/status', 200]],
  getGrowth: async () => [
    ['/log/proof?from=3&to=17', 200],
    ['/log/proof?from=x&to=17', 400],
    ['/log/proof?from=1&to=99999', 404],
  ],
  getCheckpoints: async () => [
    ['/log/checkpoints', 200],
    ['/log/checkpoints?after=x', 400],
  ],
  getOlderCheckpoint: async () => [
    ['/log/checkpoint/17', 200],
    ['/log/checkpoint/16', 404],
  ],
  getStamp: async () => [
    [`/log/checkpoint/${stampedSize}.ots`, 200],
    ['/log/checkpoint/16.ots', 404],
  ],
  getTile: async () => [
    ['/log/tile/entries/000.p/17', 200],
    ['/log/tile/0/000', 404],
  ],
  getVectors: async () => [
    ['/log/vectors/certificates.json', 200],
    ['/log/vectors/ed25519-speccheck.json', 200],
    ['/log/vectors/constructor.json', 404],
  ],
  getWitnesses: async () => [['/log/witnesses', 200]],
  addCosignature: async () => {
    const note = await (await ask('/log/checkpoint')).text()
    const post = (body: string, type = 'text/plain') => ({
      method: 'POST',
      body,
      headers: { 'Content-Type': type },
    })
    return [
      ['/log/cosignatures', 200, post(note + witness.cosign(note))],
      ['/log/cosignatures', 403, post(note)],
      ['/log/cosignatures', 415, post('{}', 'application/json')],
    ]
  },
  apply: async () => [
    [applyApi, 201, form(formData())],
    [applyApi, 400, form(formData({ name: '' }))],
    [applyApi, 403, { ...form(formData()), headers: { Origin: 'https://evil.example' } }],
  ],
  contact: async () => [['/api/contact/', 400, form(messageForm({ name: '' }))]],
}

test('the description is valid OpenAPI 3.1', async () => {
  const result = await validate(structuredClone(document) as never)
  expect(result.valid ? [] : result.errors).toEqual([])
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://naic.example' }] })
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('what each operation answers is what the description says', async () => {
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(ids.toSorted()).toEqual(Object.keys(requests).toSorted())
  for (const [at, { path, method, operation }] of operations().entries()) {
    const asked = (await requests[operation.operationId]?.()) ?? []
    for (const [address, status, options] of asked) {
      const answer = await ask(address, options, `198.51.100.${at}`)
      expect(answer.status, `${address}: ${status}`).toBe(status)
      await expectDescribed(answer, path, method)
    }
  }
})

test('a route for programs that says nothing of itself stops the start', () => {
  const app = fastify()
  describeApi(app, 'https://naic.example')
  const add = (path: string, config?: object) =>
    app.get(path, { ...(config && { config }) }, async () => '')
  expect(() => add('/log/new')).toThrow('No operation describes GET /log/new.')
  expect(() => add('/api/new', {})).toThrow('No operation describes GET /api/new.')
  expect(() => add('/about')).not.toThrow()
})

test('every address of docs/certificates.md is in it', async () => {
  const text = await readFile('docs/certificates.md', 'utf8')
  const addresses = [...text.matchAll(/^\| `(?:POST )?(\/[^`]+)`/gm)].map(([, address = '']) =>
    address
      .replace(/[?].*/, '')
      .replace('tile/L/N', 'tile/{level}/{tile}')
      .replaceAll(/\b(ID|NAME|SIZE)\b/g, (name) => `{${name.toLowerCase()}}`),
  )
  expect(addresses).toContain('/log/checkpoint/{size}')
  for (const address of addresses) expect(Object.keys(document.paths)).toContain(address)
})

test('who has an answer already gets 304, with the same headers and no body', async () => {
  for (const { path, method, operation } of operations()) {
    const [[address = '', status = 0] = []] = (await requests[operation.operationId]?.()) ?? []
    if (method !== 'get' || status !== 200) continue
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
    expect(answer.headers.get('access-control-expose-headers')).toContain('RateLimit')
  }
})

test('answers say how many misses are left, and hits use none up', async () => {
  const left = async (id: string) => {
    const { status, headers } = await ask(`/api/certificates/${id}`, {}, '203.0.113.9')
    expect(headers.get('ratelimit-policy')).toBe('"misses";q=5;w=60')
    return [status, headers.get('ratelimit')?.replace(/;t=\d+$/, ';t')]
  }
  expect(await left(valid)).toEqual([200, '"misses";r=5'])
  for (const more of [4, 3, 2, 1, 0]) {
    expect(await left('NAIC25A7K2N')).toEqual([404, `"misses";r=${more};t`])
  }
  expect(await left(valid)).toEqual([429, '"misses";r=0;t'])
  const refused = await ask(`/credentials/${valid}.json`, {}, '203.0.113.9')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await expectDescribed(refused, '/credentials/{id}.json')
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
