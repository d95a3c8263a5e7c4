import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { applicationFields } from '#forms/application-form.ts'
import { doc, docm, docx, pdf, program, xls, zipped } from '#test/resumes.ts'
import { type Api, multipart, type Part, sendRaw, startApi } from '#test/start-api.ts'
// oxlint-enable no-restricted-imports

const applyApi = '/api/internship/apply/'
const megabyte = 1024 * 1024
const nothing = { rows: 0, resumes: 0, staged: 0 }
const justOne = { rows: 1, resumes: 1, staged: 0 }

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const typeMessage = 'Resume must be a PDF or Word document (.pdf, .doc, .docx)'
const sizeMessage = 'Your resume is larger than 5 MB. Please choose a smaller file.'
const unusable = (label: string) =>
  `${label} contains characters that cannot be used. Please type it again.`

const asha = {
  name: 'Asha Rao',
  email: 'asha.rao@example.com',
  phone: '+91 98765 43210',
  college: 'City College of Engineering',
  year: '3rd Year',
  domain: 'Data Science',
  linkedin: 'https://linkedin.example/in/asha',
  message: 'I like tables.\nAnd columns.',
}

let api: Api
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

/** Starts this test's server anew with other settings. */
async function withSettings(settings: Record<string, string>) {
  await api.close()
  api = await startApi(settings)
}

const file = (bytes: Uint8Array<ArrayBuffer>, name = 'cv.pdf', type = 'application/pdf') =>
  new File([bytes], name, { type })

/** Asha's form, but with other answers; undefined leaves a field out. */
function formData(
  answers: Record<string, string | undefined> = {},
  resume: File | null = file(cv),
) {
  const data = new FormData()
  for (const [name, value] of Object.entries({ ...asha, ...answers })) {
    if (value !== undefined) data.append(name, value)
  }
  if (resume) data.append('resume', resume)
  return data
}
const cv = Uint8Array.from(pdf(2_000))

const textPart = (name: string, body: string | Buffer, more = ''): Part => ({
  headers: `Content-Disposition: form-data; name="${name}"${more}`,
  body,
})
const resumePart = (filename = 'cv.pdf', body = pdf()): Part => ({
  headers: `Content-Disposition: form-data; name="resume"; filename="${filename}"\r\nContent-Type: application/pdf`,
  body,
})
const ashasParts = () => [
  ...Object.entries(asha).map(([name, value]) => textPart(name, value)),
  resumePart(),
]
const multipartType = (boundary: string) => ({
  'Content-Type': `multipart/form-data; boundary=${boundary}`,
})
const postParts = (parts: readonly Part[], path = applyApi) =>
  post(Uint8Array.from(multipart(parts, 'between-parts')), multipartType('between-parts'), path)

