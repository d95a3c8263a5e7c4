import { createPrivateKey, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import * as v from 'valibot'

/** What a setting's text may be. Each message goes on after the setting's name, as a sentence. */

/** @param read undefined for what it cannot read. */
const readAs = <Value>(
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

/** Texts with commas between them; what is empty is passed over. */
const listed = v.pipe(
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

/** The message must not show what is wrong: a password may be in it. */
export const mailRelay = readAs(
  mailRelayOf,
  () =>
    'must name a mail relay, such as smtp://relay.example.org or smtps://USER@relay.example.org:465, with signs other than letters and digits in USER as %40 and the like, and nothing after it but ?requireTLS=true.',
)

/** The port is the one for handing in mail: 587, and 465 for TLS from the first byte on (RFC 8314). */
function mailRelayOf(text: string) {
  const url = URL.parse(text)
  const user = decoded(url?.username ?? '')
  const password = decoded(url?.password ?? '')
  if (!url || !/^smtps?:$/.test(url.protocol) || !/^[/]?$/.test(url.pathname)) return undefined
  if (!url.hostname || url.hash || user === undefined || password === undefined) return undefined
  if (!/^([?]requireTLS=(true|false))?$/.test(url.search) || (password && !user)) return undefined
  const host = decoded(url.hostname)?.replace(/^\[|\]$/g, '')
  if (!host || !/^[\w.:-]+$/.test(host) || url.port === '0') return undefined
  const secure = url.protocol === 'smtps:'
  return {
    host,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    isTlsRequired: url.search === '?requireTLS=true',
    user,
    password,
  }
}

/** Names of this machine, by which nothing leaves it. */
export const thisMachine: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])

/** The message must not show what is wrong: a secret may be in it. */
export const bucket = readAs(
  bucketOf,
  () =>
    'must name a bucket, such as s3://BUCKET/PREFIX?region=ap-south-1, or s3://BUCKET?endpoint=https://s3.example.org for a store elsewhere than at AWS, in letters, digits, dots and hyphens, without a password; the endpoint must be https unless it is on this machine.',
)

/**
 * Names of buckets are those of AWS, which every store takes. In the prefix nothing needs to be
 * encoded, which stores do in various ways.
 */
function bucketOf(text: string) {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) {
    return undefined
  }
  const { hostname: name, pathname, searchParams } = url
  const names = [...searchParams.keys()]
  const areKnown = names.every((known) => known === 'region' || known === 'endpoint')
  if (!areKnown || new Set(names).size < names.length) return undefined
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return undefined
  const parts = pathname.split('/').filter((part) => part !== '')
  if (!parts.every((part) => /^[\w-][\w.-]*$/.test(part))) return undefined
  const [region, given] = [searchParams.get('region'), searchParams.get('endpoint')]
  const endpoint = given === null ? undefined : storeOrigin(given)
  if ((given !== null && !endpoint) || (region !== null && !/^[a-z0-9-]+$/.test(region))) {
    return undefined
  }
  return {
    name,
    prefix: parts.map((part) => `${part}/`).join(''),
    region: region ?? undefined,
    endpoint,
  }
}

/** What goes over a network that anybody can read must not be resumes. */
function storeOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && thisMachine.has(url.hostname))
  return isSafe && url.origin === text.replace(/\/$/, '').toLowerCase() ? url.origin : undefined
}

/** The message must not show what is wrong: a password may be in it. */
export const databaseAddress = readAs(
  databaseAddressOf,
  () =>
    'must name a PostgreSQL database and its user, such as postgres://USER@db.example.org/naic, with signs other than letters and digits in USER as %40 and the like (the folder of a socket as %2Frun%2Fpostgresql in place of the host), and nothing after it but ?sslmode=disable, ?sslmode=require or ?sslmode=verify-full.',
)

const sslmodes = ['disable', 'require', 'verify-full'] as const

/** As libpq has it: https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS */
function databaseAddressOf(text: string) {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hash || url.port === '0')
    return undefined
  const [user, password, hostname, name] = [
    decoded(url.username),
    decoded(url.password),
    decoded(url.hostname),
    decoded(url.pathname.slice(1)),
  ]
  const sslmode = sslmodes.find((mode) => url.search === `?sslmode=${mode}`)
  if ((url.search && !sslmode) || !user || password === undefined || !name) return undefined
  if (/[/\p{Cc}]/u.test(name) || /\p{Cc}/u.test(user + password)) return undefined
  const host = hostname?.replace(/^\[|\]$/g, '')
  if (!host || !/^([\w.:-]+|[/][^\p{Cc}]+)$/u.test(host)) return undefined
  const port = Number(url.port || 5432)
  const shown = `postgres://${url.username}@${url.hostname}:${port}${url.pathname}`
  return { host, port, user, password, name, sslmode, shown }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

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

export const howToMakeKeys = '"npm run --silent council -- keys make" prints one.'

/** The message must not show what is wrong: it may be most of a private key. */
export const privateKeys = readAs(
  (text) => {
    const keys = keysOf(text)
    return keys.every((key) => key !== undefined) ? keys : undefined
  },
  (text) =>
    `must be Ed25519 private keys (PKCS #8, DER, base64) with commas between them; number ${keysOf(text).indexOf(undefined) + 1} is none. ${howToMakeKeys}`,
)

const keysOf = (text: string) => text.split(',').map((part) => ed25519Key(part.trim()))

function ed25519Key(base64: string): KeyObject | undefined {
  try {
    const der = Buffer.from(base64, 'base64')
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}
