import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, detail, startApi } from '@naic/test/support/start-api.ts'
import { TestCalendar } from '@naic/test/support/start-calendar.ts'
import { issueAt } from '@naic/test/support/start-registry.ts'
import { parseReceipt } from '@naic/ledger/format/receipt.ts'
import { readEmbedded } from '@naic/ledger/verify/embedded-files.ts'
import { verifyStamp } from '@naic/ledger/verify/verify-stamp.ts'
import { verifyCertificate } from '@naic/ledger/verify/verify-credential.ts'
import { correctCertificate } from '@naic/registry/issuing/correct-certificate.ts'
import { eraseCertificate } from '@naic/registry/issuing/erase-certificate.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'

const sample = 'NAIC25A7K2M'

let api: Api
beforeAll(async () => {
  api = await startApi({ SITE_URL: 'https://naic.example', LOOKUPS_PER_MINUTE: '1000' })
})
afterAll(() => api.close())

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(api.url + address, { headers, redirect: 'manual' })
const getJson = async (address: string) => (await get(address)).json()
const getText = async (address: string) => (await get(address)).text()
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** Every answer about one certificate, its page apart. */
const answersAbout = (id: string) => [
  `/api/certificates/${id}`,
  `/credentials/${id}.json`,
  `/credentials/${id}.tlog-proof`,
  `/credentials/${id}.pdf`,
  `/credentials/${id}.badge.png`,
  `/credentials/${id}.png`,
]

const issue = async (holder: string, email?: string) =>
  (await issueAt(api.services.certificates.registry, { holder, email }))[0] ?? expect.fail()
const revoke = (id: string, reason: Parameters<typeof revokeCertificate>[2]) =>
  revokeCertificate(api.services.certificates.registry, id, reason, 'meera')

