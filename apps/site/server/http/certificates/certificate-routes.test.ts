import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TestCalendar } from '@naic/test/support/start-calendar.ts'
import { type Api, detail, startApi } from '@naic/test/support/start-api.ts'
import { assertionKey } from '@naic/ledger/format/published-keys.ts'
import { verifyJcsProof } from '@naic/ledger/format/jcs-proof.ts'
import { parseReceipt } from '@naic/ledger/format/receipt.ts'
import { verifyStamp } from '@naic/ledger/verify/verify-stamp.ts'
import { verifyCertificate } from '@naic/ledger/verify/verify-credential.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'

const sample = 'NAIC25A7K2M'
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(api.url + address, { headers })

let api: Api

describe('a certificate over HTTP', () => {
  beforeAll(async () => {
    api = await startApi({ SITE_URL: 'https://naic.example', LOOKUPS_PER_MINUTE: '1000' })
  })
  afterAll(() => api.close())

  test('comes with all that is needed to check it', async () => {
    const answer = await get(`/api/certificates/${sample}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    const evidence = await answer.json()
    expect(Object.keys(evidence).sort()).toEqual([
      'credential',
      'did',
      'inclusion',
      'keys',
      'listed',
      'origin',
      'revocation',
      'seen',
      'stamp',
      'statusList',
    ])
    expect(evidence.revocation).toBeNull()
    expect(evidence.stamp).toBeNull()
    expect(evidence.listed.entry.t).toBe('status-list')
    expect(evidence.origin).toBe('naic.example/log')
    expect(evidence.did.id).toBe('did:web:naic.example')
    expect(
      await verifyCertificate({ ...evidence, issuer: evidence.did.id, now: new Date() }),
    ).toMatchObject({
      facts: { id: sample },
      signature: 'passed',
      inclusion: 'passed',
      checkpoint: 'passed',
      status: 'passed',
    })
  })

  test('is found as it is typed', async () => {
    expect((await get('/api/certificates/naic25-a7k2m')).status).toBe(200)
    const page = await get(`/VERIFY/${sample}`)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(await page.text()).toContain('"state":"found"')
  })

  test.each([
    '/api/certificates/NAIC25XXXXX',
    '/credentials/NAIC25XXXXX.json',
    '/credentials/NAIC25XXXXX.tlog-proof',
    '/credentials/NAIC25XXXXX.png',
    '/credentials/x',
    '/api/certificates/%00',
  ])('%s is not found, and says so in a sentence', async (address) => {
    const answer = await get(address)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    if (answer.headers.get('content-type')?.includes('json')) {
      expect(Object.keys(await answer.json())).toEqual(['detail'])
    }
  })

  test('is a file for the holder, and so is its receipt', async () => {
    const evidence = await (await get(`/api/certificates/${sample}`)).json()
    const file = await get(`/credentials/${sample}.json`)
    expect(file.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe(`inline; filename="${sample}.json"`)
    expect(file.headers.get('x-robots-tag')).toBe('noindex')
    expect(await file.json()).toEqual(evidence.credential)
    const asCredential = await get(`/credentials/${sample}.json`, { Accept: 'application/vc' })
    expect(asCredential.headers.get('content-type')).toBe('application/vc')
    const asCard = await get(`/credentials/${sample}.json`, { Accept: 'application/vcard' })
    expect(asCard.headers.get('content-type')).toContain('application/json')

    const receipt = await get(`/credentials/${sample}.tlog-proof`)
    expect(receipt.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await receipt.text()
    // The entry comes along, so that the two files can be checked without us.
    const { extra, ...proof } = parseReceipt(text) ?? {}
    expect(JSON.parse(new TextDecoder().decode(extra))).toEqual(evidence.inclusion.entry)
    expect(proof).toEqual(parseReceipt(evidence.inclusion.receipt))
  })

  test('has its keys and its status list at their addresses', async () => {
    const did = await (await get('/.well-known/did.json')).json()
    const year = new Date().getUTCFullYear()
    expect(did.verificationMethod.map(({ id }: { id: string }) => id)).toEqual([
      `did:web:naic.example#key-${year}`,
    ])
    expect(did.assertionMethod).toEqual([`did:web:naic.example#key-${year}`])
    const list = await (await get('/credentials/status/1')).json()
    expect(list.id).toBe('https://naic.example/credentials/status/1')
    expect(await verifyJcsProof(list, (method) => assertionKey(did, method))).toBeDefined()
    const validForMs = Date.parse(list.validUntil) - Date.now()
    expect(validForMs).toBeGreaterThan(3_600_000)
    expect(validForMs).toBeLessThanOrEqual(2 * 3_600_000)
  })

  test('an address that cannot be decoded is answered with the headers of all pages', async () => {
    const answer = await get('/verify/%FF')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('reaches the page as facts for its HTML', async () => {
    const answer = await get(`/verify/${sample}`)
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    const page = JSON.parse(/<script[^>]*>(.*)<\/script>/s.exec(await answer.text())?.[1] ?? '')
    expect(page.certificate).toEqual({
      state: 'found',
      facts: {
        id: sample,
        holder: 'Asha Example',
        domain: 'Machine Learning',
        duration: '4 Weeks',
        verifiedOn: '2025-07-02',
      },
    })
  })
})

describe('a certificate whose checkpoint was stamped', () => {
  let calendar: TestCalendar
  beforeAll(async () => {
    calendar = await TestCalendar.start()
    api = await startApi({ STAMP_CALENDARS: calendar.url, SITE_URL: 'https://naic.example' })
  })
  afterAll(async () => {
    await api.close()
    await calendar.close()
  })

  test('comes with the stamp, and its receipt leads to what was stamped once there is a block', async () => {
    const { services } = api
    await services.stamps.round(new Date())
    const promised = await (await get(`/api/certificates/${sample}`)).json()
    expect(await verifyStamp({ ...promised, now: new Date() }, promised.stamp)).toEqual({
      state: 'pending',
      size: 17,
      calendars: [calendar.url],
    })

    calendar.mine(958_001)
    await services.stamps.round(new Date())
    const { certificates } = services
    await revokeCertificate(certificates.registry, 'NAIC25B3X9Q', 'wrong details')
    const stamped = await (await get(`/api/certificates/${sample}`)).json()
    expect(await verifyStamp({ ...stamped, now: new Date() }, stamped.stamp)).toEqual({
      state: 'block',
      size: 17,
      height: 958_001,
      merkleRoot: calendar.merkleRoots[0],
    })
    const receipt = await (await get(`/credentials/${sample}.tlog-proof`)).text()
    expect(parseReceipt(receipt)?.checkpoint).toBe(await (await get('/log/checkpoint/17')).text())
    const file = Buffer.from(await (await get('/log/checkpoint/17.ots')).arrayBuffer())
    expect(file.toString('base64')).toBe(stamped.stamp.ots)
  })
})

describe('an ID that was misread', () => {
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  test.each([
    ['NAIC25C8DIT', ['NAIC25C8D1T']],
    ['naic25-n2zif', ['NAIC25N2Z1F']],
    ['NA1C25A7K2M', ['NAIC25A7K2M']],
    ['NAIC25A7K20', []],
    ['NAIC25XXXXX', []],
    ['NAIC25C8DITXYZ', []],
  ])('%s is not there, and what there is in its place is told', async (asked, didYouMean) => {
    const answer = await get(`/api/certificates/${asked}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual(didYouMean.length > 0 ? { ...detail, didYouMean } : detail)
    const page = await get(`/verify/${asked}`)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain(JSON.stringify({ state: 'unknown', didYouMean }))
  })
})

describe('a look-up that cannot be made', () => {
  afterEach(() => api.close())

  test('because there were too many is 429 with the time to wait, for page and API together', async () => {
    api = await startApi({ LOOKUPS_PER_MINUTE: '3' })
    for (let time = 0; time < 3; time += 1) {
      expect((await get('/api/certificates/NAIC25XXXXX')).status).toBe(404)
    }
    for (const address of [
      `/api/certificates/${sample}`,
      `/credentials/${sample}.json`,
      `/credentials/${sample}.tlog-proof`,
      `/credentials/${sample}.png`,
    ]) {
      const answer = await get(address)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.json()).toEqual(detail)
    }
    const page = await get(`/verify/${sample}`)
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await page.text()).toContain('"state":"tooMany"')
    expect((await get('/credentials/status/1')).status).toBe(200)
  })

  test('because the database does not answer is 503, never 404', async () => {
    api = await startApi()
    await api.services.database.close()
    for (const address of [
      `/api/certificates/${sample}`,
      '/api/certificates/NAIC25XXXXX',
      `/credentials/${sample}.json`,
      `/credentials/${sample}.png`,
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
})
