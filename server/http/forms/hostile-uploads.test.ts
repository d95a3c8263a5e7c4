import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ashasParts, formData, resumePart, textPart } from '#test/support/ashas-form.ts'
import { pdf } from '#test/support/resumes.ts'
import { type Api, applyApi, multipart, sendRaw, startApi } from '#test/support/start-api.ts'

/** Both forms, and both ways into each. */
const waysIn = [applyApi, '/apply', '/api/contact/', '/contact']

let api: Api
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await api.close()
})

const attacker = '203.0.113.66'
const settings = { TRUST_PROXY: '127.0.0.1', SUBMISSIONS_PER_MINUTE: '1000000' }

/** Opens a connection, sends what is given and leaves it open. */
async function sendAndStay(way: string, contentType: string, length: number, body: Buffer) {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head =
    `POST ${way} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${attacker}\r\n` +
    `Content-Type: ${contentType}\r\nContent-Length: ${length}\r\n\r\n`
  socket.write(Buffer.concat([Buffer.from(head), body]))
  return socket
}

const answerOn = async (socket: Socket): Promise<string> => {
  const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(15_000) })
  return String(answer)
}

/** @param from an address that has sent nothing else. */
const apply = (from: string) => api.post(formData(), { 'X-Forwarded-For': from })
const write = (from: string) => {
  const message = {
    name: 'Asha',
    email: 'a@example.com',
    subject: 'A question',
    message: 'Why so?',
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(message)) form.append(name, `${value} ......`)
  form.set('email', message.email)
  return api.post(form, { 'X-Forwarded-For': from }, '/api/contact/')
}

/** Bodies that a parser may give up on, each with its Content-Type. */
const form = 'multipart/form-data; boundary=between-parts'
const right = multipart(ashasParts(), 'between-parts')
const inHeader = right.subarray(0, right.indexOf('form-data; name="message"'))
const fields = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, number) => textPart(`field${number}`, 'x'.repeat(bytes)))
const endInHeader = Buffer.concat([
  inHeader,
  Buffer.from('\r\n--between-parts--\r\n'),
  multipart([resumePart('cv.pdf', pdf(200_000))], 'between-parts'),
])
const hopeless: [string, string, Buffer][] = [
  [
    'a boundary that is a quotation mark',
    'multipart/form-data; boundary="',
    multipart(fields(60, 2_000), ''),
  ],
  ['an end in the middle of a header', form, endInHeader],
  ['a part that never ends', form, Buffer.concat([inHeader, Buffer.alloc(90_000, 0x2d)])],
  [
    'a header that never ends',
    form,
    Buffer.concat([inHeader, Buffer.from('\r\nX: '), Buffer.alloc(90_000, 0x61)]),
  ],
  ['nothing but boundaries', form, Buffer.from('--between-parts\r\n'.repeat(6_000))],
  ['far more parts than it asks for', form, multipart(fields(600, 500), 'between-parts')],
]

/** In two pieces, the second of which comes when a parser may have given up already. */
async function sendInTwo(way: string, type: string, body: Buffer): Promise<Socket> {
  const socket = await sendAndStay(way, type, body.length, body.subarray(0, 1_500))
  await new Promise((resolve) => setTimeout(resolve, 20))
  socket.write(body.subarray(1_500))
  return socket
}

