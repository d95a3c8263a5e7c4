import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asha, ashasParts } from '#support/ashas-form.ts'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { pdf } from '#support/resumes.ts'
import { RawConnection } from '#support/run-server.ts'
import { applyApi, boundary, multipart } from '#support/start-api.ts'
import { attacker, readAnswers, request, rightBody, waysIn } from '#support/raw-http.ts'
import { WatchedSite } from '#support/watched-site.ts'

/** Somebody who begins, and then says too little, or nothing. */
type SlowSender = {
  kind: string
  count: number
  begin: (number: number) => Buffer | string
  /** Said again and again, as long as the connection is open. */
  goOn?: { bytes: string; everyMs: number }
}

const wayOf = (number: number) => waysIn[number % waysIn.length] as string
const megabyte = 1024 * 1024

/** A body of which the first 400 bytes are there, and as much was announced as is honest. */
const begunForm = (from: string) => (number: number) =>
  request(wayOf(number), rightBody(wayOf(number)).subarray(0, 400), {
    length: 2 * megabyte,
    from,
  })

/**
 * 20 s without enough of a body (`leastPace`), and 2 s for the last words; 10 s for a head (`headersTimeout`), or
 * without a request (`keepAliveTimeout`). The rest is for a busy machine, but for less than the minute after which
 * a silent connection is closed in any case.
 */
const closedWithinMs = 55_000

/** Together they have 220 of the 300 places that there are (form-guards.ts). */
const senders: SlowSender[] = [
  { kind: 'uploads that stall', count: 300, begin: begunForm('203.0.113.67') },
  {
    kind: 'uploads that trickle',
    count: 20,
    begin: begunForm('203.0.113.68'),
    goOn: { bytes: 'x'.repeat(50), everyMs: 500 },
  },
  {
    kind: 'pages asked for with a body that never ends',
    count: 300,
    begin: (number) =>
      request(
        ['/', '/api/nothing', '/verify/X', '/assets/x'][number % 4] as string,
        Buffer.from('5\r\nxxxxx\r\n'),
        number % 2
          ? { method: 'GET', length: megabyte }
          : { method: 'GET', length: null, lines: ['Transfer-Encoding: chunked'] },
      ),
    goOn: { bytes: '5\r\nxxxxx\r\n', everyMs: 100 },
  },
  {
    kind: 'wishes that nobody knows with a body that never ends',
    count: 20,
    begin: (number) =>
      request(wayOf(number), Buffer.from('x'), { length: megabyte, lines: ['Expect: a-miracle'] }),
    goOn: { bytes: 'x', everyMs: 500 },
  },
  {
    kind: 'forms to no address that stall',
    count: 20,
    begin: () => request('/api/nothing', Buffer.from('x'), { length: megabyte }),
  },
  { kind: 'half a request line', count: 100, begin: () => 'GET /intern' },
  {
    kind: 'headers that trickle',
    count: 50,
    begin: () => 'POST /apply HTTP/1.1\r\nHost: localhost\r\n',
    goOn: { bytes: 'X: y\r\n', everyMs: 500 },
  },
  { kind: 'connections without a word', count: 100, begin: () => '' },
  {
    kind: 'connections without a second word',
    count: 200,
    begin: () => 'GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n',
  },
]

const sendSlowly = (url: string) =>
  Promise.all(
    senders.flatMap((sender) =>
      Array.from({ length: sender.count }, (_, number) => beOneOf(sender, number, url)),
    ),
  )

/** @throws if it is waited for longer than it should be. */
async function beOneOf({ kind, begin, goOn }: SlowSender, number: number, url: string) {
  const connection = await RawConnection.open(url, begin(number))
  const more = goOn && setInterval(() => connection.send(goOn.bytes), goOn.everyMs)
  try {
    const isClosed = await connection.closedWithin(closedWithinMs)
    const [answer] = readAnswers(connection.heard)
    if (!isClosed) throw new Error(`Number ${number} of "${kind}" was not closed in time.`)
    if (answer && answer.status >= 500 && answer.status !== 503) {
      throw new Error(`Number ${number} of "${kind}" was answered ${answer.status}.`)
    }
  } finally {
    clearInterval(more)
    connection.socket.destroy()
  }
}

