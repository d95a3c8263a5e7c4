import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { asha, ashasParts, cv, file, formData, resumePart } from '@naic/test/support/ashas-form.ts'
import { doc } from '@naic/test/support/compound-files.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import { type Api, justOne, startApi } from '@naic/test/support/start-api.ts'
import { docx } from '@naic/test/support/word-packages.ts'

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let api: Api
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

describe('an application that is right', () => {
  test('is stored once with its resume, and answered with its id', async () => {
    const answer = await api.post(formData())
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      emailed: true,
    })

    expect(await api.kept()).toEqual(justOne)
    const [row] = await api.applications()
    expect(row).toMatchObject({
      ...asha,
      id: answer.body.id,
      resume_name: 'cv.pdf',
      resume_type: 'application/pdf',
      resume_bytes: cv.length,
      resume_sha256: sha256(cv),
    })
    expect(sha256(await api.resume(row?.resume_key ?? ''))).toBe(sha256(cv))
  })

  test('is told of in two letters: to the applicant and to the staff', async () => {
    const { body } = await api.post(formData())
    const [toApplicant, toStaff] = await api.lettersOnceSent(2)
    expect(toApplicant?.to).toEqual([{ name: asha.name, address: asha.email }])
    expect(toApplicant?.text).toContain(`Your reference: ${referenceOf(body.id)}`)
    expect(toApplicant?.text).toContain('Data Science & Analysis, 6 weeks')
    expect(toStaff?.to).toMatchObject([{ address: 'staff@example.org' }])
    expect(toStaff?.replyTo).toEqual([{ name: asha.name, address: asha.email }])
    const { internship: _id, ...answers } = asha
    const told = [...Object.values(answers), 'Data Science & Analysis, 6 weeks', body.id]
    for (const value of [...told, referenceOf(body.id)]) expect(toStaff?.text).toContain(value)
  })

  test('leaves nothing of the applicant in the log', async () => {
    await api.post(formData())
    await api.post(formData({ email: 'asha.rao@' }))
    await api.lettersOnceSent(2)
    // Fastify's own line says where the server listens; that is nobody's secret.
    const log = api.logged.filter((line) => !line.includes('listening')).join('')
    expect(log).toContain('answered')
    for (const value of [asha.name, 'asha.rao', asha.phone, asha.college, 'cv.pdf', '127.0.0.1']) {
      expect(log).not.toContain(value)
    }
  })

  test('is taken with and without the slash at the end, as the same application', async () => {
    const first = await api.post(formData(), {}, '/api/internship/apply/')
    const second = await api.post(formData(), {}, '/api/internship/apply')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).toBe(first.body.id)
    expect(await api.kept()).toEqual(justOne)
  })

  test('may leave out what is optional', async () => {
    const answer = await api.post(formData({ linkedin: undefined, message: '  ' }))
    expect(answer.status).toBe(201)
    expect(await api.applications()).toMatchObject([{ linkedin: null, message: null }])
  })

  test.each([
    ['a .docx', docx, 'cv.docx', wordType, wordType],
    ['a .doc', doc, 'cv.doc', 'application/msword', 'application/msword'],
    ['a .docx of unknown type', docx, 'CV.DOCX', 'application/octet-stream', wordType],
    ['a PDF of unknown type', pdf(), 'cv.pdf', 'application/octet-stream', 'application/pdf'],
    ['a PDF of the old type', pdf(), 'cv.pdf', 'application/x-pdf', 'application/pdf'],
    ['a PDF of an odd type', pdf(), 'cv.pdf', 'application/force-download', 'application/pdf'],
    [
      'a PDF whose header comes late',
      Buffer.concat([Buffer.alloc(900, 32), pdf()]),
      'cv.pdf',
      'application/pdf',
      'application/pdf',
    ],
  ])('may have %s for its resume', async (_what, bytes, name, type, storedType) => {
    const answer = await api.post(formData({}, file(Uint8Array.from(bytes), name, type)))
    expect(answer.status).toBe(201)
    expect(await api.kept()).toEqual(justOne)
    expect(await api.applications()).toMatchObject([
      { resume_type: storedType, resume_sha256: sha256(bytes) },
    ])
  })

  test('may have a resume that comes without a type', async () => {
    const headers = 'Content-Disposition: form-data; name="resume"; filename="cv.pdf"'
    const answer = await api.postParts([...ashasParts().slice(0, -1), { headers, body: pdf() }])
    expect(answer.status).toBe(201)
    expect(await api.applications()).toMatchObject([{ resume_type: 'application/pdf' }])
  })

  test('may have a resume of exactly 5 MB', async () => {
    const large = Uint8Array.from(pdf(5 * 1024 * 1024))
    const answer = await api.post(formData({}, file(large)))
    expect(answer.status).toBe(201)
    expect(await api.applications()).toMatchObject([
      { resume_bytes: 5_242_880, resume_sha256: sha256(large) },
    ])
  })
})

