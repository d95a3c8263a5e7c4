import * as fc from 'fast-check'

/** What an arbitrary generates. */
export type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Generated> ? Generated : never

/** Texts that programs have stumbled over, and any other. */
export const anyText = fc.oneof(
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
export const mostly = <Item>(item: Item, others: fc.Arbitrary<Item>) =>
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
export const anyHeaders = mostly([], anyLines)

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
