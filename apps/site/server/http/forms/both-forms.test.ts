import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { readApplication } from '@naic/admissions/applications/read-application.ts'
import { asha, ashasParts, formData, resumePart, textPart } from '@naic/test/support/ashas-form.ts'
import { messageForm, ravi } from '@naic/test/support/ravis-message.ts'
import { applyApi, detail, nothing, startApi } from '@naic/test/support/start-api.ts'
import { allTests } from '@naic/test/support/opened.ts'

/** What holds for both forms, whichever of the two ways they take: the page's script or a plain post. */

// One server for all: what is wrong comes first and leaves it as it was, and each that is right sends something else.
const api = allTests(() => startApi({ SUBMISSIONS_PER_MINUTE: '1000' }))

const application = {
  way: applyApi,
  page: '/apply',
  right: asha as Record<string, string>,
  data: (answers: Record<string, string> = {}) => formData({ agreeToTerms: 'on', ...answers }),
  parts: ashasParts,
  rows: () => api.applications(),
  ofTheOther: textPart('subject', 'A question'),
}
const message: typeof application = {
  way: '/api/contact/',
  page: '/contact',
  right: ravi,
  data: (answers = {}) => messageForm(answers),
  parts: () => Object.entries(ravi).map(([name, value]) => textPart(name, value)),
  rows: async () => (await api.messages()) as never,
  ofTheOther: textPart('phone', '9876543210'),
}
const forms = [
  { form: 'an application', ...application },
  { form: 'a message', ...message },
]
type Form = (typeof forms)[number]

const post = ({ data, way }: Form, answers = {}, headers = {}, to = way) =>
  api.post(data(answers), headers, to)

