import type { KeyObject } from 'node:crypto'
import path from 'node:path'
import * as v from 'valibot'
import {
  addressRanges,
  bucket,
  calendars,
  databaseAddress,
  emailAddress,
  howToMakeKeys,
  mailRelay,
  origin,
  privateKeys,
  scannerAddress,
  thisMachine,
  webAddress,
  wholeNumber,
} from './setting-rules.ts'

/** The settings of one run. Durations and sizes say their unit in their name. */
export type Config = {
  host: string
  port: number
  /** Absolute path of the one folder that holds all that is kept. */
  dataDir: string
  /** Where resumes and the log's last checkpoint are kept; undefined: in the data folder. */
  bucket:
    | {
        name: string
        /** In front of every key: empty, or ending with a slash. */
        prefix: string
        region: string
        /** Of the bucket itself; keys follow its slash. */
        address: string
        /** A function, so that nothing which prints settings prints the secrets. */
        credentials: () => {
          accessKeyId: string
          secretAccessKey: string
          sessionToken: string | undefined
        }
      }
    | undefined
  /** The PostgreSQL database that rows are kept in; undefined: SQLite, in the data folder. */
  database:
    | {
        /** A name, an address, or the folder of a Unix socket. */
        host: string
        port: number
        user: string
        /** A function, so that nothing which prints settings prints the password. */
        password: () => string
        name: string
        /** `require` encrypts without looking at the server's certificate. */
        tls: 'disable' | 'require' | 'verify-full'
        /** The address as it may be shown, without the password. */
        shown: string
      }
    | undefined
  /** Origin that addresses are built from, without a trailing slash. */
  siteUrl: string
  /** Whether it was set, or is a guess. */
  isSiteUrlSet: boolean
  /** Origin that the pages send forms to; undefined: the one that the page itself came from. */
  apiUrl: string | undefined
  /** Address of the hosted form that /submit-task shows; without it, a page says how to set it. */
  taskFormUrl: string | undefined
  mailFrom: string
  /** Where letters are handed in; undefined: they become files in the data folder. */
  mailRelay:
    | {
        host: string
        port: number
        /** TLS from the first byte on. */
        secure: boolean
        requireTls: boolean
        /** A function, so that nothing which prints settings prints the password. */
        login: { user: string; password: () => string } | undefined
      }
    | undefined
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
  /** Port of this machine alone that metrics are shown on; 0: any, undefined: they are not taken. */
  metricsPort: number | undefined
}

/** A setting that cannot be used. The message names it and says what to write instead. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Every setting, with its default, as the table of README.md has them. */
export const settings = v.object({
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  DATA_DIR: v.optional(v.string(), './data'),
  FILES_URL: v.optional(bucket),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  AWS_SESSION_TOKEN: v.optional(v.string()),
  AWS_REGION: v.optional(v.string()),
  DATABASE_URL: v.optional(databaseAddress),
  DATABASE_PASSWORD: v.optional(v.string()),
  SITE_URL: v.optional(origin),
  API_URL: v.optional(origin),
  MAIL_FROM: v.optional(emailAddress, 'internships@example.org'),
  STAFF_EMAIL: v.optional(emailAddress, 'staff@example.org'),
  SMTP_URL: v.optional(mailRelay),
  SMTP_PASSWORD: v.optional(v.string()),
  TASK_FORM_URL: v.optional(webAddress('https://forms.example.org/tasks')),
  SUBMISSIONS_PER_MINUTE: v.optional(wholeNumber(1, 1_000_000), '100'),
  LOOKUPS_PER_MINUTE: v.optional(wholeNumber(1, 1_000_000), '120'),
  STAMP_CALENDARS: v.optional(calendars),
  CLAMAV_URL: v.optional(scannerAddress),
  TRUST_PROXY: v.optional(addressRanges),
  CREDENTIALS_KEYS: v.optional(privateKeys),
  LOG_KEYS: v.optional(privateKeys),
  METRICS_PORT: v.optional(wholeNumber(0, 65_535)),
})

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads and checks every setting; the only place that sees the environment. What is blank counts as
 * not set.
 *
 * @throws ConfigError naming the first setting that is wrong.
 */