/** Posts, and sees to it that the answer gives away nothing of the machine behind it. */
async function post(
  body: FormData | Uint8Array<ArrayBuffer> | string,
  headers: Record<string, string> = {},
  path = applyApi,
) {
  const response = await fetch(api.url + path, { method: 'POST', body, headers })
  const text = await response.text()
  expectNothingOfTheMachine(text)
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

function expectNothingOfTheMachine(text: string) {
  for (const secret of [
    api.dataDir,
    '/tmp',
    'node:',
    'node_modules',
    '.ts:',
    '127.0.0.1',
    'SQLITE',
  ]) {
    expect(text).not.toContain(secret)
  }
  if (hostname().length > 3) expect(text).not.toContain(hostname())
}

/** JSON, or the JSON in the page that stands for all pages. */
const parse = (text: string) => JSON.parse(/<script[^>]*>(.*)<\/script>/s.exec(text)?.[1] ?? text)

const detail = { detail: expect.stringMatching(/^[A-Z].{15,}[.]$/) }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const lettersOnceSent = (count: number) =>
  vi.waitFor(
    async () => {
      const letters = await api.letters()
      expect(letters).toHaveLength(count)
      return letters
    },
    { timeout: 10_000, interval: 50 },
  )

describe('an application that is right', () => {
  test('is stored once with its resume, and answered with its id', async () => {
    const answer = await post(formData())
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) })

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
    const { body } = await post(formData())
    const [toApplicant, toStaff] = await lettersOnceSent(2)
    expect(toApplicant?.to).toEqual([{ name: asha.name, address: asha.email }])
    expect(toApplicant?.text).toContain(body.id)
    expect(toStaff?.to).toMatchObject([{ address: 'staff@example.org' }])
    expect(toStaff?.replyTo).toEqual([{ name: asha.name, address: asha.email }])
    for (const value of Object.values(asha)) expect(toStaff?.text).toContain(value)
  })

  test('leaves nothing of the applicant in the log', async () => {
    await post(formData())
    await post(formData({ email: 'asha.rao@' }))
    await lettersOnceSent(2)
    // Fastify's own line says where the server listens; that is nobody's secret.
    const log = api.logged.filter((line) => !line.includes('listening')).join('')
    expect(log).toContain('answered')
    for (const value of [asha.name, 'asha.rao', asha.phone, asha.college, 'cv.pdf', '127.0.0.1']) {
      expect(log).not.toContain(value)
    }
  })

  test('is taken with and without the slash at the end, as the same application', async () => {
    const first = await post(formData(), {}, '/api/internship/apply/')
    const second = await post(formData(), {}, '/api/internship/apply')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).toBe(first.body.id)
    expect(await api.kept()).toEqual(justOne)
  })

  test('may leave out what is optional', async () => {
    const answer = await post(formData({ linkedin: undefined, message: '  ' }))
    expect(answer.status).toBe(201)
    expect(await api.applications()).toMatchObject([{ linkedin: null, message: null }])
  })

  test.each([
    ['a .docx', docx, 'cv.docx', wordType, wordType],
    ['a .doc', doc, 'cv.doc', 'application/msword', 'application/msword'],
    ['a .docx of unknown type', docx, 'CV.DOCX', 'application/octet-stream', wordType],
    ['a PDF of unknown type', pdf(), 'cv.pdf', 'application/octet-stream', 'application/pdf'],
    [
      'a PDF whose header comes late',
      Buffer.concat([Buffer.alloc(900, 32), pdf()]),
      'cv.pdf',
      'application/pdf',
      'application/pdf',
    ],
  ])('may have %s for its resume', async (_what, bytes, name, type, storedType) => {
    const answer = await post(formData({}, file(Uint8Array.from(bytes), name, type)))
    expect(answer.status).toBe(201)
    expect(await api.kept()).toEqual(justOne)
    expect(await api.applications()).toMatchObject([
      { resume_type: storedType, resume_sha256: sha256(bytes) },
    ])
  })

  test('may have a resume of exactly 5 MB', async () => {
    const large = Uint8Array.from(pdf(5 * megabyte))
    const answer = await post(formData({}, file(large)))
    expect(answer.status).toBe(201)
    expect(await api.applications()).toMatchObject([
      { resume_bytes: 5_242_880, resume_sha256: sha256(large) },
    ])
  })
})

describe('a field that is wrong', () => {
  test('is answered with its message, and all fields left out with all of theirs', async () => {
    const answer = await postParts([textPart('message', '')])
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      name: ['Name is required'],
      email: ['Email is required'],
      phone: ['Phone number is required'],
      college: ['College name is required.'],
      year: ['Please select your year of study'],
      domain: ['Please select an internship domain'],
      resume: ['Please upload your resume'],
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test.each([
    ['name', 'Name is required', ''],
    ['name', 'Name is required', '   '],
    ['name', 'Name must be at least 2 characters.', 'A'],
    ['name', 'Name must be at most 200 characters.', 'A'.repeat(201)],
    ['name', unusable('Name'), 'Asha\0Rao'],
    ['name', unusable('Name'), 'Asha\r\nBcc: evil@example.com'],
    ['email', 'Email is required', ''],
    ['email', 'Please enter a valid email address.', 'asha.example.com'],
    ['email', 'Please enter a valid email address.', 'a@example.com, b@example.com'],
    ['email', unusable('Email'), 'asha@example.com\r\nBcc: evil@example.com'],
    ['email', unusable('Email'), 'asha@example.com\nevil@example.com'],
    ['phone', 'Phone number is required', ''],
    ['phone', 'Please enter a valid phone number.', '98765'],
    ['college', 'College name is required.', ''],
    ['college', 'College name is required.', 'A'],
    ['year', 'Please select your year of study', ''],
    ['year', 'Please select your year of study', '5th Year'],
    ['domain', 'Please select an internship domain', ''],
    ['domain', 'Please select an internship domain', 'Astrology'],
    ['message', 'Message must be at most 5000 characters.', 'x'.repeat(5_001)],
    ['message', 'This text is too long.', 'x'.repeat(70_000)],
    ['message', unusable('Message'), 'a bell \u0007'],
  ])('%s is refused with "%s", and nothing is kept', async (field, message, value) => {
    const answer = await post(formData({ [field]: value }))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ [field]: [message] })
    expect(await api.kept()).toEqual(nothing)
  })

  test('sent twice is refused by its name', async () => {
    const answer = await postParts([...ashasParts(), textPart('name', 'Another Name')])
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ name: ['Please send this field once only.'] })
    expect(await api.kept()).toEqual(nothing)
  })
})

