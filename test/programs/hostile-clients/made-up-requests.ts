import * as fc from 'fast-check'
import sampleCertificates from '@naic/content/sample-certificates.json' with { type: 'json' }
import { sitePaths, unlistedPaths } from '@naic/content/site-map.ts'
import { boundary, multipart, rightType } from '#support/start-api.ts'
import { type HostileRequest, request, rightParts, waysIn } from '#support/raw-http.ts'

/** Texts that programs have stumbled over, and any other. */
const anyText = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '\r\n',
    '\u2028',
    '\u202Eexe.fdp',
    '=?utf-8?q?x?=',
    '%0D%0ASet-Cookie: a=b',
    '__proto__',
    'constructor',
    "'; drop table application; --",
    '<script>alert(1)</script>',
    'x'.repeat(3_000),
    '💥'.repeat(300),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

/** Four times of five `item`, so that not everything is wrong at once. */
const mostly = <Item>(item: Item, others: fc.Arbitrary<Item>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(item) }, { weight: 1, arbitrary: others })

const headerNames =
  'Accept Accept-Encoding Connection Content-Encoding Cookie Expect Host Idempotency-Key If-Modified-Since If-None-Match Origin Range Referer TE Trailer Upgrade X-Forwarded-For X-Forwarded-Host X-HTTP-Method-Override __proto__'
const headerValues =
  '* null close websocket h2c 100-continue gzip;q=0,br;q=0.0,*;q=0 application/vc+ld+json bytes=0-0,-1,5- W/"x",* ::1,unknown http://localhost https://evil.example/% __proto__=x'

const oneOf = (words: string) => fc.constantFrom(...words.split(' '))

/** Lines that a head may have besides what it needs; few of them are right. */
const anyLines = mostly(
  [],
  fc.array(
    fc
      .tuple(oneOf(headerNames), fc.oneof(oneOf(headerValues), fc.string({ unit: 'binary' })))
      .map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, '')}`),
    { minLength: 1, maxLength: 3 },
  ),
)

/** What a body is made of, put where it does not belong. */
const tokens = [
  '\r\n',
  '\r\n\r\n',
  `\r\n--${boundary}\r\n`,
  `\r\n--${boundary}--`,
  `\r\n--${boundary.slice(0, 5)}`,
  '"',
  '\\"',
  ';',
  ':',
  '\t'.repeat(50),
  '\0',
  '\xF0\x9F',
  "; filename*=UTF-8''a%00b",
  '; name="resume"',
  '; name="__proto__"',
  'Content-Disposition: form-data; name="email"\r\n',
  'Content-Type: multipart/mixed; boundary=x\r\n',
  'Content-Transfer-Encoding: base64\r\n',
  'x'.repeat(70_000),
]

const anyChange = fc.record({
  what: fc.constantFrom('insert', 'delete', 'repeat', 'overwrite', 'cut'),
  place: fc.nat(),
  length: fc.integer({ min: 1, max: 200 }),
  times: fc.integer({ min: 1, max: 40 }),
  token: fc.constantFrom(...tokens),
})

type Change = typeof anyChange extends fc.Arbitrary<infer Made> ? Made : never

const wrongTypes = `multipart/form-data multipart/form-data;boundary=" multipart/mixed;boundary=${boundary} multipart/form-data;boundary=${boundary};boundary=x multipart/form-data;boundary=- application/x-www-form-urlencoded`

/** Forms that were right before something was done to them, and that arrive in any pieces. */
const anyForm = fc
  .record({
    way: fc.constantFrom(...waysIn),
    text: mostly(undefined, anyText),
    changes: fc.array(anyChange, { maxLength: 3 }),
    type: mostly(rightType, oneOf(wrongTypes)),
    lines: anyLines,
    /** How much more or less is announced than comes. */
    off: mostly(0, fc.integer({ min: -300, max: 9_000 })),
    cuts: fc.array(fc.nat(), { maxLength: 4 }),
    pauseMs: fc.constantFrom(undefined, 0, 4),
  })
  .map(({ way, text, changes, type, lines, off, cuts, pauseMs }): HostileRequest => {
    const parts = rightParts(way).map((part, at) =>
      at === 1 && text !== undefined ? Object.assign(part, { body: text }) : part,
    )
    const body = changes.reduce(change, multipart(parts, boundary))
    const bytes = request(way, body, { type, lines, length: body.length + off })
    const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b)
    const pieces = [0, ...places].map((from, at) => bytes.subarray(from, places[at]))
    return { pieces, pauseMs, isCut: off > 0 }
  })

