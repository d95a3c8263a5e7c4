import type { RouteConfigEntry } from '@react-router/dev/routes'
import * as fc from 'fast-check'
import routes from '#app/routes.ts'
import { anyHeaders, anyText, mostly, type Value } from './any-text.ts'
import { type HostileRequest, request } from './hostile-request.ts'

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