describe('a resume that is wrong', () => {
  const page = Buffer.from('<!doctype html>\n<script>alert(1)</script>\n<!-- %PDF-1.4 -->')

  test.each([
    ['a program called cv.pdf', program, 'cv.pdf', 'application/pdf'],
    ['a Word document with macros', docm, 'cv.docx', wordType],
    ['a zip', zipped, 'cv.docx', wordType],
    ['an Excel workbook', xls, 'cv.doc', 'application/msword'],
    ['a web page that mentions PDF', page, 'cv.pdf', 'application/pdf'],
    [
      'the same after a byte order mark',
      Buffer.concat([Buffer.from('\uFEFF'), page]),
      'cv.pdf',
      'application/pdf',
    ],
    [
      'a script that mentions PDF',
      Buffer.from('#!/bin/sh\n# %PDF-1.4\n'),
      'cv.pdf',
      'application/pdf',
    ],
    ['a text', Buffer.from('My resume.'), 'cv.doc', 'application/msword'],
    ['a PDF that says it is a picture', pdf(), 'cv.pdf', 'image/png'],
    ['a picture by its name and type', pdf(), 'cv.png', 'image/png'],
    [
      'a PDF header after 1,024 bytes',
      Buffer.concat([Buffer.alloc(1_030, 32), pdf()]),
      'cv.pdf',
      'application/pdf',
    ],
  ])('%s is refused, and nothing is kept', async (_what, bytes, name, type) => {
    const answer = await post(formData({}, file(Uint8Array.from(bytes), name, type)))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: [typeMessage] })
    expect(await api.kept()).toEqual(nothing)
  })

  test.each([
    ['one byte more than 5 MB', 5 * megabyte + 1],
    ['12 MB, read to its end,', 12 * megabyte],
  ])('%s is refused, and nothing is kept', async (_what, bytes) => {
    const answer = await post(formData({}, file(Uint8Array.from(pdf(bytes)))))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: [sizeMessage] })
    expect(await api.kept()).toEqual(nothing)
  })

  test('an empty file is refused', async () => {
    const answer = await post(formData({}, file(new Uint8Array())))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      resume: ['This file is empty. Please choose your resume again.'],
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test('a file field in which nothing was chosen counts as no resume', async () => {
    const nothingChosen: Part = {
      headers:
        'Content-Disposition: form-data; name="resume"; filename=""\r\nContent-Type: application/octet-stream',
      body: '',
    }
    const answer = await postParts([...ashasParts().slice(0, -1), nothingChosen])
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: ['Please upload your resume'] })
    expect(await api.kept()).toEqual(nothing)
  })

  test('two of them are refused, and neither is kept', async () => {
    const answer = await postParts([...ashasParts(), resumePart('second.pdf', pdf(300_000))])
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: ['Please send one resume only.'] })
    expect(await api.kept()).toEqual(nothing)
  })

  test('a right one is not kept where another field is wrong', async () => {
    const answer = await post(formData({ name: '', email: 'x' }, file(program)))
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['email', 'name', 'resume'])
    expect(await api.kept()).toEqual(nothing)
  })
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
    const answer = await postParts([...ashasParts().slice(0, -1), resumePart(name)])
    expect(answer.status).toBe(201)
    expect(await api.applications()).toMatchObject([
      { resume_name: shown, resume_key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
    expect(await api.kept()).toEqual(justOne)
  })
})

