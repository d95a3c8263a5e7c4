import { accepted, type HostileCase, often, once, under } from './hostile-case.ts'
import { request, rightBody } from './hostile-request.ts'

const refused = [400]

const targets: HostileCase[] = [
  once('version 1.0', accepted, under({ version: 'HTTP/1.0' })),
  once('version 0.9', [0, 400, 411, 415], () => ({
    pieces: [Buffer.from('POST /apply\r\n\r\n')],
    isCut: true,
  })),
  once('version 2.0', refused, () => ({
    pieces: [Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
  })),
  once('a greeting in TLS', refused, () => ({
    pieces: [Buffer.from('160301020001000001fc0303', 'hex')],
  })),
  once('no host', refused, under({ host: null })),
  once('an empty host', accepted, under({ host: '' })),
  once('a host that is none', accepted, under({ host: 'a@b:99999/"><script>' })),
  once('two hosts', refused, under({ lines: ['Host: evil.example'] })),
  once('a whole address for its target', accepted, (way) => ({
    pieces: [request(`http://evil.example${way}`, rightBody(way))],
  })),
  once('an address that is none for its target', [...accepted, 400, 404], (way) => ({
    pieces: [request(`http://[${way}`, rightBody(way))],
  })),
  once('a star for its target', [400, 404, 405], (way) => ({
    pieces: [request('*', rightBody(way))],
  })),
  once('a method that nobody knows', refused, under({ method: 'APPLY' })),
  once('a method in small letters', refused, under({ method: 'post' })),
  once('the method CONNECT', [0, 400], under({ method: 'CONNECT' })),
  once('the method TRACE', [404, 405], under({ method: 'TRACE' })),
]

const headers: HostileCase[] = [
  once('a wish to be told to go on', accepted, (way) => ({
    pieces: [
      request(way, Buffer.alloc(0), {
        length: rightBody(way).length,
        lines: ['Expect: 100-continue'],
      }),
      rightBody(way),
    ],
    pauseMs: 20,
  })),
  often('a wish that nobody knows', [417], under({ lines: ['Expect: a-miracle'] })),
  once(
    'a wish to upgrade',
    [...accepted, 400],
    under({ lines: ['Connection: Upgrade', 'Upgrade: websocket'] }),
  ),
  once('a header of 9 KB', [431], under({ lines: [`X-Long: ${'x'.repeat(9_000)}`] })),
  once(
    '5,000 headers',
    [431],
    under({ lines: Array.from({ length: 5_000 }, (_, n) => `X-${n}: x`) }),
  ),
  once('a NUL in a header', refused, under({ lines: ['X-Nul: a\0b'] })),
  once('a folded header', [...accepted, 400], under({ lines: ['X-Folded: a', ' b'] })),
  once('line feeds for line breaks in its head', [...accepted, 400], (way) => ({
    pieces: [
      Buffer.from(
        request(way, rightBody(way))
          .toString('latin1')
          .replace(/^[^]*?\r\n\r\n/, (head) => head.replaceAll('\r\n', '\n')),
        'latin1',
      ),
    ],
  })),
  once(
    'a sender who is none',
    accepted,
    under({ lines: [`X-Forwarded-For: ,,[::%25]:x, ${'9.'.repeat(500)}`] }),
  ),
  once('a key of 6 KB', accepted, under({ lines: [`Idempotency-Key: ${'\xFF'.repeat(6_000)}`] })),
  once('an origin that is none', [403], under({ lines: ['Origin: null'] })),
]

const trains: HostileCase[] = [
  once('40 right forms in one train', accepted, (way) => ({
    pieces: [Buffer.concat(Array.from({ length: 40 }, () => request(way, rightBody(way))))],
  })),
  once('a train of right and wrong', [...accepted, 400], (way) => ({
    pieces: [
      Buffer.concat([
        request(way, rightBody(way)),
        request('/', Buffer.alloc(0), { method: 'GET' }),
        request(way, Buffer.from('x')),
        request(way, rightBody(way)),
        Buffer.from('BREW /coffee\r\n\r\n'),
      ]),
    ],
  })),
  once('a request hidden in its body', accepted, (way) => ({
    pieces: [request(way, request(way, rightBody(way)))],
  })),
]

/** What is wrong is the head of the request, or what comes before and after it. */
export const hostileHeads: HostileCase[] = [...targets, ...headers, ...trains]