describe('a certificate', () => {
  test('comes with all that is needed to check it, also as its ID is typed', async () => {
    const evidence = await getJson('/api/certificates/naic25-a7k2m')
    expect(evidence).toMatchObject({ revocation: null, seen: [], stamp: null })
    const given = { ...evidence, issuer: 'did:web:naic.example', now: new Date() }
    expect(await verifyCertificate(given)).toMatchObject({
      facts: { id: sample },
      signature: 'passed',
      inclusion: 'passed',
      checkpoint: 'passed',
      status: 'passed',
    })
  })

  test('whose name was corrected leads to the one in its place, and that not to the name before', async () => {
    const old = await issue('Asha Roa')
    const { registry } = api.services.certificates
    const done = await correctCertificate(registry, old, 'Asha Rao', 'meera')
    if (done.state !== 'done') throw new Error(done.state)
    const said = (id: string) => getJson(`/api/certificates/${id}`)
    expect(await said(old)).toMatchObject({ correctedBy: done.id })
    expect(await getText(`/verify/${old}`)).toContain(`"correctedBy":"${done.id}"}`)
    expect(JSON.stringify(await said(done.id))).not.toContain(old)
    expect(await getText(`/verify/${done.id}`)).not.toContain(old)
  })

  test.each([
    ...answersAbout('NAIC25XXXXX'),
    '/credentials/naic25a7k2m.pdf',
    '/credentials/..%2Fstatus.pdf',
    '/credentials/.png',
    '/credentials/NAIC25A7K2M0123456.png',
    '/credentials/x',
    '/api/certificates/%00',
  ])('is not found at %s, which a sentence says', async (address) => {
    const answer = await get(address)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual(detail)
  })

  test.each([
    ['NA1C25C8D1T', ['NAIC25C8D1T']],
    ['NA1C25A7K2M', ['NAIC25A7K2M']],
    ['NAIC25A7K20', []],
    ['NAIC25C8DITXYZ', []],
  ])('that was misread as %s may be one of %j', async (asked, didYouMean) => {
    const answer = await get(`/api/certificates/${asked}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual(didYouMean.length > 0 ? { ...detail, didYouMean } : detail)
    const page = await get(`/verify/${asked}`)
    expect([page.status, page.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
    expect(await page.text()).toContain(JSON.stringify({ state: 'unknown', didYouMean }))
  })

  test('is a file for the holder, and so is its receipt', async () => {
    const evidence = await getJson(`/api/certificates/${sample}`)
    const file = await get(`/credentials/${sample}.json`)
    expect(file.headers.get('content-disposition')).toBe(`inline; filename="${sample}.json"`)
    expect(await file.json()).toEqual(evidence.credential)
    const typeFor = async (Accept: string) =>
      (await get(`/credentials/${sample}.json`, { Accept })).headers.get('content-type')
    expect(await typeFor('application/vc')).toBe('application/vc')
    const older = 'application/vc+ld+json'
    expect(await typeFor(`text/html, ${older};q=0.9`)).toBe(`${older}; charset=utf-8`)
    for (const other of ['application/vcard', 'application/vc+svg+xml']) {
      expect(await typeFor(other)).toContain('application/json')
    }

    // The entry comes along, so that the two files can be checked without us.
    const receipt = await getText(`/credentials/${sample}.tlog-proof`)
    const { extra, ...proof } = parseReceipt(receipt) ?? {}
    expect(JSON.parse(new TextDecoder().decode(extra))).toEqual(evidence.inclusion.entry)
    expect(proof).toEqual(parseReceipt(evidence.inclusion.receipt))
  })

  test.each([
    ['.pdf', 200_000, '%PDF-1.7'],
    ['.badge.png', 100_000, '\x89PNG'],
    ['.png', 100_000, '\x89PNG'],
  ])('has a %s, which is small and which no cache keeps', async (end, mostBytes, start) => {
    const answer = await get(`/credentials/${sample}${end}`)
    expect(answer.headers.get('content-disposition')).toBe(
      end === '.png' ? null : `attachment; filename="${sample}${end}"`,
    )
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    const bytes = await bytesOf(answer)
    expect(bytes.length).toBeLessThan(mostBytes)
    expect(bytes.toString('latin1').startsWith(start)).toBe(true)
  })

  test('has its credential and its receipt in its badge, whose picture names nobody', async () => {
    const bytes = await bytesOf(await get(`/credentials/${sample}.badge.png`))
    expect(PNG.sync.read(bytes, { checkCRC: true })).toMatchObject({ width: 600, height: 600 })
    const texts = [
      await getText(`/credentials/${sample}.json`),
      await getText(`/credentials/${sample}.tlog-proof`),
    ]
    expect(await readEmbedded(new Blob([bytes]))).toEqual({ state: 'read', texts })
    const { image } = JSON.parse(texts[0] ?? '').credentialSubject.achievement
    expect(image).toEqual({ id: 'https://naic.example/badges/machine-learning.png', type: 'Image' })
    const ofLongAgo = await get('/badges/of-long-ago.png')
    expect(ofLongAgo.headers.get('location')).toBe('/badges/internship.png')
  })
})

test('a revoked certificate says when, not why, and has no files to show around', async () => {
  const id = await issue('Meera Example')
  // Drawn and kept.
  for (const address of answersAbout(id)) expect((await get(address)).status).toBe(200)
  await revoke(id, 'academic misconduct')
  const { size } = await api.services.certificates.registry.log.head()
  const answer = await getText(`/api/certificates/${id}`)
  expect(JSON.parse(answer).revocation.entry).toEqual({
    v: 2,
    t: 'revoke',
    h: expect.stringMatching(/^[0-9a-f]{64}$/),
    at: expect.stringMatching(/^20\d\d-/),
  })
  const page = await getText(`/verify/${id}`)
  expect(page).toContain('"revoked":{"at":"20')
  const entries = await getText(`/log/tile/entries/000.p/${size}`)
  expect(entries).toContain('"t":"revoke"')
  expect(answer + page + entries).not.toMatch(/misconduct|reason/)
  for (const end of ['.pdf', '.badge.png']) {
    const { status, headers } = await get(`/credentials/${id}${end}`)
    expect([status, headers.get('cache-control')]).toEqual([410, 'no-store'])
  }
  const neutral = await get(`/credentials/${id}.png`)
  expect(neutral.headers.get('location')).toBe('/share/verification.png')
  expect(neutral.headers.get('cache-control')).toBe('private, no-cache')
})

test('an erased certificate is gone from every address, drawn before or not, and from the database', async () => {
  const id = await issue('Unmistakable Holder', 'holder@example.com')
  await api.lettersOnceSent(1)
  for (const address of answersAbout(id)) {
    const answer = await get(address)
    expect(answer.status, address).toBe(200)
    expect(answer.headers.get('cache-control'), address).toMatch(/^no-store$|^private, no-cache$/)
  }
  await eraseCertificate(api.services.database, id, 'meera')
  for (const address of answersAbout(id)) {
    const answer = await get(address)
    expect(answer.status, address).toBe(410)
    expect(answer.headers.get('cache-control'), address).toBe('no-store')
    const body = await answer.json()
    expect(body).toEqual(detail)
    expect(body.detail).toContain("erased at the holder's request")
  }
  const page = await get(`/verify/${id}`)
  expect(page.status).toBe(410)
  expect(page.headers.get('cache-control')).toBe('private, no-cache')
  const html = await page.text()
  expect(html).toContain('"certificate":{"state":"erased"}')
  expect(html).not.toContain('Unmistakable')
  const { read } = api.services.database
  const letters = await read.selectFrom('letter').selectAll().execute()
  expect(letters).toMatchObject([{ to_name: '', to_address: '', body: '' }])
  expect(JSON.stringify(letters)).not.toMatch(/Unmistakable|holder@/)
})

test('once there is a block, a certificate has its stamp, and its receipt leads to the stamped checkpoint', async () => {
  const calendar = await TestCalendar.start()
  await api.close()
  api = await startApi({ STAMP_CALENDARS: calendar.url, SITE_URL: 'https://naic.example' })
  const { stamps } = api.services
  await stamps.round(new Date())
  calendar.mine(958_001)
  await stamps.round(new Date())
  await revoke('NAIC25B3X9Q', 'wrong details')
  const stamped = await getJson(`/api/certificates/${sample}`)
  expect(await verifyStamp({ ...stamped, now: new Date() }, stamped.stamp)).toEqual({
    state: 'block',
    size: 17,
    height: 958_001,
    merkleRoot: calendar.merkleRoots[0],
  })
  const receipt = await getText(`/credentials/${sample}.tlog-proof`)
  expect(parseReceipt(receipt)?.checkpoint).toBe(await getText('/log/checkpoint/17'))
  const file = await bytesOf(await get('/log/checkpoint/17.ots'))
  expect(file.toString('base64')).toBe(stamped.stamp.ots)
  await calendar.close()
})

test('where the database does not answer, nothing is said to be missing: 503, never 404', async () => {
  await api.services.database.close()
  for (const address of [
    ...answersAbout(sample),
    '/api/certificates/NAIC25XXXXX',
    '/credentials/status/1',
    '/.well-known/did.json',
    '/log/checkpoint',
    '/log/checkpoints',
    '/log/checkpoint/17',
    '/log/checkpoint/17.ots',
    '/log/tile/0/000.p/1',
  ]) {
    const answer = await get(address)
    expect(answer.status, address).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const text = await answer.text()
    expect(JSON.parse(text)).toEqual(detail)
    api.expectNothingOfTheMachine(text)
  }
  const page = await get(`/verify/${sample}`)
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('"state":"unavailable"')
})