describe('a form that is not ours', () => {
  const long = 'n'.repeat(150)
  const hundred = Array.from({ length: 100 }, (_, number) => textPart(`field${number}`, 'x'))
  const json = (name: string, value: string) =>
    textPart(name, value, '\r\nContent-Type: application/json')
  const withoutName = () => ashasParts().filter(({ headers }) => !headers.includes('"name"'))

  test.each<[string, () => Part[]]>([
    ['an unknown field', () => [...ashasParts(), textPart('salary', '1')]],
    [
      'an unknown file',
      () => [
        ...ashasParts(),
        { ...resumePart(), headers: resumePart().headers.replace('"resume"', '"photo"') },
      ],
    ],
    [
      'a field that is a file',
      () => [
        ...withoutName(),
        { ...resumePart(), headers: resumePart().headers.replace('"resume"', '"name"') },
      ],
    ],
    ['a field name over the limit', () => [...ashasParts(), textPart(long, 'x')]],
    ['a field of JSON', () => [...withoutName(), json('name', '{"toString":"x"}')]],
    ['a field of JSON that is a text', () => [...withoutName(), json('name', '"Asha Rao"')]],
    ['a field of broken JSON', () => [...withoutName(), json('name', '{')]],
    ['a hundred fields more', () => [...ashasParts(), ...hundred]],
    ['a hundred fields first', () => [...hundred, ...ashasParts()]],
    [
      'five resumes',
      () => [...ashasParts(), resumePart(), resumePart(), resumePart(), resumePart()],
    ],
    ['a field called __proto__', () => [...ashasParts(), textPart('__proto__', 'x')]],
    ['a field called constructor', () => [...ashasParts(), textPart('constructor', 'x')]],
    [
      'a file called __proto__',
      () => [
        ...ashasParts(),
        { ...resumePart(), headers: resumePart().headers.replace('"resume"', '"__proto__"') },
      ],
    ],
    ['a NUL in a field name', () => [...ashasParts(), textPart('na\0me', 'x')]],
    [
      'a field without a name',
      () => [
        ...ashasParts(),
        { headers: 'Content-Disposition: form-data', body: 'x' },
        textPart('', 'x'),
      ],
    ],
  ])('with %s is refused with a sentence, and nothing is kept', async (_what, parts) => {
    const answer = await postParts(parts())
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual(detail)
    expect(await api.kept()).toEqual(nothing)
  })

  test('with the honeypot filled in is refused with a sentence that names it', async () => {
    const answer = await post(formData({ website: 'https://example.com' }))
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual(detail)
    expect(answer.body.detail).toContain('"website"')
    expect(await api.kept()).toEqual(nothing)
    expect((await post(formData({ website: '' }))).status).toBe(201)
  })

  test.each([
    ['JSON', 'application/json', JSON.stringify(asha)],
    ['urlencoded', 'application/x-www-form-urlencoded', String(new URLSearchParams(asha))],
    ['text', 'text/plain', 'name=Asha'],
    ['XML', 'application/xml', '<name>Asha</name>'],
  ])('sent as %s is refused with 415', async (_what, type, body) => {
    const answer = await post(body, { 'Content-Type': type })
    expect(answer.status).toBe(415)
    expect(answer.body).toEqual(detail)
    expect(await api.kept()).toEqual(nothing)
  })

  test.each([
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['another boundary', 'multipart/form-data; boundary=another'],
  ])('with %s is refused, and nothing is kept', async (_what, type) => {
    const bytes = Uint8Array.from(multipart(ashasParts(), 'between-parts'))
    const answer = await post(bytes, { 'Content-Type': type })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toEqual(detail)
    expect(await api.kept()).toEqual(nothing)
  })

  test('with nothing in it is refused', async () => {
    const answer = await post(new Uint8Array(), multipartType('between-parts'))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await api.kept()).toEqual(nothing)
  })
})