describe.each(hopeless)('a body with %s', (_what, type, body) => {
  test.each(waysIn)('leaves the connection to %s fit for the next request', async (way) => {
    api = await startApi(settings)
    const socket = await sendInTwo(way, type, body)
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
    socket.write('GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 404 /)
  })
})

test.each([
  ['the application', waysIn.slice(0, 2)],
  ['the message', waysIn.slice(2)],
])(
  'a body that ends before its end, sent 320 times in place of %s, leaves both forms open',
  async (_form, ways) => {
    api = await startApi(settings)
    await Promise.all(
      Array.from({ length: 320 }, async (_, number) => {
        // A few at a time: all at once would be put off for being too many.
        await new Promise((resolve) => setTimeout(resolve, number * 5))
        const socket = await sendInTwo(ways[number % 2] as string, form, endInHeader)
        expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
      }),
    )
    expect((await apply('198.51.100.1')).status).toBe(201)
    expect((await write('198.51.100.1')).status).toBe(201)
    expect((await api.kept()).staged).toBe(0)
    expect(api.logged.find((line) => line.includes('"level":50'))).toBeUndefined()
  },
)

describe('senders who take their time', () => {
  const fast = { bytes: 2_000, everyMs: 300 }
  const large = multipart(
    [...ashasParts().slice(0, -1), resumePart('cv.pdf', pdf(60_000))],
    'between-parts',
  )
  const startAt = (pace = fast) => startApi(settings, pace)

  test('300 that stall take not all places, and are sent away in the end', async () => {
    api = await startAt({ bytes: 2_000, everyMs: 3_000 })
    const stalled = await Promise.all(
      Array.from({ length: 300 }, (_, number) =>
        sendAndStay(waysIn[number % 2] as string, form, large.length, large.subarray(0, 400)),
      ),
    )
    const answers = stalled.map((socket) => once(socket, 'data').then(([answer]) => String(answer)))
    await vi.waitFor(() => expect(stalled.some(({ bytesRead }) => bytesRead > 0)).toBe(true), {
      timeout: 90_000,
    })
    expect((await apply('198.51.100.1')).status).toBe(201)

    const statuses = (await Promise.all(answers)).map((answer) => answer.slice(9, 12))
    expect(statuses.filter((status) => status === '503')).toHaveLength(100)
    expect(statuses.filter((status) => status === '408')).toHaveLength(200)
    await Promise.all(stalled.map((socket) => socket.closed || once(socket, 'close')))
    expect((await apply(attacker)).status).toBe(201)
    expect((await api.kept()).staged).toBe(0)
  })

  test('one that is slow, but not too slow, is waited for', async () => {
    api = await startAt()
    const socket = await sendAndStay(applyApi, form, large.length, Buffer.alloc(0))
    for (let at = 0; at < large.length; at += 4_000) {
      socket.write(large.subarray(at, at + 4_000))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 201 /)
  })

  test('one who was refused and goes on sending nothing is sent away as well', async () => {
    api = await startAt()
    const socket = await sendAndStay('/api/nothing', form, 900_000, Buffer.from('x'))
    const closed = once(socket, 'close')
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
    await closed
  })

  test('300 pages asked for with bodies that never end are answered and closed', async () => {
    api = await startAt()
    const open = await Promise.all(
      Array.from({ length: 300 }, async (_, number) => {
        const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
        sockets.push(socket)
        socket.on('error', () => undefined)
        const length = number % 2 ? 'Content-Length: 1000000' : 'Transfer-Encoding: chunked'
        socket.write(`GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n`)
        const closed = once(socket, 'close')
        const answer = await answerOn(socket)
        await closed
        return answer
      }),
    )
    for (const answer of open) expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  })
})

describe('senders who go away', () => {
  test('in the middle of a body, 200 times, leave no line that calls it our error', async () => {
    api = await startApi(settings)
    await Promise.all(
      Array.from({ length: 200 }, async (_, number) => {
        const way = waysIn[number % waysIn.length] as string
        const socket = await sendAndStay(way, form, right.length, right.subarray(0, 900))
        await new Promise((resolve) => setTimeout(resolve, number))
        socket.resetAndDestroy()
      }),
    )
    expect((await apply(attacker)).status).toBe(201)
    await vi.waitFor(async () => expect((await api.kept()).staged).toBe(0))
    expect(api.logged.find((line) => /"level":[5-9]0|stack/.test(line))).toBeUndefined()
  })
})

test('a request that names two hosts is refused', async () => {
  api = await startApi()
  const answer = await sendRaw(
    api.url,
    Buffer.from('GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n'),
    'wait',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
})

test.each(waysIn)('a file without a name at %s is refused with a sentence', async (way) => {
  api = await startApi()
  const headers =
    'Content-Disposition: form-data; filename="cv.pdf"\r\nContent-Type: application/pdf'
  const answer = await api.postParts([{ headers, body: pdf() }], way)
  expect(answer.status).toBe(422)
  expect((await api.kept()).staged).toBe(0)
})
