import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asha, ashasParts, formData, resumePart, textPart } from '@naic/test/support/ashas-form.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import {
  type Api,
  applyApi,
  detail,
  multipart,
  nothing,
  type Part,
  sendRaw,
  startApi,
} from '@naic/test/support/start-api.ts'

let api: Api

describe('a form that is not ours', () => {
  // One server for all: each of them leaves it as it was, and says so.
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

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
    const answer = await api.postParts(parts())
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual(detail)
    expect(await api.kept()).toEqual(nothing)
  })

  test.each([
    ['JSON', 'application/json', JSON.stringify(asha)],
    ['urlencoded', 'application/x-www-form-urlencoded', String(new URLSearchParams(asha))],
    ['text', 'text/plain', 'name=Asha'],
    ['XML', 'application/xml', '<name>Asha</name>'],
  ])('sent as %s is refused with 415', async (_what, type, body) => {
    const answer = await api.post(body, { 'Content-Type': type })
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
    const answer = await api.post(bytes, { 'Content-Type': type })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toEqual(detail)
    expect(await api.kept()).toEqual(nothing)
  })

  test('with nothing in it is refused', async () => {
    const answer = await api.post(new Uint8Array(), {
      'Content-Type': 'multipart/form-data; boundary=between-parts',
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await api.kept()).toEqual(nothing)
  })
})

describe('a request that is cut or mismeasured', () => {
  beforeEach(async () => {
    api = await startApi()
  })
  afterEach(() => api.close())

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
    api.expectNothingOfTheMachine(answer)
    await vi.waitFor(async () => expect(await api.kept()).toEqual(nothing))
    expect((await api.post(formData())).status).toBe(201)
  })

  test('a sender who goes away in the middle of a resume leaves nothing', async () => {
    const large = multipart(
      [...ashasParts().slice(0, -1), resumePart('cv.pdf', pdf(1024 * 1024))],
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
    await vi.waitFor(async () => expect(await api.kept()).toEqual({ ...nothing, staged: 1 }), {
      timeout: 90_000,
    })
    socket.destroy()
    await vi.waitFor(async () => expect(await api.kept()).toEqual(nothing))
    expect((await api.post(formData())).status).toBe(201)
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
