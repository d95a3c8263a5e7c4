import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { resumePart, textPart } from '@naic/test/support/ashas-form.ts'
import { messageForm, ravi } from '@naic/test/support/ravis-message.ts'
import { type Api, detail, nothing, startApi } from '@naic/test/support/start-api.ts'

const contactApi = '/api/contact/'

let api: Api
const send = (answers: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  api.post(messageForm(answers), headers, contactApi)
const sendParts = (...more: Parameters<Api['postParts']>[0][number][]) =>
  api.postParts(
    [...Object.entries(ravi).map(([name, value]) => textPart(name, value)), ...more],
    contactApi,
  )

async function expectNothingKept() {
  expect(await api.messages()).toEqual([])
  expect(await api.kept()).toEqual(nothing)
}

describe('a message that is right', () => {
  beforeEach(async () => {
    api = await startApi()
  })
  afterEach(() => api.close())

  test('is stored once, and answered with its id', async () => {
    const answer = await send()
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      emailed: true,
    })
    expect(await api.messages()).toEqual([
      { ...ravi, id: answer.body.id, received_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ])
    expect(await api.kept()).toEqual(nothing)
  })

  test('is told of in two letters: to the sender and to the staff', async () => {
    const { body } = await send()
    const [toSender, toStaff] = await api.lettersOnceSent(2)
    expect(toSender?.to).toEqual([{ name: ravi.name, address: ravi.email }])
    expect(toSender?.text).toContain(`Your reference: ${referenceOf(body.id)}`)
    // Anybody's address can be typed; what else is typed is not to reach it.
    expect(toSender?.subject).not.toContain(ravi.subject)
    expect(toSender?.text).not.toContain('next batch')
    expect(toStaff?.to).toMatchObject([{ address: 'staff@example.org' }])
    expect(toStaff?.replyTo).toEqual([{ name: ravi.name, address: ravi.email }])
    expect(toStaff?.subject).toContain(ravi.subject)
    for (const value of [body.id, ...Object.values(ravi)]) expect(toStaff?.text).toContain(value)
  })

  test('leaves nothing of the sender in the log', async () => {
    await send()
    await send({ email: 'ravi.iyer@' })
    await api.lettersOnceSent(2)
    // Fastify's own line says where the server listens; that is nobody's secret.
    const log = api.logged.filter((line) => !line.includes('listening')).join('')
    expect(log).toContain('answered')
    for (const value of [ravi.name, 'ravi.iyer', ravi.subject, 'next batch', '127.0.0.1']) {
      expect(log).not.toContain(value)
    }
  })

  test('is taken with and without the slash at the end, as the same message', async () => {
    const first = await api.post(messageForm(), {}, '/api/contact/')
    const second = await api.post(messageForm(), {}, '/api/contact')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).toBe(first.body.id)
    expect(await api.messages()).toHaveLength(1)
  })

  test.each([
    ['without a key', {}],
    ['with the same key', { 'Idempotency-Key': randomUUID() }],
  ])('sent again %s gives the same id, one row and two letters', async (_what, headers) => {
    const first = await send({}, headers)
    await api.lettersOnceSent(2)
    const second = await send({}, headers)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).toBe(first.body.id)
    expect(await api.messages()).toHaveLength(1)
    await api.letterQueueEmpty()
    expect(await api.letters()).toHaveLength(2)
  })

  test('under another key, or with another text, is another message', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const answers = [
      await send({}, headers),
      await send({}, { 'Idempotency-Key': randomUUID() }),
      await send({ message: 'When does the one after it begin?' }, headers),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const ids = answers.map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(3)
    expect((await api.messages()).map(({ id }) => id).sort()).toEqual(ids.sort())
    await api.lettersOnceSent(6)
  })

  test('posted plainly is stored and answered with a page', async () => {
    const answer = await api.post(messageForm({ website: '' }), {}, '/contact')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatchObject({ address: '/contact', posted: { state: 'accepted' } })
    // A browser sends line breaks in its own way; they are stored as everybody's.
    expect(await api.messages()).toMatchObject([ravi])
    await api.lettersOnceSent(2)
  })
})

