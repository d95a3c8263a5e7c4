import { resumePart, textPart } from '#support/ashas-form.ts'
import { pdf } from '#support/resumes.ts'
import { boundary, multipart, type Part } from '#support/start-api.ts'
import {
  type Head,
  type HostileRequest,
  request,
  rightBody,
  rightParts,
} from '#support/raw-http.ts'

/** Something that nobody honest sends; what may be answered first, where 0 is a connection that is closed. */
type Row = [what: string, statuses: readonly number[], requestTo: (way: string) => HostileRequest]

/** What a page and the API answer where they keep what was sent. */
const accepted = [200, 201]
const refused = [400]
const malformed = [422]
/** Node's parser, or ours, takes it for a body without a length. */
const noLength = [400, 411]
const megabyte = 1024 * 1024

/** A right body under a head that is not. */
const under =
  (head: Head) =>
  (way: string): HostileRequest => ({ pieces: [request(way, rightBody(way), head)] })
const withLine = (line: string) => under({ lines: [line] })

/** In place of the body, whatever its head says of it. */
const asBody =
  (body: string, head: Head = {}) =>
  (way: string): HostileRequest => ({ pieces: [request(way, Buffer.from(body, 'latin1'), head)] })

/** A right body within something else. */
const around =
  (before: string, after: (way: string) => Buffer | string) =>
  (way: string): HostileRequest => ({
    pieces: [
      request(
        way,
        Buffer.concat([before, rightBody(way), after(way)].map((one) => Buffer.from(one))),
      ),
    ],
  })

/** A right body to which parts are added, before its own. */
const withParts =
  (parts: readonly Part[]) =>
  (way: string): HostileRequest => ({
    pieces: [request(way, multipart([...parts, ...rightParts(way)], boundary))],
  })

const inChunks =
  (trailer: string, length: number | null) =>
  (way: string): HostileRequest => {
    const body = rightBody(way).toString('latin1')
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n${trailer}\r\n`
    return asBody(chunks, { length, lines: ['Transfer-Encoding: chunked'] })(way)
  }

/** In two pieces, the second of which comes when a parser may have given up already. */
const endInHeader = (way: string): HostileRequest => {
  const right = rightBody(way)
  const inHeader = right.indexOf('form-data; name="message"')
  const rest = multipart([resumePart('cv.pdf', pdf(200_000))], boundary)
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  const whole = request(way, Buffer.concat([right.subarray(0, inHeader), end, rest]))
  const half = whole.indexOf(end) + 10
  return { pieces: [whole.subarray(0, half), whole.subarray(half)], pauseMs: 5 }
}

export const oftenSent: Row[] = [
  ['4,000 parts', malformed, withParts(Array.from({ length: 4_000 }, () => textPart('x', 'x')))],
  ['an end in the middle of a header', malformed, endInHeader],
  [
    'a length that is too long',
    [0, 400, 422],
    (way) => ({ ...under({ length: rightBody(way).length + 100 })(way), isCut: true }),
  ],
]

const nearBoundaries = `\r\n--${boundary.slice(0, -1)}`.repeat(80_000)
const endlessHeader = { headers: `X: ${'a'.repeat(megabyte)}`, body: '' }

/** What is in it costs time or memory, or may be taken for something else. */
const bodies: Row[] = [
  ['nothing but near boundaries', malformed, asBody(nearBoundaries)],
  ['a header that never ends', malformed, withParts([endlessHeader])],
  ['a preamble of 2 MB', accepted, around(`${'p'.repeat(2 * megabyte)}\r\n`, () => '')],
  ['an epilogue of 2 MB', accepted, around('', () => Buffer.alloc(2 * megabyte, 'e'))],
  ['a file of 12 MB', [400, 422], withParts([resumePart('cv.pdf', Buffer.alloc(12 * megabyte))])],
]

/** What is wrong is not the form, but how its end is told. */
const framing: Row[] = [
  ['two lengths', refused, withLine('Content-Length: 5')],
  ['chunks with trailers', noLength, inChunks('Content-Length: 5\r\n', null)],
  ['a length as well as chunks', refused, inChunks('', 5)],
  ['a compressed body', [...accepted, 415, 422], withLine('Content-Encoding: gzip')],
]

const train =
  (requestsTo: (way: string) => Buffer[]) =>
  (way: string): HostileRequest => ({ pieces: [Buffer.concat(requestsTo(way))] })

const rightForm = (way: string) => request(way, rightBody(way))
const rightAndWrong = (way: string) => [
  rightForm(way),
  request('/', Buffer.alloc(0), { method: 'GET' }),
  request(way, Buffer.from('x')),
  Buffer.from('BREW /coffee\r\n\r\n'),
]

/** What is wrong is the head of the request, or what comes before and after it. */
const heads: Row[] = [
  ['a host that is none', accepted, under({ host: 'a@b:99999/"><script>' })],
  [
    'a whole address for its target',
    accepted,
    train((way) => [rightForm(`http://evil.example${way}`)]),
  ],
  ['a wish to be told to go on', accepted, withLine('Expect: 100-continue')],
  ['a header of 9 KB', [431], withLine(`X-Long: ${'x'.repeat(9_000)}`)],
  ['40 right forms in one train', accepted, train((way) => Array(40).fill(rightForm(way)))],
  ['a train of right and wrong', [...accepted, 400], train(rightAndWrong)],
  ['a request hidden in its body', accepted, train((way) => [request(way, rightForm(way))])],
]

/** Asked for by GET, unless the head says otherwise. What is sent back may be a page, but no fault of ours. */
export const hostileAddresses: [target: string, status: number, head?: Head][] = [
  ['/%', 404],
  ['/verify/%zz', 404],
  ['/api/certificates/%E0%A4%A', 404],
  ['/credentials/..%5C..%2F%00.json', 404],
  ['/log/tile/entries/../../../keys', 404],
  ['/assets/%2e%2e%2f%2e%2e%2fpackage.json', 404],
  ['//evil.example/about', 404],
  ['http://[', 404],
  ['/internships?q=%E0%A4%A&category=__proto__&__proto__=x', 200],
  ['/about', 0, { method: 'CONNECT' }],
  ['/about', 400, { method: 'get' }],
  ['/about', 200, { version: 'HTTP/2.0' }],
  ['/about', 200, { lines: ['Range: bytes=0-0,-1,5-', 'If-None-Match: W/"x",*', 'Upgrade: h2c'] }],
]

export const hostileCases = [...oftenSent, ...bodies, ...framing, ...heads]