function change(body: Buffer, { what, place, length, times, token }: Change): Buffer {
  const at = place % (body.length + 1)
  const [before, after] = [body.subarray(0, at), body.subarray(at)]
  const inserted = Buffer.from(token, 'latin1')
  const parts = {
    insert: [before, inserted, after],
    delete: [before, after.subarray(length)],
    repeat: [before, ...Array.from({ length: times }, () => after.subarray(0, length)), after],
    overwrite: [before, inserted, after.subarray(inserted.length)],
    cut: [before],
  }[what]
  return Buffer.concat(parts)
}

/** What the server answers besides pages without a parameter. */
const otherPaths =
  '/internships/:id /verify/:id /api/certificates/:id /api/* /credentials/:id.json /credentials/:id.tlog-proof /credentials/:id.png /credentials/status/1 /.well-known/did.json /log/checkpoints /log/checkpoint/:id /log/tile/* /log/tile/entries/000.p/1 /assets/* /robots.txt /sitemap.xml'

const patterns = [...new Set([...sitePaths, ...unlistedPaths, ...otherPaths.split(' ')])]

const [{ id: sample } = { id: '' }] = sampleCertificates
const segments = `${sample} ${sample.toLowerCase()} ${sample}.ots 1 13 1.ots 007 1e3 99999999999999999999 -1 . .. ... % %2 %zz %00 %2e%2e %2F %5C..%5C %E0%A4%A %C0%AF %F0%9F%92%A9 %0D%0ASet-Cookie:a=b \\..\\ é ;x=y * :id [ |\`{}^"<> .data _root.data .json x000/x001/002.p/255`
const anySegment = fc.oneof(
  oneOf(segments),
  fc.constantFrom('a'.repeat(7_000), '/'.repeat(500), '../'.repeat(300)),
  anyText,
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
)

const befores = '/ //evil.example /. /.. http://localhost http://[ HTTPS://a:99999 x'
const afters = '/ // .data /_.data .html /index.html %2f .br #x ? %'
const methods = 'HEAD POST PUT DELETE OPTIONS TRACE CONNECT PROPFIND QUERY get G'
const parameters = 'q category domain id after _routes _data index path __proto__'

const anyAddress = fc
  .record({
    pattern: fc.constantFrom(...patterns),
    segment: anySegment,
    before: mostly('', oneOf(befores)),
    after: mostly('', fc.oneof(oneOf(afters), anySegment)),
    query: fc.array(fc.tuple(oneOf(parameters), anySegment), { maxLength: 3 }),
    method: mostly('GET', oneOf(methods)),
    version: mostly('HTTP/1.1', oneOf('HTTP/1.0 HTTP/2.0 HTTP/1.9 HTTP')),
    body: mostly('', fc.constantFrom('x', '{}', '0\r\n\r\n')),
    lines: anyLines,
  })
  .map(({ pattern, segment, before, after, query, body, ...head }): HostileRequest => {
    const search = query.map(([name, value]) => `${name}=${value}`).join('&')
    const path = pattern.replace(/:id\??|\*/, () => segment)
    const target = Buffer.from(`${before}${path}${after}${search && `?${search}`}`)
    const rest = body === '' ? { ...head, length: null, type: null } : head
    const bytes = request(target.toString('latin1'), Buffer.from(body), rest)
    return { pieces: [bytes], isHead: head.method === 'HEAD' }
  })

export const anyRequest = fc.oneof(anyForm, anyAddress)
