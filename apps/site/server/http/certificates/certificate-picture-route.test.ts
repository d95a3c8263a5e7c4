import { afterAll, beforeAll, expect, test } from 'vitest'
import { PNG } from 'pngjs'
import { type Api, detail, startApi } from '@naic/test/support/start-api.ts'
import { issueUnchecked } from '@naic/test/support/issue-unchecked.ts'
import { order } from '@naic/test/support/start-registry.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ SITE_URL: 'https://naic.example', LOOKUPS_PER_MINUTE: '1000' })
})
afterAll(() => api.close())

const get = (id: string) => fetch(`${api.url}/credentials/${id}.png`, { redirect: 'manual' })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

async function issue(holder: string): Promise<string> {
  const issued = await issueCertificates(api.services.certificates.registry, [order({ holder })])
  if (issued.state !== 'issued' || !issued.certificates[0]) throw new Error('It was not issued.')
  return issued.certificates[0].id
}

function expectNeutral(answer: Response, cacheControl: string) {
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/share/verification.png')
  expect(answer.headers.get('cache-control')).toBe(cacheControl)
}

test('a certificate has a picture of its own, 1200 by 630, which search engines leave out', async () => {
  const answer = await get('NAIC25A7K2M')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  const picture = await bytesOf(answer)
  expect(picture.length).toBeLessThan(100_000)
  expect(PNG.sync.read(picture)).toMatchObject({ width: 1200, height: 630 })
  expect(await bytesOf(await get('NAIC25B3X9Q'))).not.toEqual(picture)
})

test('a name with markup, of an earlier version, one in an Indian script and one in letters that no font has, have pictures', async () => {
  const markup = order({ holder: 'Asha <b>Rao</b> & "Sons" </text>' })
  const [old = ''] = await issueUnchecked(api.services.certificates.registry, [markup])
  for (const id of [old, await issue('आशा राव'), await issue('陈雅莎')]) {
    const answer = await get(id)
    expect(answer.status).toBe(200)
    expect(PNG.sync.read(await bytesOf(answer))).toMatchObject({ width: 1200, height: 630 })
  }
})

test('a revoked certificate is shown by the picture that names nobody, drawn before or not', async () => {
  const id = await issue('Meera Example')
  expect((await get(id)).status).toBe(200)
  await revokeCertificate(api.services.certificates.registry, id, 'issued in error')
  expectNeutral(await get(id), 'private, no-cache')
})

test.each(['NAIC25XXXXX', 'naic25a7k2m', 'NAIC25A7K2M0123456', '..%2Fstatus', ''])(
  'there is no picture of %j, and a sentence says so',
  async (id) => {
    const answer = await get(id)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual(detail)
  },
)
