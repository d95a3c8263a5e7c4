import { resumePart, textPart } from '#test/support/ashas-form.ts'
import { pdf } from '#test/support/resumes.ts'
import { multipart } from '#test/support/start-api.ts'
import { accepted, type HostileCase, often, once, rewritten, withParts } from './hostile-case.ts'
import { boundary, type HostileRequest, request, rightBody, rightType } from './hostile-request.ts'

const megabyte = 1024 * 1024
const malformed = [422]
const wrongField = [400]

/** A right body within something else, under a Content-Type that may be wrong. */
const around =
  (before: Buffer | string, after: Buffer | string, type: string | null = rightType) =>
  (way: string): HostileRequest => ({
    pieces: [
      request(way, Buffer.concat([Buffer.from(before), rightBody(way), Buffer.from(after)]), {
        type,
      }),
    ],
  })
const typed = (type: string | null) => around('', '', type)

const bytes =
  (body: Buffer | string) =>
  (way: string): HostileRequest => ({
    pieces: [request(way, Buffer.from(body))],
  })

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

const boundaries: HostileCase[] = [
  once('no type', [415], typed(null)),
  once('the type of JSON', [415], typed('application/json')),
  often('no boundary', malformed, typed('multipart/form-data')),
  once('an empty boundary', malformed, typed('multipart/form-data; boundary=')),
  often('a boundary that is a quotation mark', malformed, typed('multipart/form-data; boundary="')),
  once(
    'a quoted boundary that is not closed',
    malformed,
    typed(`multipart/form-data; boundary="${boundary}`),
  ),
  once('another boundary', malformed, typed('multipart/form-data; boundary=another')),
  once('its boundary in capitals', malformed, typed(rightType.toUpperCase())),
  once('two boundaries', [...accepted, 422], typed(`${rightType}; boundary=another`)),
  once(
    'a boundary of 5,000 letters',
    malformed,
    typed(`multipart/form-data; boundary=${'b'.repeat(5_000)}`),
  ),
  once('a quoted boundary', accepted, typed(`multipart/form-data; boundary="${boundary}"`)),
]

const wholeBodies: HostileCase[] = [
  once('nothing in it', [400, 422], bytes('')),
  once('nothing but boundaries', malformed, bytes(`--${boundary}\r\n`.repeat(6_000))),
  once('nothing but an end', wrongField, bytes(`--${boundary}--\r\n`)),
  once('nothing but hyphens', malformed, bytes('-'.repeat(megabyte))),
  once('nothing but line breaks', malformed, bytes('\r\n'.repeat(megabyte / 2))),
  once(
    'nothing but near boundaries',
    malformed,
    bytes(`\r\n--${boundary.slice(0, -1)}`.repeat(80_000)),
  ),
  once(
    'a megabyte of spaces behind a boundary',
    malformed,
    bytes(`--${boundary}${' '.repeat(megabyte)}`),
  ),
  once('a preamble of 8 MB', accepted, around(`${'p'.repeat(8 * megabyte)}\r\n`, '')),
  once('an epilogue of 8 MB', accepted, around('', Buffer.alloc(8 * megabyte, 'e'))),
  once('a second form behind its end', accepted, (way) => around('', rightBody(way))(way)),
  once(
    'no end',
    malformed,
    rewritten((body) => body.slice(0, -boundary.length - 8)),
  ),
  often('an end in the middle of a header', malformed, endInHeader),
  once(
    'line feeds for line breaks',
    malformed,
    rewritten((body) => body.replaceAll('\r\n', '\n')),
  ),
  once(
    'carriage returns for line breaks',
    malformed,
    rewritten((body) => body.replaceAll('\r\n', '\r')),
  ),
  once('a file of 36 MB', [400, 422], (way) =>
    withParts([resumePart('cv.pdf', Buffer.alloc(36 * megabyte, 'f'))])(way),
  ),
  once('a text of 4 MB', [400, 422], withParts([textPart('message', 'm'.repeat(4 * megabyte))])),
]

export const hostileBodies: HostileCase[] = [...boundaries, ...wholeBodies]
