import { createPrivateKey, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import path from 'node:path'

/** The settings of one run. Durations and sizes say their unit in their name. */
export type Config = {
  host: string
  port: number
  /** Absolute path of the one folder that holds all that is kept. */
  dataDir: string
  /** Origin that addresses are built from, without a trailing slash. */
  siteUrl: string
  /** Whether it was set, or is a guess. */
  isSiteUrlSet: boolean
  /** Origin that the pages send forms to; undefined: the one that the page itself came from. */
  apiUrl: string | undefined
  /** Address of the hosted form that /submit-task shows; without it, a page says how to set it. */
  taskFormUrl: string | undefined
  mailFrom: string
  staffEmail: string
  /** Applications and messages that one network address may send in a minute. */
  submissionsPerMinute: number
  /** Look-ups of certificates by one network address in a minute; ten times as many misses in all. */
  lookupsPerMinute: number
  /** Addresses of the OpenTimestamps calendars that stamp the log's checkpoints; none by default. */
  stampCalendars: string[]
  /** Where clamd listens, which scans resumes; undefined: nothing does. */
  virusScanner: { host: string; port: number } | { path: string } | undefined
  /** Addresses or CIDR ranges of the reverse proxies whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** Private keys of the registry of certificates; undefined: they are files in the data folder. */
  privateKeys: { credentials: KeyObject[]; log: KeyObject[] } | undefined
}

/** A setting that cannot be used. The message names it and says what to write instead. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads and checks every setting; the only place that sees the environment.
 *
 * @throws ConfigError naming the first setting that is wrong.
 */
export function readConfig(environment: Environment): Config {
  const setting = (name: string) => environment[name]?.trim() || undefined

  for (const name of ['DATABASE_URL', 'FILES_URL', 'SMTP_URL']) {
    if (setting(name)) {
      throw new ConfigError(
        `${name} is set, but this version keeps everything in DATA_DIR. Remove ${name}.`,
      )
    }
  }

  const port = wholeNumber('PORT', setting('PORT') ?? '3000', 0, 65_535)
  const siteUrl = origin(
    'SITE_URL',
    setting('SITE_URL') ?? new URL(`http://localhost:${port}`).origin,
  )
  return {
    host: setting('HOST') ?? '127.0.0.1',
    port,
    dataDir: path.resolve(setting('DATA_DIR') ?? 'data'),
    siteUrl,
    isSiteUrlSet: setting('SITE_URL') !== undefined,
    apiUrl: setting('API_URL') && origin('API_URL', setting('API_URL') ?? ''),
    taskFormUrl: taskForm(setting('TASK_FORM_URL'), siteUrl),
    mailFrom: emailAddress('MAIL_FROM', setting('MAIL_FROM') ?? 'internships@example.org'),
    staffEmail: emailAddress('STAFF_EMAIL', setting('STAFF_EMAIL') ?? 'staff@example.org'),
    submissionsPerMinute: wholeNumber(
      'SUBMISSIONS_PER_MINUTE',
      setting('SUBMISSIONS_PER_MINUTE') ?? '100',
      1,
      1_000_000,
    ),
    lookupsPerMinute: wholeNumber(
      'LOOKUPS_PER_MINUTE',
      setting('LOOKUPS_PER_MINUTE') ?? '120',
      1,
      1_000_000,
    ),
    stampCalendars: calendars('STAMP_CALENDARS', setting('STAMP_CALENDARS')),
    virusScanner: scannerAddress('CLAMAV_URL', setting('CLAMAV_URL')),
    trustProxy: addressRanges('TRUST_PROXY', setting('TRUST_PROXY')),
    privateKeys: registryKeys(setting('CREDENTIALS_KEYS'), setting('LOG_KEYS')),
  }
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
  }
  return number
}

function origin(name: string, text: string): string {
  const url = URL.parse(text)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '').toLowerCase()
  if (!isOrigin) {
    throw new ConfigError(
      `${name} must be an origin such as https://www.example.org, without a path, not "${text}".`,
    )
  }
  return url.origin
}

function webAddress(name: string, text: string | undefined, example: string): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new ConfigError(`${name} must be a web address such as ${example}, not "${text}".`)
  }
  return url.href
}

