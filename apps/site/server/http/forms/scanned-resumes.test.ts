import { afterEach, beforeEach, expect, test } from 'vitest'
import { asha, file, formData } from '@naic/test/support/ashas-form.ts'
import { notStored } from '@naic/test/support/apply-by-number.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import { type Api, justOne, nothing, startApi } from '@naic/test/support/start-api.ts'
import { type Behaviour, startScanner, virus } from '@naic/test/support/start-scanner.ts'

const foundMessage =
  'Our virus scanner found something harmful in this file. That can happen without you noticing. Please check your device, or send your resume as a new PDF.'

const infected = Uint8Array.from(Buffer.concat([pdf(300_000), Buffer.from(virus)]))

let api: Api
let scanner: Awaited<ReturnType<typeof startScanner>>
beforeEach(async () => {
  scanner = await startScanner()
  api = await startApi({ CLAMAV_URL: scanner.url })
})
afterEach(async () => {
  await api.close()
  await scanner.close()
})

test('a resume is scanned, and kept when nothing is found', async () => {
  const resume = pdf(300_000)
  const answer = await api.post(formData({}, file(Uint8Array.from(resume))))
  expect(answer.status).toBe(201)
  expect(scanner.scanned.map((bytes) => bytes.equals(resume))).toEqual([true])
  expect(await api.kept()).toEqual(justOne)
})

test('one with a virus is refused in words that blame nobody, and nothing is kept', async () => {
  const answer = await api.post(formData({}, file(infected)))
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ resume: [foundMessage] })
  expect(await api.kept()).toEqual(nothing)
  const log = api.logged.join('')
  expect(log).toContain('Test.Virus-1')
  expect(log).not.toContain(asha.name)
})

test('one that is refused for something else is not scanned', async () => {
  expect((await api.post(formData({ name: '' }))).status).toBe(400)
  expect(scanner.scanned).toEqual([])
})

test.each<Behaviour>([
  'fails',
  'finds it too large',
  'speaks another language',
  'closes at once',
  'closes half-way',
  'closes without an answer',
  'says OK before it has seen all',
])('with a scanner that %s nothing is stored, and it can be sent again', async (behaviour) => {
  scanner.behave(behaviour)
  const resume = file(Uint8Array.from(pdf(300_000)))
  const answer = await api.post(formData({}, resume))
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('60')
  expect(answer.body).toEqual(notStored)
  expect(await api.kept()).toEqual(nothing)
  expect(api.logged.join('')).toContain('scan: no answer')

  scanner.behave('scans')
  expect((await api.post(formData({}, resume))).status).toBe(201)
  expect(await api.kept()).toEqual(justOne)
})

test('without JavaScript, what was typed stays, whatever comes of the scan', async () => {
  const plainly = (resume: File) => api.post(formData({ agreeToTerms: 'on' }, resume), {}, '/apply')
  const refused = await plainly(file(infected))
  expect(refused.status).toBe(400)
  expect(refused.body.posted).toMatchObject({
    state: 'refused',
    values: { name: asha.name },
    errors: { resume: [foundMessage] },
  })

  scanner.behave('closes at once')
  const failed = await plainly(file(Uint8Array.from(pdf())))
  expect(failed.status).toBe(503)
  expect(failed.body.posted).toMatchObject({
    state: 'failed',
    ...notStored,
    values: { name: asha.name, email: asha.email },
  })
  expect(await api.kept()).toEqual(nothing)
  expect(api.logged.join('')).toContain('scan: no answer')
})

test('a message needs no scanner', async () => {
  await scanner.close()
  const data = new FormData()
  const typed = {
    name: 'Ravi',
    email: 'r@example.com',
    subject: 'A fee?',
    message: 'How much is it?',
  }
  for (const [name, value] of Object.entries(typed)) data.append(name, value)
  expect((await api.post(data, {}, '/api/contact/')).status).toBe(201)
  scanner = await startScanner()
})