describe('a request that is cut or mismeasured', () => {
  const head = (...lines: string[]) =>
    `POST ${applyApi} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=between-parts\r\n${lines.join('\r\n')}\r\n\r\n`
  const body = multipart(ashasParts(), 'between-parts')

  test('half a body, then silence, leaves nothing, and the server still answers', async () => {
    const half = body.subarray(0, body.length - 300)
    const answer = await sendRaw(
      api.url,
      Buffer.concat([Buffer.from(head(`Content-Length: ${body.length}`)), half]),
      'end',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expectNothingOfTheMachine(answer)
    await vi.waitFor(async () => expect(await api.kept()).toEqual(nothing))
    expect((await post(formData())).status).toBe(201)
  })

  test('a sender who goes away in the middle of a resume leaves nothing', async () => {
    const large = multipart(
      [...ashasParts().slice(0, -1), resumePart('cv.pdf', pdf(megabyte))],
      'between-parts',
    )
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      Buffer.concat([
        Buffer.from(head(`Content-Length: ${large.length}`)),
        large.subarray(0, 400_000),
      ]),
    )
    await vi.waitFor(async () => expect(await api.kept()).toEqual({ ...nothing, staged: 1 }))
    socket.destroy()
    await vi.waitFor(async () => expect(await api.kept()).toEqual(nothing))
    expect((await post(formData())).status).toBe(201)
  })

  test('a declared length that ends inside the resume is refused', async () => {
    const short = body.subarray(0, body.length - 100)
    const answer = await sendRaw(
      api.url,
      Buffer.concat([
        Buffer.from(head(`Content-Length: ${short.length}`, 'Connection: close')),
        short,
      ]),
      'wait',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 422 /)
    expect(answer).toContain('{"detail":')
    expect(await api.kept()).toEqual(nothing)
  })

  test('a body without a length is refused with 411', async () => {
    const chunk = Buffer.concat([
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from('\r\n0\r\n\r\n'),
    ])
    const answer = await sendRaw(
      api.url,
      Buffer.concat([Buffer.from(head('Transfer-Encoding: chunked', 'Connection: close')), chunk]),
      'wait',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 411 /)
    expect(answer).toContain('{"detail":')
    expect(await api.kept()).toEqual(nothing)
  })

  test('a declared length above 40 MB is refused with 413 before the body is sent', async () => {
    const answer = await sendRaw(api.url, Buffer.from(head('Content-Length: 41943041')), 'wait')
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('{"detail":')
    expect(await api.kept()).toEqual(nothing)
  })
})

describe('who may send', () => {
  test.each([
    'https://evil.example',
    'null',
    'http://localhost:3000.evil.example',
    'https://localhost:3000',
    'http://localhost:3001',
  ])('a page of %s may not', async (origin) => {
    const answer = await post(formData(), { Origin: origin })
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual(detail)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(await api.kept()).toEqual(nothing)
  })

  test("the site's own pages may, from another origin than the API's", async () => {
    await withSettings({ SITE_URL: 'https://www.site.example' })
    const answer = await post(formData(), { Origin: 'https://www.site.example' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://www.site.example')
    expect(answer.headers.get('vary')).toContain('Origin')

    const refused = await post(formData({ name: '' }), { Origin: 'https://www.site.example' })
    expect(refused.status).toBe(400)
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://www.site.example')
  })

  test('a program that names no origin may, and so may the host itself', async () => {
    expect((await post(formData())).status).toBe(201)
    expect((await post(formData(), { Origin: api.url })).status).toBe(201)
    expect(await api.kept()).toEqual(justOne)
  })

  test("a browser's question before it sends is answered for the site only", async () => {
    await withSettings({ SITE_URL: 'https://www.site.example' })
    const ask = async (origin: string) => {
      const answer = await fetch(api.url + applyApi, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'idempotency-key',
        },
      })
      return { status: answer.status, headers: Object.fromEntries(answer.headers) }
    }
    expect(await ask('https://www.site.example')).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://www.site.example',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Idempotency-Key',
      },
    })
    const foreign = await ask('https://evil.example')
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    '%s on the address is refused in JSON',
    async (method) => {
      const answer = await fetch(api.url + applyApi, { method })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(await answer.json()).toEqual(detail)
    },
  )
})

