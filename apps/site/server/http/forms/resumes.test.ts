import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { notStored } from '@naic/test/support/apply-by-number.ts'
import { asha, ashasParts, file, formData, resumePart } from '@naic/test/support/ashas-form.ts'
import { doc, lockedDocx } from '@naic/test/support/compound-files.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { pdf, program } from '@naic/test/support/resumes.ts'
import { justOne, nothing, startApi } from '@naic/test/support/start-api.ts'
import { startScanner, virus } from '@naic/test/support/start-scanner.ts'
import { docx, wordPackage } from '@naic/test/support/word-packages.ts'
import { allTests, eachTest } from '@naic/test/support/opened.ts'

const megabyte = 1024 * 1024
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const oldWordType = 'application/msword'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const withResume = (bytes: Uint8Array, name = 'cv.pdf', type = 'application/pdf', answers = {}) =>
  formData(answers, file(Uint8Array.from(bytes), name, type))
const partsWith = (...parts: ReturnType<typeof resumePart>[]) => [
  ...ashasParts().slice(0, -1),
  ...parts,
]

// One server for all: what is wrong comes first and leaves it as it was, and each that is right has other answers.
const api = allTests(() => startApi({ SUBMISSIONS_PER_MINUTE: '1000' }))

const typeMessage = 'Resume must be a PDF or Word document (.pdf, .doc, .docx)'
const sizeMessage = 'Your resume is larger than 5 MB. Please choose a smaller file.'
const lockedMessage =
  'This file is protected with a password. Please save it without a password and choose it again.'
const oversizedMessage =
  'This Word file becomes larger than 50 MB when it is opened. Please send your resume as a PDF.'
const bomb = () => wordPackage({ parts: { 'word/a.emf': Buffer.alloc(60 * megabyte, 'A') } })

describe('a resume that is wrong', () => {
  test.each<[string, () => FormData, string]>([
    ['a program called cv.pdf', () => withResume(program), typeMessage],
    ['a program without a type', () => withResume(program, 'cv.pdf', ''), typeMessage],
    ['a PDF called a picture', () => withResume(pdf(), 'cv.png', 'image/png'), typeMessage],
    ['one byte over 5 MB', () => withResume(pdf(5 * megabyte + 1)), sizeMessage],
    ['of 12 MB, read to its end', () => withResume(pdf(12 * megabyte)), sizeMessage],
    ['under a password', () => withResume(lockedDocx, 'cv.docx', wordType), lockedMessage],
    ['60 MB when it is opened', () => withResume(bomb(), 'cv.docx', wordType), oversizedMessage],
    [
      'empty',
      () => withResume(new Uint8Array()),
      'This file is empty. Please choose your resume again.',
    ],
  ])('%s, is refused, and nothing is kept', async (_what, form, sentence) => {
    const answer = await api.post(form())
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: [sentence] })
    expect(await api.kept()).toEqual(nothing)
  })

  const nothingChosen = {
    headers:
      'Content-Disposition: form-data; name="resume"; filename=""\r\nContent-Type: application/octet-stream',
    body: '',
  }
  test.each([
    ['in which nothing was chosen', [nothingChosen], 'Please upload your resume'],
    ['that are two', [resumePart(), resumePart('2.pdf')], 'Please send only one resume.'],
  ])('fields %s are refused, and nothing is kept', async (_what, parts, sentence) => {
    const answer = await api.postParts(partsWith(...parts))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: [sentence] })
    expect(await api.kept()).toEqual(nothing)
  })

  test('is refused together with the other wrong fields', async () => {
    const answer = await api.post(
      withResume(program, undefined, undefined, { name: '', email: 'x' }),
    )
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).toSorted()).toEqual(['email', 'name', 'resume'])
    expect(await api.kept()).toEqual(nothing)
  })
})

