import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, detail, startApi } from '@naic/test/support/start-api.ts'
import { order } from '@naic/test/support/start-registry.ts'
import { eraseCertificate } from '@naic/registry/issuing/erase-certificate.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'

let api: Api
let id: string
const files = () => [
  `/api/certificates/${id}`,
  `/credentials/${id}.json`,
  `/credentials/${id}.tlog-proof`,
  `/credentials/${id}.pdf`,
  `/credentials/${id}.badge.png`,
  `/credentials/${id}.png`,
]
const holder = 'Unmistakable Holder'

beforeAll(async () => {
  api = await startApi({ SITE_URL: 'https://naic.example', LOOKUPS_PER_MINUTE: '1000' })
  const { registry } = api.services.certificates
  const one = order({ holder, email: 'holder@example.com' })
  const issued = await issueCertificates(registry, [one])
  id = (issued.state === 'issued' && issued.certificates[0]?.id) || expect.fail()
  await api.lettersOnceSent(1)
  // Drawn and kept, in this process.
  for (const address of files()) {
    const answer = await fetch(api.url + address)
    expect(answer.status, `${address} ${api.logged.join()}`).toBe(200)
    expect(answer.headers.get('cache-control'), address).toMatch(/^no-store$|^private, no-cache$/)
  }
  await eraseCertificate(registry.database, id, 'meera')
})
afterAll(() => api.close())

test('an erased certificate is gone from every address, drawn before or not', async () => {
  for (const address of files()) {
    const answer = await fetch(api.url + address)
    expect(answer.status, address).toBe(410)
    expect(answer.headers.get('cache-control'), address).toBe('no-store')
    const body = await answer.json()
    expect(body).toEqual(detail)
    expect(body.detail).toContain("erased at the holder's request")
  }
})

test('its page says so, and names nobody', async () => {
  const page = await fetch(`${api.url}/verify/${id}`)
  expect(page.status).toBe(410)
  expect(page.headers.get('cache-control')).toBe('private, no-cache')
  const html = await page.text()
  expect(html).toContain('"certificate":{"state":"erased"}')
  expect(html).not.toContain(holder)
})

test('nothing that is stored names its holder, the letter included', async () => {
  const { build, read } = api.services.database
  const letters = await read(build.selectFrom('letter').selectAll().compile())
  expect(letters).toMatchObject([{ to_name: '', to_address: '', body: '' }])
  expect(JSON.stringify(letters)).not.toMatch(/Unmistakable|holder@/)
})

test('a revoked certificate says when, and to nobody why', async () => {
  const { registry } = api.services.certificates
  await revokeCertificate(registry, 'NAIC25B3X9Q', 'academic misconduct')
  const page = await (await fetch(`${api.url}/verify/NAIC25B3X9Q`)).text()
  const answer = await (await fetch(`${api.url}/api/certificates/NAIC25B3X9Q`)).text()
  const log = await (await fetch(`${api.url}/log/tile/entries/000.p/20`)).text()
  expect(JSON.parse(answer).revocation.entry).toEqual({
    v: 2,
    t: 'revoke',
    h: expect.stringMatching(/^[0-9a-f]{64}$/),
    at: expect.stringMatching(/^20\d\d-/),
  })
  expect(page).toContain('"revoked":{"at":"20')
  for (const text of [page, answer, log]) {
    expect(text.length).toBeGreaterThan(200)
    expect(text).not.toMatch(/misconduct|reason/)
  }
})
