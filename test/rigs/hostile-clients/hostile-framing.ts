import { accepted, type HostileCase, often, once, under } from './hostile-case.ts'
import { type HostileRequest, request, rightBody } from './hostile-request.ts'

type Head = Parameters<typeof request>[2]

/** In place of the body, whatever its head says of it. */
const asBody =
  (body: string, head: Head) =>
  (way: string): HostileRequest => ({
    pieces: [request(way, Buffer.from(body, 'latin1'), head)],
  })

const chunked = (way: string, extension = '', trailer = '') => {
  const body = rightBody(way)
  return Buffer.concat([
    Buffer.from(`${body.length.toString(16)}${extension}\r\n`),
    body,
    Buffer.from(`\r\n0\r\n${trailer}\r\n`),
  ])
}
const inChunks =
  (extension = '', trailer = '') =>
  (way: string): HostileRequest => ({
    pieces: [
      request(way, chunked(way, extension, trailer), {
        length: null,
        lines: ['Transfer-Encoding: chunked'],
      }),
    ],
  })

const encoded =
  (line: string, length: number | null = null) =>
  (way: string): HostileRequest => ({
    pieces: [request(way, chunked(way), { length, lines: [line] })],
  })

const refused = [400]
/** Node's parser, or ours, takes it for a body without a length. */
const noLength = [400, 411]

const lengths: HostileCase[] = [
  once('a length that is too short', [400, 422], (way) =>
    under({ length: rightBody(way).length - 100 })(way),
  ),
  often('a length that is too long', [0, 400, 422], (way) => ({
    ...under({ length: rightBody(way).length + 100 })(way),
    isCut: true,
  })),
  once('no length', [411], asBody('', { length: null })),
  once('a negative length', refused, under({ length: -1 })),
  once('a length with a sign', refused, under({ length: '+10' })),
  once('a length in hexadecimals', refused, under({ length: '0x10' })),
  once('a length beyond all numbers', [400, 413], under({ length: '9'.repeat(30) })),
  once('a length of 40 MB and more', [413], under({ length: 41_943_041 })),
  once('two lengths', refused, under({ lines: ['Content-Length: 5'] })),
  once('the same length twice', refused, (way) =>
    under({ lines: [`Content-Length: ${rightBody(way).length}`] })(way),
  ),
  once('a list of lengths', refused, under({ length: '5, 5' })),
]

const encodings: HostileCase[] = [
  once('chunks', [411], inChunks()),
  once('chunks with extensions', [411], inChunks(';name="value";x=y')),
  once('a chunk with an endless extension', [400, 411, 413], inChunks(`;${'x'.repeat(200_000)}`)),
  once(
    'chunks with trailers',
    noLength,
    inChunks('', 'Content-Length: 5\r\nHost: evil.example\r\n'),
  ),
  once(
    'a chunk of negative size',
    noLength,
    asBody('-5\r\nhello\r\n0\r\n\r\n', {
      length: null,
      lines: ['Transfer-Encoding: chunked'],
    }),
  ),
  once(
    'a chunk beyond all numbers',
    noLength,
    asBody('fffffffffffffffff\r\nx', {
      length: null,
      lines: ['Transfer-Encoding: chunked'],
    }),
  ),
  once('a length as well as chunks', refused, encoded('Transfer-Encoding: chunked', 5)),
  once('a coding that nobody knows', noLength, encoded('Transfer-Encoding: xchunked')),
  once('two codings', noLength, encoded('Transfer-Encoding: gzip, chunked')),
  once('chunks that are not last', noLength, encoded('Transfer-Encoding: chunked, identity')),
  once('a space before a colon', refused, encoded('Transfer-Encoding : chunked')),
  once('a compressed body', [...accepted, 415, 422], under({ lines: ['Content-Encoding: gzip'] })),
]

/** What is wrong is not the form, but how its end is told. */
export const hostileFraming: HostileCase[] = [...lengths, ...encodings]