describe('a form that is wrong', () => {
  afterEach(async () => {
    expect(await api.kept()).toEqual(nothing)
    expect(await api.messages()).toEqual([])
  })

  test('because all is left out is answered with all messages', async () => {
    const none = [textPart('website', '')]
    const applied = await api.postParts(none)
    expect(applied.status).toBe(400)
    expect(applied.body).toEqual({
      name: ['Name is required'],
      email: ['Email is required'],
      phone: ['Phone number is required'],
      college: ['College name is required.'],
      year: ['Please select your year of study'],
      domain: ['Please select an internship domain'],
      resume: ['Please upload your resume'],
    })
    expect((await api.postParts(none, '/api/contact/')).body).toEqual({
      name: ['Name is required'],
      email: ['Email is required'],
      subject: ['Subject is required'],
      message: ['Message is required'],
    })
  })

  const [applied, wrote] = ['application', 'message'] as const
  const controls = 'Name contains characters that cannot be used. Please type it again.'
  test.each<['application' | 'message', string, string, string]>([
    [applied, 'name', 'Name must be at least 2 characters.', 'A'],
    [applied, 'name', 'Name must be at most 200 characters.', 'A'.repeat(201)],
    [applied, 'name', controls, 'Asha\r\nBcc: evil@example.com'],
    [applied, 'email', 'Please enter a valid email address.', 'asha.example.com'],
    [applied, 'phone', 'Please enter a valid phone number.', '98765'],
    [applied, 'college', 'College name is required.', 'A'],
    [applied, 'year', 'Please select your year of study', '5th Year'],
    [applied, 'domain', 'Please select an internship domain', 'Astrology'],
    [applied, 'message', 'Message must be at most 5000 characters.', 'x'.repeat(5_001)],
    [applied, 'message', 'This text is too long.', 'x'.repeat(70_000)],
    [wrote, 'name', controls, 'Ravi\r\nBcc: evil@example.com'],
    [wrote, 'email', 'Please enter a valid email address.', 'a@example.com, b@example.com'],
    [wrote, 'subject', 'Subject must be at least 5 characters.', 'Date'],
    [wrote, 'subject', 'Subject must be at most 200 characters.', 'D'.repeat(201)],
    [wrote, 'message', 'Message must be at least 10 characters.', 'Too short'],
    [wrote, 'message', 'Message must be at most 10000 characters.', 'x'.repeat(10_001)],
    [wrote, 'message', 'This text is too long.', 'x'.repeat(70_000)],
  ])('as an %s in its %s is refused with "%s"', async (which, field, sentence, value) => {
    const [apply, write] = forms as [Form, Form]
    const answer = await post(which === 'application' ? apply : write, { [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ [field]: [sentence] })
  })

  test('because the catalogue does not have its internship says so with all else', async () => {
    const answer = await api.post(formData({ internship: '99', name: '' }))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      internship: ['We do not have this internship. Please choose another, or “Not decided yet”.'],
      name: ['Name is required'],
    })
    const alone = await api.post(formData({ internship: '04' }))
    expect(Object.keys(alone.body)).toEqual(['internship'])
  })

  test('without a tick for the terms is refused when posted without JavaScript', async () => {
    const answer = await api.post(formData(), {}, '/apply')
    expect(answer.status).toBe(400)
    expect(answer.body.posted.errors).toEqual({
      agreeToTerms: ['You must agree to the privacy policy and terms of service to proceed'],
    })
  })

  describe.each(forms)('as $form', (form) => {
    const { way, page, right, data, parts } = form

    test('in a field that is there twice is refused by its name', async () => {
      const answer = await api.postParts([...parts(), textPart('name', 'Another Name')], way)
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ name: ['Please send this field only once.'] })
    })

    test('with a file that it does not ask for, or a field of the other form, is refused', async () => {
      const photo = { ...resumePart(), headers: resumePart().headers.replace('resume', 'photo') }
      for (const part of [photo, form.ofTheOther, textPart('website', 'https://example.com')]) {
        const answer = await api.postParts([...parts(), part], way)
        expect(answer.status).toBe(422)
        expect(answer.body).toEqual(detail)
      }
    })

    test('from a page elsewhere is refused, whichever way it takes', async () => {
      const elsewhere = { Origin: 'https://evil.example' }
      for (const to of [way, page]) {
        expect((await post(form, {}, elsewhere, to)).status).toBe(403)
      }
    })

    test('posted without JavaScript gives back what was typed, with the messages', async () => {
      const answer = await post(form, { name: 'A' }, {}, page)
      expect(answer.status).toBe(400)
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
      const typed = [...data({ name: 'A' })].filter(([, value]) => typeof value === 'string')
      const values = Object.fromEntries(typed)
      expect(answer.body.posted).toEqual({
        state: 'refused',
        values: { ...values, message: right['message']?.replace('\n', '\r\n') },
        ...(typed.length < [...data()].length ? { files: ['resume'] } : {}),
        errors: { name: ['Name must be at least 2 characters.'] },
      })
    })

    test('gets back no more of a field than it may hold, and never half a letter', async () => {
      const name = `${'&'.repeat(199)}\u{1F393}${'&'.repeat(65_000)}`
      const answer = await post(form, { name }, {}, page)
      expect(answer.status).toBe(400)
      expect(answer.body.posted.values.name).toBe(`${'&'.repeat(199)}\uFFFD`)
    })

    test('with the honeypot filled in is answered with a page that keeps what was typed', async () => {
      const answer = await post(form, { website: 'x' }, {}, page)
      expect(answer.status).toBe(422)
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
      const values = { name: right['name'], email: right['email'] }
      expect(answer.body.posted).toMatchObject({ state: 'failed', detail: detail.detail, values })
      expect(answer.body.posted.detail).toContain('"website"')
    })

    test('of another kind than multipart is refused in its way', async () => {
      const body = String(new URLSearchParams(right))
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const onPage = await api.post(body, type, page)
      expect(onPage.status).toBe(415)
      expect(onPage.headers.get('content-type')).toMatch(/^text\/html/)
      expect(await api.post(body, type, way)).toMatchObject({ status: 415, body: detail })
    })
  })
})