test("an applicant called d'souza is written to at that address", async () => {
  const email = "d'souza@college.edu.in"
  expect((await api.post(formData({ email }))).status).toBe(201)
  const [toApplicant, toStaff] = await api.lettersOnceSent(2)
  expect(toApplicant?.to).toEqual([{ name: asha.name, address: email }])
  expect(toStaff?.replyTo).toEqual([{ name: asha.name, address: email }])
})

describe('a file name', () => {
  test.each([
    ['a path upwards', '../../etc/passwd.pdf', 'passwd.pdf'],
    ['a path of Windows', 'C:\\Users\\Asha\\cv.pdf', 'cv.pdf'],
    [
      '5,000 letters',
      `${'long '.repeat(1_000)}cv.pdf`,
      expect.stringMatching(/^.{1,200}(?<=cv\.pdf)$/),
    ],
    ['two dots', '..', expect.stringMatching(/./)],
    ['another script', 'प्रोफ़ाइल – résumé.pdf', 'प्रोफ़ाइल – résumé.pdf'],
  ])('that is %s names no path of ours', async (_what, name, shown) => {
    const answer = await api.postParts([...ashasParts().slice(0, -1), resumePart(name)])
    expect(answer.status).toBe(201)
    expect(await api.applications()).toMatchObject([
      { resume_name: shown, resume_key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
    expect(await api.kept()).toEqual(justOne)
  })
})

test.each([
  ['A, "x" <evil@example.com>', 'a name that reads like a header', ''],
  ['evil@example.com, Asha', 'a name that reads like two recipients', ''],
  ['Asha "the \\" Rao; evil@example.com', 'a name with quotes and a semicolon', ''],
  ['आशा राव', 'a name in another script', 'आशा राव'],
])('%s, %s, leads to no further recipient', async (name, _what, shown) => {
  expect((await api.post(formData({ name }))).status).toBe(201)
  const [toApplicant, toStaff] = await api.lettersOnceSent(2)
  expect(toApplicant?.to).toEqual([{ name: shown, address: asha.email }])
  expect(toStaff?.to).toMatchObject([{ address: 'staff@example.org' }])
  expect(toStaff?.replyTo).toEqual([{ name: shown, address: asha.email }])
  for (const letter of [toApplicant, toStaff]) {
    expect(letter?.cc ?? []).toEqual([])
    expect(letter?.bcc ?? []).toEqual([])
  }
})

describe('the same application sent again', () => {
  test.each([
    ['without a key', {}],
    ['with the same key', { 'Idempotency-Key': randomUUID() }],
  ])('%s gives the same id, one row, one file and two letters', async (_what, headers) => {
    const first = await api.post(formData(), headers)
    await api.lettersOnceSent(2)
    const second = await api.post(formData(), headers)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).toBe(first.body.id)
    expect(await api.kept()).toEqual(justOne)
    await api.letterQueueEmpty()
    expect(await api.letters()).toHaveLength(2)
  })

  test('under another key is another application', async () => {
    const first = await api.post(formData(), { 'Idempotency-Key': randomUUID() })
    const second = await api.post(formData(), { 'Idempotency-Key': randomUUID() })
    expect(second.body.id).not.toBe(first.body.id)
    expect(await api.kept()).toEqual({ rows: 2, resumes: 2, staged: 0 })
    await api.lettersOnceSent(4)
  })

  test('under the same key with another answer is another application', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await api.post(formData(), headers)
    const second = await api.post(formData({ phone: '+91 91234 56789' }), headers)
    expect(second.body.id).not.toBe(first.body.id)
    expect(await api.kept()).toEqual({ rows: 2, resumes: 2, staged: 0 })
  })

  test('by twenty at once is stored once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(formData())))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await api.kept()).toEqual(justOne)
    const [row] = await api.applications()
    expect(sha256(await api.resume(row?.resume_key ?? ''))).toBe(sha256(cv))
    await api.lettersOnceSent(2)
  })
})