describe('the same application sent again', () => {
  test.each([
    ['without a key', {}],
    ['with the same key', { 'Idempotency-Key': randomUUID() }],
  ])('%s gives the same id, one row, one file and two letters', async (_what, headers) => {
    const first = await post(formData(), headers)
    await lettersOnceSent(2)
    const second = await post(formData(), headers)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).toBe(first.body.id)
    expect(await api.kept()).toEqual(justOne)
    await letterQueueEmpty()
    expect(await api.letters()).toHaveLength(2)
  })

  test('under another key is another application', async () => {
    const first = await post(formData(), { 'Idempotency-Key': randomUUID() })
    const second = await post(formData(), { 'Idempotency-Key': randomUUID() })
    expect(second.body.id).not.toBe(first.body.id)
    expect(await api.kept()).toEqual({ rows: 2, resumes: 2, staged: 0 })
    await lettersOnceSent(4)
  })

  test('under the same key with another answer is another application', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await post(formData(), headers)
    const second = await post(formData({ phone: '+91 91234 56789' }), headers)
    expect(second.body.id).not.toBe(first.body.id)
    expect(await api.kept()).toEqual({ rows: 2, resumes: 2, staged: 0 })
  })

  test('by twenty at once is stored once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(formData())))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await api.kept()).toEqual(justOne)
    const [row] = await api.applications()
    expect(sha256(await api.resume(row?.resume_key ?? ''))).toBe(sha256(cv))
    await lettersOnceSent(2)
  })
})

/** Waits until the outbox has nothing more to send. */
const letterQueueEmpty = () =>
  vi.waitFor(async () => {
    const { build, read } = api.services.database
    const unsent = build.selectFrom('letter').select('id').where('sent_at', 'is', null)
    expect(await read(unsent.compile())).toEqual([])
  })

