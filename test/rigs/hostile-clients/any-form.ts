import * as fc from 'fast-check'
import { multipart, type Part } from '#test/support/start-api.ts'
import { anyHeaders, anyText, type Value } from './any-text.ts'
import { boundary, type HostileRequest, request, rightParts, rightType } from './hostile-request.ts'

/** What a body is made of, put where it does not belong. */
const tokens = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  `--${boundary}`,
  `\r\n--${boundary}\r\n`,
  `\r\n--${boundary}--`,
  `\r\n--${boundary.slice(0, 5)}`,
  '--',
  '-',
  '"',
  '\\',
  '\\"',
  ';',
  ':',
  '=',
  ' ',
  '\t'.repeat(50),
  '\0',
  '\xFF\xFE',
  '\xF0\x9F',
  '; filename=',
  '; filename="x.pdf"',
  "; filename*=UTF-8''a%00b",
  '; name="resume"',
  '; name="__proto__"',
  '%0D%0A%22',
  'Content-Disposition: form-data; name="email"\r\n',
  'Content-Type: application/json\r\n',
  'Content-Type: multipart/mixed; boundary=x\r\n',
  'Content-Transfer-Encoding: base64\r\n',
  'x'.repeat(70_000),
]

/** One thing that is done to a right body. */
const anyChange = fc.record({
  what: fc.constantFrom('insert', 'delete', 'repeat', 'overwrite', 'cut'),
  /** Counted in the marks that hold a body together, or in bytes. */
  place: fc.nat(),
  atMark: fc.boolean(),
  length: fc.integer({ min: 1, max: 200 }),
  times: fc.integer({ min: 1, max: 40 }),
  token: fc.constantFrom(...tokens),
})
type Change = Value<typeof anyChange>

const anyType = fc.oneof(
  { weight: 8, arbitrary: fc.constant(rightType) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary="',
      `multipart/form-data; charset=utf-16; boundary="${boundary}"`,
      `multipart/form-data; boundary=${boundary}; boundary=x`,
      `multipart/mixed; boundary=${boundary}`,
      `Multipart/Form-Data;boundary=${boundary}`,
      'multipart/form-data; boundary=-',
      'application/x-www-form-urlencoded',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ maxLength: 80 })
      .map((text) => `multipart/form-data; boundary=${text.replaceAll(/[\r\n]/g, '')}`),
  },
)

/**
 * What is said of the body's length: the truth, so much more or less, that it comes in chunks, or
 * something else.
 */
const anyLength = fc.oneof(
  { weight: 12, arbitrary: fc.constant('true') },
  { weight: 2, arbitrary: fc.integer({ min: -300, max: -1 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 9_000 }) },
  { weight: 2, arbitrary: fc.constant('chunks') },
  { weight: 1, arbitrary: fc.constantFrom('', '-1', '+5', '0', '5, 5', '1e3', '99999999999') },
)

/**
 * Forms that were right before something was done to them, and that arrive in any pieces.
 *
 * @param way in, that they are sent to.
 */
export const anyForm = (way: string) =>
  fc.record({
    values: fc.dictionary(fc.constantFrom(...rightParts(way).map(nameOf)), anyText, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    changes: fc.array(anyChange, { maxLength: 3 }),
    type: anyType,
    lines: anyHeaders,
    length: anyLength,
    /** Where the bytes are cut into pieces. */
    cuts: fc.array(fc.nat(), { maxLength: 4 }),
    pauseMs: fc.constantFrom(undefined, undefined, 0, 1, 4),
  })

type AnyForm = Value<ReturnType<typeof anyForm>>

/** The bytes of such a form. */
export function formBytes(way: string, form: AnyForm): HostileRequest {
  const { values, changes, type, lines, length, cuts, pauseMs } = form
  const parts = rightParts(way).map((part) => ({
    headers: part.headers,
    body: values[nameOf(part)] ?? part.body,
  }))
  const body = changes.reduce(change, multipart(parts, boundary))
  const bytes =
    length === 'chunks'
      ? request(way, inChunks(body, cuts), {
          type,
          length: null,
          lines: ['Transfer-Encoding: chunked', ...lines],
        })
      : request(way, body, { type, lines, length: said(length, body.length) })
  return { pieces: inPieces(bytes, cuts), pauseMs, isCut: typeof length === 'number' && length > 0 }
}

const nameOf = ({ headers }: Part) => / name="([^"]*)"/.exec(headers)?.[1] ?? ''

const said = (length: number | string, truth: number) => {
  if (length === 'true') return truth
  return typeof length === 'number' ? truth + length : length
}

/** What holds a body together. */
const marks = /\r\n|--|[";:=]/g

function change(body: Buffer, { what, place, atMark, length, times, token }: Change): Buffer {
  const found = atMark ? [...body.toString('latin1').matchAll(marks)] : []
  const at = found[place % Math.max(1, found.length)]?.index ?? place % (body.length + 1)
  const [before, after] = [body.subarray(0, at), body.subarray(at)]
  const piece = after.subarray(0, length)
  const inserted = Buffer.from(token, 'latin1')
  const parts = {
    insert: [before, inserted, after],
    delete: [before, after.subarray(length)],
    repeat: [before, ...Array.from({ length: times }, () => piece), after],
    overwrite: [before, inserted, after.subarray(inserted.length)],
    cut: [before],
  }[what]
  return Buffer.concat(parts)
}

function inPieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b)
  return [0, ...places].map((from, number) => bytes.subarray(from, places[number]))
}

const inChunks = (body: Buffer, cuts: readonly number[]) =>
  Buffer.concat([
    ...inPieces(body, cuts)
      .filter(({ length }) => length > 0)
      .flatMap((piece) => [
        Buffer.from(`${piece.length.toString(16)}\r\n`),
        piece,
        Buffer.from('\r\n'),
      ]),
    Buffer.from('0\r\n\r\n'),
  ])