describe.each(forms)('$form that is right', (form) => {
  const { way, page, right, rows } = form
  const rowsOf = async (name: string) => (await rows()).filter((row) => row.name === name)

  test('is stored once, with and without the slash at the end, and answered with its id', async () => {
    const answer = await post(form)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(answer.body).toEqual({ id, emailed: true })
    const again = await post(form, {}, {}, way.slice(0, -1))
    expect([again.status, again.body.id]).toEqual([201, answer.body.id])
    expect(await rowsOf(right['name'] ?? '')).toMatchObject([
      { ...right, id: answer.body.id, received_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ])
    expect((await api.kept()).staged).toBe(0)
  })

  test('leaves nothing of its sender in the log', async () => {
    await post(form)
    await post(form, { email: 'wrong@' })
    await api.letterQueueEmpty()
    // Fastify's own line says where the server listens, which is no secret.
    const log = api.logged.filter((line) => !line.includes('listening')).join('')
    expect(log).toContain('answered')
    const { internship: _, year: __, domain: ___, ...personal } = right
    for (const value of [...Object.values(personal), 'wrong@', 'cv.pdf', '127.0.0.1']) {
      expect(log).not.toContain(value)
    }
  })

  test('sent again, with a key or without, has the same id, one row and two letters', async () => {
    for (const headers of [{}, { 'Idempotency-Key': randomUUID() }]) {
      const name = `Twice ${Object.keys(headers).length}`
      const email = `${page.slice(1)}${Object.keys(headers).length}@example.com`
      const first = await post(form, { name, email }, headers)
      const second = await post(form, { name, email }, headers)
      expect([second.status, second.body.id]).toEqual([201, first.body.id])
      expect(await rowsOf(name)).toHaveLength(1)
      await api.letterQueueEmpty()
      const letters = await api.letters()
      expect(letters.filter(({ to }) => to?.[0]?.address === email)).toHaveLength(1)
      expect(letters.filter(({ replyTo }) => replyTo?.[0]?.address === email)).toHaveLength(1)
    }
  })

  test('under another key, or with any other answer, is another one', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const others: Record<string, string> = {
      internship: '5',
      email: 'other@example.com',
      year: '4th Year',
      domain: 'Cyber Security',
    }
    const before = (await rows()).map(({ id }) => id)
    const answers = [
      await post(form, {}, key),
      await post(form, {}, { 'Idempotency-Key': randomUUID() }),
    ]
    for (const [field, value] of Object.entries(right)) {
      answers.push(await post(form, { [field]: others[field] ?? `${value}, and more` }, key))
    }
    const ids = answers.map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(2 + Object.keys(right).length)
    expect((await rows()).map(({ id }) => id).toSorted()).toEqual([...before, ...ids].toSorted())
  })

  test('posted without JavaScript is stored and answered with a page', async () => {
    const answer = await post(form, { name: 'Plain Post', website: '' }, {}, page)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatchObject({ address: page, posted: { state: 'accepted' } })
    // A browser sends line breaks in its own way. They are stored as everybody's are.
    expect(await rowsOf('Plain Post')).toMatchObject([{ ...right, name: 'Plain Post' }])
  })
})

describe('an application', () => {
  /** A form sent again after an update must find its old row, or it would be stored twice. */
  test('and a message have the same id after every change of the program', async () => {
    const key = { 'Idempotency-Key': 'a-key-of-ashas' }
    expect([
      (await api.post(formData())).body.id,
      (await api.post(formData({ linkedin: undefined }), key)).body.id,
      (await api.post(messageForm(), {}, '/api/contact')).body.id,
    ]).toEqual([
      '1a599213-8954-8ad2-8637-c1a5ecfbd731',
      '0468bc4b-0c5d-8bb0-870b-05a1eab14c73',
      '8a577089-86df-8772-a7f4-11d062e004f7',
    ])
  })

  test('may leave out what is optional', async () => {
    const least = formData({ name: 'No Options', linkedin: undefined, message: '  ' })
    expect((await api.post(least)).status).toBe(201)
    const stored = (await api.applications()).find(({ name }) => name === 'No Options')
    expect(stored).toMatchObject({ linkedin: null, message: null })
  })

  test('is kept with the version of the privacy notice that was agreed to, where it is one', async () => {
    const said = async (version: string) => {
      const { body } = await api.post(formData({ name: version }), { 'Privacy-Notice': version })
      const found = await readApplication(api.services.database, body.id)
      return found.state === 'found' && found.application.noticeVersion
    }
    expect(await said('2026-11-22')).toBe('2026-11-22')
    expect([await said('the newest'), await said('2026-02-30')]).toEqual([null, null])
    await api.post(formData({ name: 'No version' }))
    await api.post(formData({ name: 'On', agreeToTerms: 'on' }), {}, '/apply')
    await api.post(formData({ name: 'Plain', agreeToTerms: '2026-11-21' }), {}, '/apply')
    const versions = (await api.applications()).map((row) => [row.name, row.notice_version])
    expect(Object.fromEntries(versions)).toMatchObject({
      'No version': null,
      On: null,
      Plain: '2026-11-21',
    })
  })
})
