import { afterAll, beforeAll, expect, test } from 'vitest'
import { PNG } from 'pngjs'
import { type Api, detail, startApi } from '@naic/test/support/start-api.ts'
import { order } from '@naic/test/support/start-registry.ts'
import { readEmbedded } from '@naic/ledger/verify/embedded-files.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ SITE_URL: 'https://naic.example', LOOKUPS_PER_MINUTE: '1000' })
})
afterAll(() => api.close())

const get = (id: string) => fetch(`${api.url}/credentials/${id}.pdf`)

async function issue(holder: string): Promise<string> {
  const issued = await issueCertificates(api.services.certificates.registry, [order({ holder })])
  if (issued.state !== 'issued' || !issued.certificates[0]) throw new Error('It was not issued.')
  return issued.certificates[0].id
}

test('a certificate has a PDF to download, which search engines leave out', async () => {
  const answer = await get('NAIC25A7K2M')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="NAIC25A7K2M.pdf"')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
  expect(bytes.length).toBeLessThan(200_000)
})

test('a certificate has a badge picture with its credential and its receipt inside, which names nobody', async () => {
  const badge = () => fetch(`${api.url}/credentials/NAIC25A7K2M.badge.png`)
  const answer = await badge()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(Buffer.from(await (await badge()).arrayBuffer())).toEqual(bytes)
  expect(bytes.length).toBeLessThan(100_000)
  expect(PNG.sync.read(bytes, { checkCRC: true })).toMatchObject({ width: 600, height: 600 })
  const credential = await (await fetch(`${api.url}/credentials/NAIC25A7K2M.json`)).text()
  const receipt = await (await fetch(`${api.url}/credentials/NAIC25A7K2M.tlog-proof`)).text()
  const texts = [credential, receipt]
  expect(await readEmbedded(new Blob([bytes]))).toEqual({ state: 'read', texts })
  expect(bytes.toString('latin1').match(/iTXtopenbadgecredential/g)).toHaveLength(1)
  expect(bytes.toString('latin1').match(/iTXt/g)).toHaveLength(2)
})

test('the picture that a credential names is of its programme, and there for every programme', async () => {
  const id = await issue('Asha Example')
  const credential = await (await fetch(`${api.url}/credentials/${id}.json`)).json()
  const { image } = credential.credentialSubject.achievement
  expect(image).toEqual({ id: 'https://naic.example/badges/web-development.png', type: 'Image' })
  const answer = await fetch(`${api.url}/badges/of-long-ago.png`, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/badges/internship.png')
})

test('a revoked one has none any more, made before or not, and a sentence says so', async () => {
  const id = await issue('Meera Example')
  expect((await get(id)).status).toBe(200)
  await revokeCertificate(api.services.certificates.registry, id, 'issued in error')
  for (const answer of [await get(id), await fetch(`${api.url}/credentials/${id}.badge.png`)]) {
    expect(answer.status).toBe(410)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual(detail)
  }
})

test.each(['NAIC25XXXXX', 'naic25a7k2m', '..%2Fstatus', ''])(
  'there is no PDF of %j, and a sentence says so',
  async (id) => {
    const answer = await get(id)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual(detail)
  },
)
