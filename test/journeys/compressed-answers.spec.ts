import { expect, test } from './site-test.ts'

const addresses = [
  '/verify/NAIC25A7K2M',
  '/verify/NAIC25XXXXX',
  '/apply?internship=3',
  '/api/certificates/NAIC25A7K2M',
]

for (const address of addresses) {
  test(`what is made for one request is sent small @phone: ${address}`, async ({ request }) => {
    const as = (encoding: string) =>
      request.get(address, { headers: { 'Accept-Encoding': encoding } })
    const plain = await as('identity')
    expect(plain.headers()['content-encoding']).toBeUndefined()
    const length = Number(plain.headers()['content-length'])
    for (const encoding of ['br', 'gzip']) {
      const answer = await as(encoding)
      expect(answer.headers()['content-encoding']).toBe(encoding)
      expect(answer.headers()['vary']).toContain('Accept-Encoding')
      expect(Number(answer.headers()['content-length'])).toBeLessThan(length * 0.75)
      expect((await answer.body()).length).toBeGreaterThan(length * 0.95)
    }
  })
}