describe('a resume that is right', () => {
  const rowsOf = async (name: string) =>
    (await api.applications()).filter((row) => row.name === name)

  test.each([
    ['a PDF of unknown type', pdf(), 'cv.pdf', 'application/octet-stream', 'application/pdf'],
    ['a .docx', docx, 'cv.docx', wordType, wordType],
    ['a .doc', doc, 'cv.doc', oldWordType, oldWordType],
    ['of exactly 5 MB', pdf(5 * megabyte), 'cv.pdf', 'application/pdf', 'application/pdf'],
  ])('%s is kept as it is, under its real type', async (what, bytes, name, type, realType) => {
    const own = { name: what, email: 'kept@example.com' }
    expect((await api.post(withResume(bytes, name, type, own))).status).toBe(201)
    const [row] = await rowsOf(what)
    expect(row).toMatchObject({
      resume_name: name,
      resume_type: realType,
      resume_bytes: bytes.length,
      resume_sha256: sha256(bytes),
    })
    expect(sha256(await api.resume(row?.resume_key ?? ''))).toBe(sha256(bytes))
  })

  test('by twenty at once is kept once', async () => {
    const before = await api.kept()
    const form = { name: 'At Once', email: 'at.once@example.com' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(formData(form))))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    const { rows, resumes, staged } = await api.kept()
    expect([rows, resumes, staged]).toEqual([before.rows + 1, before.resumes + 1, 0])
    await api.letterQueueEmpty()
    const letters = await api.letters()
    expect(letters.filter(({ to }) => to?.[0]?.address === form.email)).toHaveLength(1)
    expect(letters.filter(({ replyTo }) => replyTo?.[0]?.address === form.email)).toHaveLength(1)
  })

  test('has a name without paths and hidden letters, the same in the list and in the letter', async () => {
    const names: Record<string, string> = {
      'cv\u2028Name:       Somebody Else.pdf': 'cvName:       Somebody Else.pdf',
      '../../etc/passwd.pdf': 'passwd.pdf',
      'C:\\Users\\Asha\\cv.pdf': 'cv.pdf',
      'प्रोफ़ाइल – résumé.pdf': 'प्रोफ़ाइल – résumé.pdf',
      '\u202Efdp.vc\u202C.pdf': 'fdp.vc.pdf',
      'c\u009Bv\u0085.pdf': 'cv.pdf',
      'ശ്രീക്ക്\u200Dഷ്.pdf': 'ശ്രീക്ക്\u200Dഷ്.pdf',
      '\u3164\u200D': 'resume',
      [`😀${'x'.repeat(195)}.pdf`]: `${'x'.repeat(195)}.pdf`,
    }
    for (const [at, name] of Object.keys(names).entries()) {
      const part = resumePart(name, pdf(1_000 + at))
      const { status } = await api.postParts(partsWith(part))
      expect(status, name).toBe(201)
    }
    const rows = await rowsOf(asha.name)
    expect(rows.map(({ resume_name }) => resume_name).toSorted()).toEqual(
      Object.values(names).toSorted(),
    )
    for (const { resume_key } of rows) expect(resume_key).toMatch(/^[0-9a-f-]{36}$/)
    await api.letterQueueEmpty()
    const letters = (await api.letters()).map(({ text }) => text).join('\n')
    for (const shown of ['passwd.pdf', 'cv.pdf', 'cvName:       Somebody Else.pdf']) {
      expect(letters.split(/\r?\n/)).toContain(`Resume:     ${shown}`)
    }
  })
})

describe('a resume that is scanned', () => {
  const scanner = eachTest(() => startScanner())
  const scanning = eachTest(() => startApi({ CLAMAV_URL: scanner.url }))

  const infected = Buffer.concat([pdf(300_000), Buffer.from(virus)])
  const foundMessage =
    'Our virus scanner found something harmful in this file. That can happen without you noticing. Please check your device, or send your resume as a new PDF.'

  test('is kept if it is clean, and refused in words that blame nobody if it has a virus', async () => {
    const answer = await scanning.post(withResume(infected))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: [foundMessage] })
    const plain = await scanning.post(
      withResume(infected, undefined, undefined, { agreeToTerms: 'on' }),
      {},
      '/apply',
    )
    expect(plain.body.posted).toMatchObject({ state: 'refused', values: { name: asha.name } })
    expect(await scanning.kept()).toEqual(nothing)
    expect(scanning.logged.join('')).toContain('Test.Virus-1')
    expect(scanning.logged.join('')).not.toContain(asha.name)

    const resume = pdf(300_000)
    expect((await scanning.post(withResume(resume))).status).toBe(201)
    expect(scanner.scanned.at(-1)?.equals(resume)).toBe(true)
    expect(await scanning.kept()).toEqual(justOne)
  })

  test('is not sent to the scanner where another field is wrong', async () => {
    expect((await scanning.post(formData({ name: '' }))).status).toBe(400)
    expect(scanner.scanned).toEqual([])
  })

  test('is not stored while the scanner fails, keeps what was typed, and can be sent again', async () => {
    scanner.behave('says OK before it has seen all')
    const answer = await scanning.post(withResume(pdf(300_000)))
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(answer.body).toEqual(notStored)
    const plainly = withResume(pdf(300_000), undefined, undefined, { agreeToTerms: 'on' })
    const plain = await scanning.post(plainly, {}, '/apply')
    expect(plain.status).toBe(503)
    expect(plain.body.posted).toMatchObject({
      detail: notStored.detail,
      values: { name: asha.name },
    })
    expect(await scanning.kept()).toEqual(nothing)
    expect(scanning.logged.join('')).toContain('scan: no answer')
    expect((await scanning.post(messageForm(), {}, '/api/contact')).status).toBe(201)

    scanner.behave('scans')
    expect((await scanning.post(withResume(pdf(300_000)))).status).toBe(201)
    expect(await scanning.kept()).toEqual(justOne)
  })
})