export function readConfig(environment: Environment): Config {
  const given: Environment = Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [name, text?.trim() || undefined]),
  )
  const { output, issues } = v.safeParse(settings, given, { abortEarly: true })
  // The first part of the path is the setting's name; a list's has the place in it as well.
  if (issues) throw new ConfigError(`${issues[0].path?.[0].key} ${issues[0].message}`)

  const siteUrl = output.SITE_URL ?? new URL(`http://localhost:${output.PORT}`).origin
  // On the site's own origin the form could lift the sandbox of its frame.
  if (output.TASK_FORM_URL && new URL(output.TASK_FORM_URL).origin === siteUrl) {
    throw new ConfigError(
      `TASK_FORM_URL must be the address of a form on another site than SITE_URL (${siteUrl}), not "${given['TASK_FORM_URL']}".`,
    )
  }
  if (output.METRICS_PORT && output.METRICS_PORT === output.PORT) {
    throw new ConfigError(
      `METRICS_PORT must be another port than PORT (${output.PORT}): metrics are not for visitors.`,
    )
  }
  return {
    host: output.HOST,
    port: output.PORT,
    dataDir: path.resolve(output.DATA_DIR),
    bucket: bucketFor(output),
    database: databaseFor(output.DATABASE_URL, output.DATABASE_PASSWORD),
    siteUrl,
    isSiteUrlSet: output.SITE_URL !== undefined,
    apiUrl: output.API_URL,
    taskFormUrl: output.TASK_FORM_URL,
    mailFrom: output.MAIL_FROM,
    mailRelay: relayFor(output.SMTP_URL, output.SMTP_PASSWORD),
    staffEmail: output.STAFF_EMAIL,
    submissionsPerMinute: output.SUBMISSIONS_PER_MINUTE,
    lookupsPerMinute: output.LOOKUPS_PER_MINUTE,
    stampCalendars: output.STAMP_CALENDARS ?? [],
    virusScanner: output.CLAMAV_URL,
    trustProxy: output.TRUST_PROXY ?? [],
    privateKeys: registryKeys(output.CREDENTIALS_KEYS, output.LOG_KEYS),
    metricsPort: output.METRICS_PORT,
  }
}

/** AWS_… are names that every program for S3 knows; without FILES_URL they are somebody else's. */
function bucketFor(output: v.InferOutput<typeof settings>): Config['bucket'] {
  if (!output.FILES_URL) return undefined
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = output
  if (!accessKeyId || !secretAccessKey) {
    const unset = accessKeyId ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID'
    throw new ConfigError(
      `${unset} must be set as well, since FILES_URL is: the bucket wants AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  }
  const { name, prefix, endpoint, region: given } = output.FILES_URL
  const region = given ?? output.AWS_REGION ?? (endpoint ? 'us-east-1' : undefined)
  if (!region || !/^[a-z0-9-]+$/.test(region)) {
    throw new ConfigError(
      'FILES_URL names no region of AWS. Add it, as in s3://BUCKET/resumes?region=ap-south-1, or set AWS_REGION to it.',
    )
  }
  const credentials = { accessKeyId, secretAccessKey, sessionToken: output.AWS_SESSION_TOKEN }
  const address = bucketAddress(name, endpoint ?? `https://s3.${region}.amazonaws.com`, !endpoint)
  return { name, prefix, region, address, credentials: () => credentials }
}

/** AWS wants the bucket in the host's name, which a certificate allows one label for. */
function bucketAddress(name: string, endpoint: string, isAws: boolean): string {
  return isAws && !name.includes('.')
    ? endpoint.replace('://', `://${name}.`)
    : `${endpoint}/${name}`
}

function databaseFor(
  address: v.InferOutput<typeof databaseAddress> | undefined,
  given: string | undefined,
): Config['database'] {
  if (given && !address) {
    throw new ConfigError(
      'DATABASE_PASSWORD is set, but DATABASE_URL is not. Set that, or remove DATABASE_PASSWORD.',
    )
  }
  if (!address) return undefined
  const { password, sslmode, ...rest } = address
  if (given && password) {
    throw new ConfigError(
      'DATABASE_PASSWORD is set, and DATABASE_URL has a password as well. Remove one of them.',
    )
  }
  const isNear = thisMachine.has(rest.host) || rest.host.startsWith('/')
  return {
    ...rest,
    tls: sslmode ?? (isNear ? 'disable' : 'verify-full'),
    password: () => given ?? password,
  }
}

function relayFor(
  relay: v.InferOutput<typeof mailRelay> | undefined,
  given: string | undefined,
): Config['mailRelay'] {
  if (given && !relay?.user) {
    throw new ConfigError(
      'SMTP_PASSWORD is set, but SMTP_URL names no user. Write smtp://USER@relay.example.org there, or remove SMTP_PASSWORD.',
    )
  }
  if (!relay) return undefined
  const { host, port, secure, isTlsRequired, user, password } = relay
  if (given && password) {
    throw new ConfigError(
      'SMTP_PASSWORD is set, and SMTP_URL has a password as well. Remove one of them.',
    )
  }
  const secret = given ?? password
  if (user && !secret) {
    throw new ConfigError('SMTP_URL names a user, but no password. Set SMTP_PASSWORD.')
  }
  const login = user ? { user, password: () => secret } : undefined
  // No password goes over a network that anybody can read.
  const requireTls = isTlsRequired || (login !== undefined && !thisMachine.has(host))
  return { host, port, secure, requireTls, login }
}

function registryKeys(credentials: KeyObject[] | undefined, log: KeyObject[] | undefined) {
  if (!credentials && !log) return undefined
  if (!credentials || !log) {
    const [unset, set] = credentials
      ? ['LOG_KEYS', 'CREDENTIALS_KEYS']
      : ['CREDENTIALS_KEYS', 'LOG_KEYS']
    throw new ConfigError(
      `${unset} must be set as well, since ${set} is: a private key. ${howToMakeKeys}`,
    )
  }
  const all = [...credentials, ...log]
  if (all.some((key, at) => all.findIndex((other) => other.equals(key)) < at)) {
    throw new ConfigError(
      `CREDENTIALS_KEYS and LOG_KEYS have the same private key twice; each must be another. ${howToMakeKeys}`,
    )
  }
  return { credentials, log }
}
