import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import type { KnownWitness } from '@naic/registry/witnesses/witness-cosignatures.ts'

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
    url && /^https?:$/.test(url.protocol) && url.origin === withoutSlash(text).toLowerCase()
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

export const emailAddress = must('one email address such as office@example.org', (text) =>
  oneAddress.test(text) ? text : undefined,
)

/** Texts with commas between them; empty ones are skipped. */
const listOf = <Value>(rule: v.GenericSchema<string, Value>) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
    v.array(rule),
  )

const withoutSlash = (address: string) => address.replace(/\/$/, '')

export const calendars = listOf(
  v.pipe(webAddress('https://calendar.example.org'), v.transform(withoutSlash)),
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

export const addressRanges = listOf(
  readAs(
    (range) => {
      const known = rangeOf(range)
      return known && isNarrow(known) ? range : undefined
    },
    (range) =>
      rangeOf(range)
        ? `${proxies} alone; "${range}" is so wide that anybody's X-Forwarded-For would be believed.`
        : `${proxies}, such as 127.0.0.1,10.0.0.0/8; "${range}" is neither.`,
  ),
)

/** @returns undefined for neither an address nor a range. */
function rangeOf(text: string) {
  const [address = ''] = text.split('/')
  const range = address === text ? `${text}/${isIP(text) === 4 ? 32 : 128}` : text
  // ipaddr.js alone would take "10.1" for an address.
  return isIP(address) && ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range) : undefined
}

/** The widest private ranges are 10.0.0.0/8 and fc00::/7 (RFC 1918, RFC 4193). */
function isNarrow([address, bits]: ReturnType<typeof ipaddr.parseCIDR>): boolean {
  if (address instanceof ipaddr.IPv4) return bits >= 8
  return bits >= (address.isIPv4MappedAddress() ? 96 + 8 : 7)
}

/** Names of this machine: nothing that is sent to them leaves it. */
export const thisMachine: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])

/** @returns undefined if what is sent there would go over a network that anybody can read. */
export function safeUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  const { protocol = '', hostname = '' } = url ?? {}
  const isSafe = protocol === 'https:' || (protocol === 'http:' && thisMachine.has(hostname))
  return url && isSafe ? url : undefined
}

/** @returns undefined if it cannot be decoded. */
export function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

export const howToMakeKeys = '"council keys make" prints one.'

/** The message does not show the wrong text, which may be most of a private key. */
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

/** In their order. */
export const witnesses = v.pipe(
  listOf(
    readAs(
      witnessOf,
      (text) =>
        `must be keys of witnesses, as "witness make" prints them, with commas between them, such as college.example/witness+a1b2c3d4+BAEC…; one that is to be asked by the server is followed by a blank and its address, https:// unless it is on this machine. "${text}" is none.`,
    ),
  ),
  v.check((all) => areDistinct(all.map(({ name }) => name)), 'must not name a witness twice.'),
  v.check(
    (all) => areDistinct(all.map(({ vkey }) => vkey.split('+').at(-1))),
    'must not have the same key for two witnesses.',
  ),
)

const areDistinct = (texts: readonly unknown[]) => new Set(texts).size === texts.length

function witnessOf(text: string): KnownWitness | undefined {
  const [vkey = '', address, ...more] = text.split(/\s+/)
  const [, name = '', id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  const isKey = bytes.length === 33 && bytes[0] === 0x04 && bytes.toString('base64') === encoded
  const url = address === undefined ? undefined : addressOf(address)
  if (!isKey || more.length > 0 || (address !== undefined && !url)) return undefined
  // The key's own check: the first 4 bytes of this hash.
  const hash = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex')
  if (hash.slice(0, 8) !== id) return undefined
  return { name, publicKey: new Uint8Array(bytes.subarray(1)), vkey, url }
}

function addressOf(text: string): string | undefined {
  const url = safeUrl(text)
  const isPlain = url && `${url.username}${url.password}${url.search}${url.hash}` === ''
  return isPlain ? withoutSlash(url.href) : undefined
}