/** On the site's own origin the form could lift the sandbox of its frame. */
function taskForm(text: string | undefined, siteUrl: string): string | undefined {
  const address = webAddress('TASK_FORM_URL', text, 'https://forms.example.org/tasks')
  if (address !== undefined && new URL(address).origin === siteUrl) {
    throw new ConfigError(
      `TASK_FORM_URL must be the address of a form on another site than SITE_URL (${siteUrl}), not "${text}".`,
    )
  }
  return address
}

function calendars(name: string, text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => {
    const address = webAddress(name, part.trim() || undefined, 'https://calendar.example.org')
    return address === undefined ? [] : [address.replace(/\/$/, '')]
  })
}

function scannerAddress(name: string, text: string | undefined): Config['virusScanner'] {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  const isBare = url && `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (isBare && url.protocol === 'unix:' && url.host === '' && /^[/]./.test(url.pathname)) {
    return { path: decodeURIComponent(url.pathname) }
  }
  if (isBare && url.protocol === 'tcp:' && url.hostname && /^[/]?$/.test(url.pathname)) {
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) }
  }
  throw new ConfigError(
    `${name} must be where clamd listens, such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl, not "${text}".`,
  )
}

const wordOfAddress = '[^\\s@<>,;:"()\\[\\]\\\\.]+'
const oneAddress = new RegExp(
  `^${wordOfAddress}([.]${wordOfAddress})*@${wordOfAddress}([.]${wordOfAddress})*$`,
)

function emailAddress(name: string, text: string): string {
  if (!oneAddress.test(text)) {
    throw new ConfigError(
      `${name} must be one e-mail address such as office@example.org, not "${text}".`,
    )
  }
  return text
}

function addressRanges(name: string, text: string | undefined): string[] {
  const ranges = (text ?? '').split(',').flatMap((range) => range.trim() || [])
  for (const range of ranges) {
    const [address = '', bits, ...rest] = range.split('/')
    const widest = isIP(address) === 4 ? 32 : 128
    const bitsFit = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= widest)
    if (isIP(address) === 0 || !bitsFit || rest.length > 0) {
      throw new ConfigError(
        `${name} must list the addresses or ranges of your proxies, such as 127.0.0.1,10.0.0.0/8; "${range}" is neither.`,
      )
    }
    if (bits !== undefined && Number(bits) < fewestBits(address)) {
      throw new ConfigError(
        `${name} must list the addresses or ranges of your proxies alone; "${range}" is so wide that anybody's X-Forwarded-For would be believed.`,
      )
    }
  }
  return ranges
}

/** The widest private ranges are 10.0.0.0/8 and fc00::/7 (RFC 1918, RFC 4193). */
function fewestBits(address: string): number {
  if (isIP(address) === 4) return 8
  const isMappedIPv4 = URL.parse(`http://[${address}]`)?.hostname.startsWith('[::ffff:')
  return isMappedIPv4 ? 96 + 8 : 7
}

const howToMakeKeys = '"npm run --silent council -- keys make" prints one.'

function registryKeys(credentials: string | undefined, log: string | undefined) {
  if (credentials === undefined && log === undefined) return undefined
  if (credentials === undefined || log === undefined) {
    const [unset, set] = credentials
      ? ['LOG_KEYS', 'CREDENTIALS_KEYS']
      : ['CREDENTIALS_KEYS', 'LOG_KEYS']
    throw new ConfigError(
      `${unset} must be set as well, since ${set} is: a private key. ${howToMakeKeys}`,
    )
  }
  const keys = {
    credentials: privateKeyList('CREDENTIALS_KEYS', credentials),
    log: privateKeyList('LOG_KEYS', log),
  }
  const all = [...keys.credentials, ...keys.log]
  if (all.some((key, at) => all.findIndex((other) => other.equals(key)) < at)) {
    throw new ConfigError(
      `CREDENTIALS_KEYS and LOG_KEYS have the same private key twice; each must be another. ${howToMakeKeys}`,
    )
  }
  return keys
}

/** The message must not show what is wrong: it may be most of a private key. */
function privateKeyList(name: string, text: string): KeyObject[] {
  return text.split(',').map((part, at) => {
    const key = ed25519Key(part.trim())
    if (key) return key
    throw new ConfigError(
      `${name} must be Ed25519 private keys (PKCS #8, DER, base64) with commas between them; number ${at + 1} is none. ${howToMakeKeys}`,
    )
  })
}

function ed25519Key(base64: string): KeyObject | undefined {
  try {
    const der = Buffer.from(base64, 'base64')
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}