/** An application from the edge of the network. @returns what it was answered. */
async function sendSteadily(url: string, resumeBytes: number, bytesPerSecond: number) {
  const parts = ashasParts({}, pdf(resumeBytes))
  const head = { from: '198.51.100.2', lines: ['Connection: close'] }
  const bytes = request(applyApi, multipart(parts, boundary), head)
  const connection = await RawConnection.open(url)
  for (let at = 0; at < bytes.length; at += bytesPerSecond / 2) {
    connection.send(bytes.subarray(at, at + bytesPerSecond / 2))
    await sleep(500)
  }
  await connection.closedWithin(300_000)
  return readAnswers(connection.heard)[0]?.status
}

/** Uploads that end with a reset, each at another moment; so many of them at a time. */
const resetInTheMiddle = (url: string) =>
  Promise.all(
    Array.from({ length: 30 }, async (_, first) => {
      for (let number = first; number < 500; number += 30) {
        const body = rightBody(wayOf(number))
        const sent = body.subarray(0, Math.floor((body.length * (number % 100)) / 100))
        const head = { length: body.length, from: '203.0.113.69' }
        const connection = await RawConnection.open(url, request(wayOf(number), sent, head))
        await sleep(number % 20)
        connection.socket.resetAndDestroy()
      }
    }),
  )

type Held = { connection: RawConnection; rest: Buffer }

/** Sends right forms from one address but for their last bytes: all are under way at once. */
function holdForms(url: string, way: string, count: number, from: string): Promise<Held[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const right = rightBody(way).toString('latin1')
      const body = Buffer.from(right.replace(asha.email, `${number}.${from}@example.com`), 'latin1')
      const lines = ['Connection: close', 'Expect: 100-continue']
      const bytes = request(way, body, { from, lines })
      const connection = await RawConnection.open(url)
      const most = bytes.length - 100
      connection.send(bytes.subarray(0, most))
      // From then on it has a place.
      await expect.poll(() => connection.answer).toContain('100 Continue')
      return { connection, rest: bytes.subarray(most) }
    }),
  )
}

/** Sends what is left of them. @returns what each was answered. */
function letGo(held: readonly Held[]) {
  return Promise.all(
    held.map(async ({ connection, rest }) => {
      connection.send(rest)
      await connection.closedWithin(120_000)
      connection.socket.destroy()
      return readAnswers(connection.heard).at(-1)?.status
    }),
  )
}

let watched: WatchedSite
let honest: CrowdOfApplicants
beforeAll(async () => {
  watched = await WatchedSite.start()
  honest = new CrowdOfApplicants(watched.site.url, 3, { pauseMs: 150 })
})
afterAll(async () => {
  await honest.leave()
  await watched.stop()
})

test('nobody who sends too slowly or not at all is waited for, and who sends steadily is', async () => {
  const { url } = watched.site
  const [, steady] = await Promise.all([
    sendSlowly(url),
    sendSteadily(url, 150_000, 10_000),
    resetInTheMiddle(url),
  ])
  expect(steady).toBe(201)
  await honest.serve(20)
  expect(honest.others).toEqual([])
})

test.each([applyApi, '/api/contact/'])(
  'all 300 places are free afterwards for %s, 200 for one address, and not one more',
  async (way) => {
    const { url } = watched.site
    await honest.leave()
    // Of a network from which no whole form has come, fewer are taken.
    for (const from of [attacker, '203.0.113.67']) {
      await watched.send({ pieces: [request(way, rightBody(way), { from })] })
    }
    const held = await holdForms(url, way, 200, attacker)
    held.push(...(await holdForms(url, way, 100, '203.0.113.67')))
    const oneMore = request(way, Buffer.alloc(0), { length: 100, from: '198.51.100.1' })
    const [refusal] = await watched.send({ pieces: [oneMore], isCut: true })
    expect(refusal?.status).toBe(503)
    const statuses = await letGo(held)
    expect(statuses.filter((status) => status !== 201)).toEqual([])
  },
)

test('the server has lost no application, and leaves no file that nobody needs', async () => {
  expect(await lostOf(watched.site, honest.acknowledged)).toEqual([])
  await watched.expectNothingLeft()
  expect(watched.site.output).not.toMatch(/^\{"level":[56]0/m)
  expect(await watched.site.finish()).toBe(0)
  expect(await watched.leftFiles()).toEqual([])
})