describe('a message that is wrong', () => {
  // One server for all: each of them leaves it as it was, and says so.
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  const unusable = (label: string) =>
    `${label} contains characters that cannot be used. Please type it again.`

  test('is answered with all messages where all is left out', async () => {
    const answer = await api.postParts([textPart('website', '')], contactApi)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      name: ['Name is required'],
      email: ['Email is required'],
      subject: ['Subject is required'],
      message: ['Message is required'],
    })
    await expectNothingKept()
  })

  test.each([
    ['name', 'Name is required', '  '],
    ['name', 'Name must be at least 2 characters.', 'R'],
    ['name', 'Name must be at most 200 characters.', 'R'.repeat(201)],
    ['name', unusable('Name'), 'Ravi\r\nBcc: evil@example.com'],
    ['email', 'Email is required', ''],
    ['email', 'Please enter a valid email address.', 'a@example.com, b@example.com'],
    ['email', unusable('Email'), 'ravi@example.com\nevil@example.com'],
    ['subject', 'Subject is required', '   '],
    ['subject', 'Subject must be at least 5 characters.', 'Date'],
    ['subject', 'Subject must be at most 200 characters.', 'D'.repeat(201)],
    ['subject', unusable('Subject'), 'Dates\r\nBcc: evil@example.com'],
    ['message', 'Message is required', '\n \n'],
    ['message', 'Message must be at least 10 characters.', 'Too short'],
    ['message', 'Message must be at most 10000 characters.', 'x'.repeat(10_001)],
    ['message', 'This text is too long.', 'x'.repeat(70_000)],
    ['message', unusable('Message'), 'a bell rings \u0007'],
  ])('in its %s is refused with "%s", and nothing is kept', async (field, message, value) => {
    const answer = await send({ [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ [field]: [message] })
    await expectNothingKept()
  })

  test('in that a field is there twice is refused by its name', async () => {
    const answer = await sendParts(textPart('subject', 'Another subject'))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ subject: ['Please send this field only once.'] })
    await expectNothingKept()
  })

  test.each([
    ['a file', resumePart()],
    ['a file in which nothing was chosen', resumePart('', Buffer.alloc(0))],
    ['a file for its message', { ...resumePart(), headers: fileHeaders('message') }],
    ['a field of the other form', textPart('phone', '9876543210')],
    ['the honeypot filled in', textPart('website', 'https://example.com')],
  ])('in that it has %s is refused with a sentence, and nothing is kept', async (_what, part) => {
    const answer = await sendParts(part)
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual(detail)
    await expectNothingKept()
  })

  test('from a page elsewhere is refused, whichever of the two ways it takes', async () => {
    const elsewhere = { Origin: 'https://evil.example' }
    const answer = await send({}, elsewhere)
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual(detail)
    expect((await api.post(messageForm(), elsewhere, '/contact')).status).toBe(403)
    await expectNothingKept()
  })

  test('posted plainly gives back what was typed, with the messages', async () => {
    const answer = await api.post(messageForm({ subject: 'Date' }), {}, '/contact')
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.body.posted).toEqual({
      state: 'refused',
      values: { ...ravi, subject: 'Date', message: ravi.message.replace('\n', '\r\n') },
      errors: { subject: ['Subject must be at least 5 characters.'] },
    })
    await expectNothingKept()
  })

  test('posted plainly with a file is answered with a page that keeps what was typed', async () => {
    const data = messageForm()
    data.append('resume', new File(['My resume.'], 'cv.pdf', { type: 'application/pdf' }))
    const answer = await api.post(data, {}, '/contact')
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.body.posted).toMatchObject({
      state: 'failed',
      ...detail,
      values: { name: ravi.name, subject: ravi.subject },
    })
    await expectNothingKept()
  })
})

function fileHeaders(name: string) {
  return resumePart().headers.replace('"resume"', `"${name}"`)
}
