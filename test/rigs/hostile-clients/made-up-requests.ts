import * as fc from 'fast-check'
import { multipart, type Part } from '#support/start-api.ts'
import { boundary, type HostileRequest, request, rightParts, rightType } from './raw-http.ts'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '@naic/site/app/routes.ts'

/** What an arbitrary generates. */
type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Generated> ? Generated : never

/** Texts that programs have stumbled over, and any other. */
const anyText = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '\r\n',
    '\u2028',
    '\uFFFE',
    '\u202Eexe.fdp',
    '=?utf-8?q?x?=',
    '%0D%0ASet-Cookie: a=b',
    '__proto__',
    'constructor',
    'toString',
    "'; drop table application; --",
    '<script>alert(1)</script>',
    '{{7*7}}${7*7}',
    'x'.repeat(3_000),
    '💥'.repeat(300),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
)

/** Four times of five `item`, so that not everything is wrong at once. */
const mostly = <Item>(item: Item, others: fc.Arbitrary<Item>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(item) }, { weight: 1, arbitrary: others })

const anyLines = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 9, arbitrary: headerName() },
        { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
      ),
      fc.oneof(
        headerValue(),
        fc.string({ maxLength: 40 }),
        fc.string({ unit: 'binary', maxLength: 40 }),
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((headers) => headers.map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, '')}`))

/** Lines that a head may have besides what it needs; few of them are right. */
const anyHeaders = mostly([], anyLines)

function headerName() {
  return fc.constantFrom(
    'Accept',
    'Accept-Encoding',
    'Connection',
    'Content-Encoding',
    'Cookie',
    'Expect',
    'Host',
    'Idempotency-Key',
    'If-Modified-Since',
    'If-None-Match',
    'Keep-Alive',
    'Origin',
    'Range',
    'Referer',
    'TE',
    'Trailer',
    'Upgrade',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-HTTP-Method-Override',
    '__proto__',
  )
}

function headerValue() {
  return fc.constantFrom(
    '',
    '*',
    'null',
    'close',
    'keep-alive, Upgrade',
    'websocket',
    'h2c',
    '100-continue',
    'gzip;q=0, br;q=0.0, *;q=0',
    'application/vc+ld+json',
    'bytes=0-0,-1,5-',
    'W/"x", *',
    '::1, 10.0.0.1, unknown',
    '[::ffff:127.0.0.1]:80',
    'http://localhost',
    'https://evil.example/%',
    '__proto__=x; constructor=y',
  )
}

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

/** The paths of the pages, as the route table has them. */
const pagePaths = (entries: readonly RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path = '', children = [] }) => [
    `${parent}/${path}`,
    ...pagePaths(children, path && `${parent}/${path}`),
  ])

/** And of everything else that the server answers. */
const otherPaths = [
  '/api/internship/apply',
  '/api/contact',
  '/api/certificates/:id',
  '/api/*',
  '/credentials/:id.json',
  '/credentials/:id.tlog-proof',
  '/credentials/:id.png',
  '/credentials/status/1',
  '/.well-known/did.json',
  '/log/checkpoint',
  '/log/checkpoints',
  '/log/checkpoint/:id',
  '/log/tile/*',
  '/log/tile/0/000',
  '/log/tile/entries/000.p/1',
  '/assets/*',
  '/robots.txt',
  '/sitemap.xml',
  '/share/verification.png',
  '/__manifest',
]

const patterns = [...new Set([...pagePaths(routes), ...otherPaths])]

const encoded = anyText.map((text) => encodeURIComponent(text.toWellFormed()))

/** @param certificateId of a certificate that there is. */
const anySegment = (certificateId: string) =>
  fc.oneof(
    fc.constantFrom(
      certificateId,
      certificateId.toLowerCase(),
      `${certificateId}.ots`,
      '1',
      '12',
      '13',
      '1.ots',
      '007',
      '1e3',
      '99999999999999999999',
      '-1',
      '.',
      '..',
      '...',
      '%',
      '%2',
      '%zz',
      '%00',
      '%2e%2e',
      '%2F',
      '%5C..%5C',
      '%25',
      '%E0%A4%A',
      '%C0%AF',
      '%F0%9F%92%A9',
      '%0D%0ASet-Cookie:a=b',
      '\\..\\',
      'é',
      ';x=y',
      '*',
      ':id',
      '[',
      '|`{}^"<>',
      '.data',
      '_root.data',
      '.json',
      'evil.example',
      'x000/x001/002.p/255',
      'a'.repeat(7_000),
      '/'.repeat(500),
      '../'.repeat(300),
    ),
    anyText,
    encoded,
    encoded,
  )

const befores = '/ //evil.example /. /.. http://localhost http://[ HTTPS://a:99999 http://a@b x'
const afters = '/ // .data /.data /_.data .html /index.html %2f .br #x ? %'
const methods = 'HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND M-SEARCH QUERY get G'
const parameters = 'q category domain id after _routes _data index paths p version __proto__'

const oneOf = (words: string) => fc.constantFrom(...words.split(' '))

/** A request for any address, by any method. @param certificateId of a certificate that there is. */
export function anyAddress(certificateId: string) {
  const segment = anySegment(certificateId)
  const value = fc.oneof(oneOf('Data%20Science Data+Science python 0 1'), segment)
  return fc.record({
    pattern: fc.constantFrom(...patterns),
    segment,
    before: mostly('', oneOf(befores)),
    after: mostly('', fc.oneof(oneOf(afters), segment)),
    isShouted: mostly(false, fc.constant(true)),
    query: fc.array(fc.tuple(fc.oneof(oneOf(parameters), encoded), value), { maxLength: 3 }),
    method: mostly('GET', oneOf(methods)),
    version: mostly('HTTP/1.1', mostly('HTTP/1.0', oneOf('HTTP/2.0 HTTP/1.9 HTTP'))),
    body: mostly('', fc.constantFrom('x', '{}', '0\r\n\r\n')),
    lines: anyHeaders,
  })
}

/** The bytes of such a request. */
export function addressBytes(address: Value<ReturnType<typeof anyAddress>>): HostileRequest {
  const { pattern, segment, before, after, isShouted, query, method, version, body, lines } =
    address
  const path = pattern.replace(/:id\??|\*/, () => segment)
  const search = query.map(([name, value]) => `${name}=${value}`).join('&')
  const target = `${before}${isShouted ? path.toUpperCase() : path}${after}${search && `?${search}`}`
  const utf8 = Buffer.from(target).toString('latin1')
  const length = body === '' ? null : undefined
  const head = { method, version, lines, ...(length === null ? { length, type: null } : {}) }
  return { pieces: [request(utf8, Buffer.from(body), head)], isHead: method === 'HEAD' }
}