describe('too many forms', () => {
  const send = (forwardedFor?: string) =>
    post(formData(), forwardedFor ? { 'X-Forwarded-For': forwardedFor } : {})

  test('from one network are put off with a time to wait', async () => {
    await withSettings({ SUBMISSIONS_PER_MINUTE: '3' })
    const statuses = [(await send()).status, (await send()).status, (await send()).status]
    expect(statuses).toEqual([201, 201, 201])
    const fourth = await send()
    expect(fourth.status).toBe(429)
    expect(fourth.body).toEqual(detail)
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await api.kept()).toEqual(justOne)
  })

  test('count together, whichever of the two ways they take', async () => {
    await withSettings({ SUBMISSIONS_PER_MINUTE: '2' })
    await send()
    const form = () => formData({ agreeToTerms: 'on' })
    expect((await post(form(), {}, '/apply')).status).toBe(200)
    const third = await post(form(), {}, '/apply')
    expect(third.status).toBe(429)
    expect(third.body.posted).toMatchObject({ state: 'failed', status: 429, ...detail })
  })

  test('are not excused by a made-up X-Forwarded-For', async () => {
    await withSettings({ SUBMISSIONS_PER_MINUTE: '1' })
    expect((await send('203.0.113.1')).status).toBe(201)
    expect((await send('203.0.113.2')).status).toBe(429)
  })

  test('are counted by X-Forwarded-For where a trusted proxy says it', async () => {
    await withSettings({ SUBMISSIONS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' })
    expect((await send('203.0.113.1')).status).toBe(201)
    expect((await send('203.0.113.2')).status).toBe(201)
    expect((await send('203.0.113.2')).status).toBe(429)
    expect((await send('198.51.100.7, 203.0.113.1')).status).toBe(429)
  })
})

test.each([
  ['A, "x" <evil@example.com>', 'a name that reads like a header'],
  ['evil@example.com, Asha', 'a name that reads like two recipients'],
  ['Asha "the \\" Rao; evil@example.com', 'a name with quotes and a semicolon'],
  ['आशा राव', 'a name in another script'],
])('%s, %s, leads to no further recipient', async (name) => {
  expect((await post(formData({ name }))).status).toBe(201)
  const [toApplicant, toStaff] = await lettersOnceSent(2)
  expect(toApplicant?.to).toEqual([{ name, address: asha.email }])
  expect(toStaff?.to).toMatchObject([{ address: 'staff@example.org' }])
  expect(toStaff?.replyTo).toEqual([{ name, address: asha.email }])
  for (const letter of [toApplicant, toStaff]) {
    expect(letter?.cc ?? []).toEqual([])
    expect(letter?.bcc ?? []).toEqual([])
  }
})

describe('the plain form post', () => {
  const postPage = (data: FormData) => post(data, {}, '/apply')

  test('that is right is stored and answered with a page', async () => {
    const answer = await postPage(formData({ agreeToTerms: 'on', website: '' }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatchObject({ address: '/apply', posted: { state: 'accepted' } })
    expect(await api.kept()).toEqual(justOne)
    await lettersOnceSent(2)
  })

  test('that is wrong gives back what was typed, with the messages', async () => {
    const answer = await postPage(formData({ agreeToTerms: 'on', name: 'A' }))
    expect(answer.status).toBe(400)
    expect(answer.body.posted).toEqual({
      state: 'refused',
      values: {
        ...asha,
        name: 'A',
        agreeToTerms: 'on',
        message: asha.message.replace('\n', '\r\n'),
      },
      errors: { name: ['Name must be at least 2 characters.'] },
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test('without agreement is refused with its message', async () => {
    const answer = await postPage(formData())
    expect(answer.status).toBe(400)
    expect(answer.body.posted.errors).toEqual({
      agreeToTerms: ['You must agree to the privacy policy and terms of service to proceed'],
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test('that is not our form is answered with a page that keeps what was typed', async () => {
    const answer = await postPage(formData({ agreeToTerms: 'on', website: 'x' }))
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.body.posted).toMatchObject({
      state: 'failed',
      ...detail,
      values: { name: asha.name, email: asha.email },
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test('of another kind than multipart is answered with a page', async () => {
    const body = String(new URLSearchParams({ ...asha, agreeToTerms: 'on' }))
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await post(body, type, '/apply')
    expect(answer.status).toBe(415)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await api.kept()).toEqual(nothing)
  })

  test('from a page elsewhere is refused', async () => {
    const answer = await post(
      formData({ agreeToTerms: 'on' }),
      { Origin: 'https://evil.example' },
      '/apply',
    )
    expect(answer.status).toBe(403)
    expect(await api.kept()).toEqual(nothing)
  })
})

test(
  'whatever is typed or sent, the answer is never a fault of ours',
  { timeout: 60_000 },
  async () => {
    await withSettings({ SUBMISSIONS_PER_MINUTE: '1000000' })
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom(
        '',
        '\0',
        '\u2028',
        '=?utf-8?q?x?=',
        "'; drop table application; --",
        '\uFFFE',
      ),
    )
    const form = fc.tuple(
      fc.dictionary(
        fc.constantFrom(...applicationFields.filter((name) => name !== 'resume')),
        anyText,
      ),
      fc.subarray(Object.entries(asha)),
    )
    const resume = fc.oneof(fc.constant(pdf()), fc.uint8Array({ maxLength: 3_000 }))
    let before = nothing
    await fc.assert(
      fc.asyncProperty(
        form,
        resume,
        fc.constantFrom(applyApi, '/apply'),
        async ([any, right], bytes, path) => {
          const fields = { agreeToTerms: 'on', ...any, ...Object.fromEntries(right) }
          const parts = Object.entries(fields).map(([name, value]) => textPart(name, value))
          const answer = await postParts([...parts, resumePart('cv.pdf', Buffer.from(bytes))], path)
          expect([200, 201, 400]).toContain(answer.status)

          const after = await api.kept()
          const most = before.rows + (answer.status === 400 ? 0 : 1)
          expect(after.rows).toBeGreaterThanOrEqual(before.rows)
          expect(after.rows).toBeLessThanOrEqual(most)
          expect(after).toEqual({ rows: after.rows, resumes: after.rows, staged: 0 })
          before = after
        },
      ),
      { numRuns: 200 },
    )
    expect(before.rows).toBeGreaterThan(0)
  },
)
