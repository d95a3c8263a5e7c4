import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ashasParts, formData, resumePart, textPart } from '@naic/test/support/ashas-form.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import {
  applyApi,
  detail,
  multipart,
  nothing,
  type Part,
  sendRaw,
  startApi,
} from '@naic/test/support/start-api.ts'
import { allTests } from '@naic/test/support/opened.ts'

/** What else may be wrong with a body is tried with the real program in test/programs/hostile-clients/. */

// One server for all: each of them leaves it as it was.
const api = allTests(() => startApi())
afterEach(() => vi.waitFor(async () => expect(await api.kept()).toEqual(nothing)))

const fileCalled = (name: string): Part => ({
  ...resumePart(),
  headers: resumePart().headers.replace('"resume"', `"${name}"`),
})
const hundred = Array.from({ length: 100 }, (_, number) => textPart(`field${number}`, 'x'))
const json = textPart('name', '{"toString":"x"}', '\r\nContent-Type: application/json')
const nameless = { headers: 'Content-Disposition: form-data', body: 'x' }

test.each<[string, Part[]]>([
  ['a field that is a file', [...ashasParts().slice(2), fileCalled('name')]],
  ['a field name over the limit', [...ashasParts(), textPart('n'.repeat(150), 'x')]],
  ['a field of JSON', [...ashasParts().slice(2), json]],
  ['a hundred fields first', [...hundred, ...ashasParts()]],
  ['five resumes', [...ashasParts(), ...Array.from({ length: 4 }, () => resumePart())]],
  ['a field called __proto__', [...ashasParts(), textPart('__proto__', 'x')]],
  ['a NUL in a field name', [...ashasParts(), textPart('na\0me', 'x')]],
  ['a field without a name', [...ashasParts(), nameless, textPart('', 'x')]],
])('a form with %s is refused with a sentence', async (_what, parts) => {
  const answer = await api.postParts(parts)
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual(detail)
})

const type = 'multipart/form-data'
const right = multipart(ashasParts(), 'between-parts')
test.each([
  ['no boundary', type, right],
  ['another boundary', `${type}; boundary=another`, right],
  ['nothing in it', `${type}; boundary=between-parts`, Buffer.alloc(0)],
])('a form with %s is refused with a sentence', async (_what, contentType, bytes) => {
  const answer = await api.post(Uint8Array.from(bytes), { 'Content-Type': contentType })
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual(detail)
})

describe('a request that is cut or mismeasured', () => {
  const head = (line: string) =>
    Buffer.from(
      `POST ${applyApi} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}; boundary=between-parts\r\nConnection: close\r\n${line}\r\n\r\n`,
    )
  const chunked = [`${right.length.toString(16)}\r\n`, right, '\r\n0\r\n\r\n'].map((each) =>
    Buffer.from(each),
  )
  const short = right.subarray(0, right.length - 100)

  test.each([
    ['half a body', 'end', '4\\d\\d', [head(`Content-Length: ${right.length}`), short]],
    ['a body cut by its length', 'wait', '422', [head(`Content-Length: ${short.length}`), short]],
    ['a body without a length', 'wait', '411', [head('Transfer-Encoding: chunked'), ...chunked]],
    ['a length over 40 MB', 'wait', '413', [head('Content-Length: 41943041')]],
  ] as const)('as %s is refused', async (_what, then, status, pieces) => {
    const answer = await sendRaw(api.url, Buffer.concat(pieces), then)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    if (then === 'wait') expect(answer).toContain('{"detail":')
    api.expectNothingOfTheMachine(answer)
  })

  test('as no request at all is refused like everything else', async () => {
    const answer = await sendRaw(
      api.url,
      Buffer.from('GET / HTTP/1.1\r\nHost localhost\r\n\r\n'),
      'wait',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain('X-Content-Type-Options: nosniff')
    expect(answer).toMatch(/application\/problem\+json.*"detail":"[A-Z].{15,}[.]"/s)
  })

  test('leaves nothing where the sender goes away in the middle of a resume', async () => {
    const large = multipart([resumePart('cv.pdf', pdf(1024 * 1024))], 'between-parts')
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(head(`Content-Length: ${large.length}`))
    socket.write(large.subarray(0, 400_000))
    await vi.waitFor(async () => expect(await api.kept()).toEqual({ ...nothing, staged: 1 }))
    socket.destroy()
    await vi.waitFor(async () => expect(await api.kept()).toEqual(nothing))
    expect((await api.post(formData({ name: '' }))).status).toBe(400)
  })
})
