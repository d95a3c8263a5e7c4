import { isIP } from 'node:net'
import * as v from 'valibot'

/** What a setting's text may be. Each message follows the setting's name, as a sentence. */

/** @param read returns undefined for a text that it cannot read. */
export const readAs = <Value>(
  read: (text: string) => Value | undefined,
  message: (text: string) => string,
) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value)
      if (value !== undefined) return value
      addIssue({ message: message(dataset.value) })
      return NEVER
    }),
  )

const must = <Value>(what: string, read: (text: string) => Value | undefined) =>
  readAs(read, (text) => `must be ${what}, not "${text}".`)

export const wholeNumber = (min: number, max: number) =>
  must(`a whole number from ${min} to ${max}`, (text) => {
    const number = Number(text)
    return /^\d+$/.test(text) && number >= min && number <= max ? number : undefined
  })

const states = new Map([
  ['on', true],
  ['off', false],
])

export const onOrOff = must('on or off', (text) => states.get(text.toLowerCase()))

export const origin = must('an origin such as https://www.example.org, without a path', (text) => {
  const url = URL.parse(text)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '').toLowerCase()
  return isOrigin ? url.origin : undefined
})

export const webAddress = (example: string) =>
  must(`a web address such as ${example}`, (text) => {
    const url = URL.parse(text)
    const isWebAddress = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
    return isWebAddress ? url.href : undefined
  })

const wordOfAddress = '[^\\s@<>,;:"()\\[\\]\\\\.]+'
const oneAddress = new RegExp(
  `^${wordOfAddress}([.]${wordOfAddress})*@${wordOfAddress}([.]${wordOfAddress})*$`,
)

export const emailAddress = must('one e-mail address such as office@example.org', (text) =>
  oneAddress.test(text) ? text : undefined,
)

/** What a program shows as `Authorization: Bearer` (RFC 6750). The message does not show the wrong text. */
export const token = readAs(
  (text) => (/^[\w.~+/-]{32,}=*$/.test(text) ? text : undefined),
  () =>
    'must be at least 32 letters, digits and signs of - . _ ~ + /; "openssl rand -hex 32" prints one.',
)

/** Texts with commas between them; empty ones are skipped. */
export const listed = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
)

export const calendars = v.pipe(
  listed,
  v.array(
    v.pipe(
      webAddress('https://calendar.example.org'),
      v.transform((address) => address.replace(/\/$/, '')),
    ),
  ),
)

export const scannerAddress = must(
  'where clamd listens, such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl',
  (text) => {
    const url = URL.parse(text)
    if (!url || `${url.username}${url.password}${url.search}${url.hash}` !== '') return undefined
    if (url.protocol === 'unix:' && url.host === '' && /^[/]./.test(url.pathname)) {
      const path = decoded(url.pathname)
      return path === undefined ? undefined : { path }
    }
    return url.protocol === 'tcp:' && url.hostname && /^[/]?$/.test(url.pathname)
      ? { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) }
      : undefined
  },
)

const proxies = 'must list the addresses or ranges of your proxies'

export const addressRanges = v.pipe(
  listed,
  v.array(
    v.pipe(
      v.string(),
      v.check(
        isAddressRange,
        ({ input }) => `${proxies}, such as 127.0.0.1,10.0.0.0/8; "${input}" is neither.`,
      ),
      v.check(
        isNarrow,
        ({ input }) =>
          `${proxies} alone; "${input}" is so wide that anybody's X-Forwarded-For would be believed.`,
      ),
    ),
  ),
)

function isAddressRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/')
  const widest = isIP(address) === 4 ? 32 : 128
  const bitsFit = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= widest)
  return isIP(address) !== 0 && bitsFit && rest.length === 0
}

/** The widest private ranges are 10.0.0.0/8 and fc00::/7 (RFC 1918, RFC 4193). */
function isNarrow(range: string): boolean {
  const [address = '', bits] = range.split('/')
  if (bits === undefined) return true
  if (isIP(address) === 4) return Number(bits) >= 8
  const isMappedIPv4 = URL.parse(`http://[${address}]`)?.hostname.startsWith('[::ffff:')
  return Number(bits) >= (isMappedIPv4 ? 96 + 8 : 7)
}

/** Names of this machine: nothing that is sent to them leaves it. */
export const thisMachine: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])

/** @returns undefined if it cannot be decoded. */
export function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
