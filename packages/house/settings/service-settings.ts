import type { InferOutput } from 'valibot'
import { ConfigError } from '@naic/store/config-error.ts'
import type { PostgresAddress } from '@naic/store/database/postgres/postgres-session.ts'
import type { BucketPlace } from '@naic/store/files/bucket.ts'
import type { MailRelay } from '@naic/store/mail/smtp-mailer.ts'
import { decoded, readAs, safeUrl, thisMachine } from './setting-rules.ts'

/**
 * The services that the site uses elsewhere: a mail relay, a database, a bucket. No message here shows
 * the address that is wrong, since a password may be in it.
 */

/** @returns the parts of an address with a user; undefined if one of them cannot be read. */
function readServer(text: string, protocols: RegExp) {
  const url = URL.parse(text)
  if (!url || !protocols.test(url.protocol) || url.hash || url.port === '0') return undefined
  const [user, password] = [decoded(url.username), decoded(url.password)]
  const host = decoded(url.hostname)?.replace(/^\[|\]$/g, '')
  return host && user !== undefined && password !== undefined
    ? { url, host, user, password }
    : undefined
}

export const mailRelay = readAs(
  (text) => {
    const server = readServer(text, /^smtps?:$/)
    if (!server || !/^[\w.:-]+$/.test(server.host)) return undefined
    const { url, user, password, host } = server
    const isRight =
      /^[/]?$/.test(url.pathname) && /^([?]requireTLS=(true|false))?$/.test(url.search)
    if (!isRight || (password && !user)) return undefined
    const secure = url.protocol === 'smtps:'
    // The ports for handing in mail (RFC 8314).
    const port = Number(url.port || (secure ? 465 : 587))
    return { host, port, secure, isTlsRequired: url.search === '?requireTLS=true', user, password }
  },
  () =>
    'must name a mail relay, such as smtp://relay.example.org or smtps://USER@relay.example.org:465, with signs other than letters and digits in USER as %40 and so on, and nothing after it but ?requireTLS=true.',
)

/** @throws ConfigError if address and password do not fit together. */
export function relayFor(
  relay: InferOutput<typeof mailRelay> | undefined,
  given: string | undefined,
): MailRelay | undefined {
  if (given && !relay?.user) {
    throw new ConfigError(
      'SMTP_PASSWORD is set, but SMTP_URL names no user. Write smtp://USER@relay.example.org there, or remove SMTP_PASSWORD.',
    )
  }
  if (!relay) return undefined
  const { isTlsRequired, user, password, ...rest } = relay
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
  const requireTls = isTlsRequired || (login !== undefined && !thisMachine.has(rest.host))
  return { ...rest, requireTls, login }
}

const sslmodes = ['disable', 'require', 'verify-full'] as const

/** Read as libpq does: https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS */
export const databaseAddress = readAs(
  (text) => {
    const server = readServer(text, /^postgres(ql)?:$/)
    if (!server?.user || !/^([\w.:-]+|[/][^\p{Cc}]+)$/u.test(server.host)) return undefined
    const { url, user, password, host } = server
    const name = decoded(url.pathname.slice(1))
    const sslmode = sslmodes.find((mode) => url.search === `?sslmode=${mode}`)
    if (!name || (url.search && !sslmode)) return undefined
    if (/[/\p{Cc}]/u.test(name) || /\p{Cc}/u.test(user + password)) return undefined
    const port = Number(url.port || 5432)
    const shown = `postgres://${url.username}@${url.hostname}:${port}${url.pathname}`
    return { host, port, user, password, name, sslmode, shown }
  },
  () =>
    'must name a PostgreSQL database and its user, such as postgres://USER@db.example.org/naic, with signs other than letters and digits in USER as %40 and so on (the folder of a socket as %2Frun%2Fpostgresql in place of the host), and nothing after it but ?sslmode=disable, ?sslmode=require or ?sslmode=verify-full.',
)

/** @throws ConfigError if address and password do not fit together. */
export function databaseFor(
  address: InferOutput<typeof databaseAddress> | undefined,
  given: string | undefined,
): PostgresAddress | undefined {
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

const region = /^[a-z0-9-]+$/

/**
 * Names of buckets follow AWS's rules, which every store accepts. A prefix has no sign that needs
 * encoding, which stores do in various ways.
 */
export const bucket = readAs(
  (text) => {
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
    const [inUrl, given] = [searchParams.get('region'), searchParams.get('endpoint')]
    const endpoint = given === null ? undefined : safeUrl(given)?.origin
    const isOrigin = endpoint === given?.replace(/\/$/, '').toLowerCase()
    if (!isOrigin || (inUrl !== null && !region.test(inUrl))) return undefined
    const prefix = parts.map((part) => `${part}/`).join('')
    return { name, prefix, region: inUrl ?? undefined, endpoint }
  },
  () =>
    'must name a bucket, such as s3://BUCKET/PREFIX?region=ap-south-1, or s3://BUCKET?endpoint=https://s3.example.org for a store elsewhere than at AWS, in letters, digits, dots and hyphens, without a password; the endpoint must be https unless it is on this machine.',
)

type Given = {
  FILES_URL?: InferOutput<typeof bucket> | undefined
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
}

/**
 * Every program for S3 knows the names AWS_…; without FILES_URL they are not meant for us. Only AWS
 * gives machines roles, so a store elsewhere needs the two keys.
 *
 * @throws ConfigError if one of them is missing.
 */
export function bucketFor(output: Given): BucketPlace | undefined {
  if (!output.FILES_URL) return undefined
  const { name, prefix, endpoint: given, region: inUrl } = output.FILES_URL
  const credentials = credentialsFor(output, given !== undefined)
  const where = inUrl ?? (given ? 'us-east-1' : undefined)
  if (!where) {
    throw new ConfigError(
      'FILES_URL names no region of AWS. Add it, as in s3://BUCKET/resumes?region=ap-south-1.',
    )
  }
  // AWS wants the bucket in the host's name, where a certificate covers one label only.
  const isInPath = given !== undefined || name.includes('.')
  const endpoint = given ?? `https://s3.${where}.amazonaws.com`
  const address = isInPath ? `${endpoint}/${name}` : endpoint.replace('://', `://${name}.`)
  return { name, prefix, region: where, endpoint, isInPath, address, credentials }
}

function credentialsFor(output: Given, areNeeded: boolean): BucketPlace['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = output
  if (!accessKeyId && !secretAccessKey && !areNeeded) return undefined
  if (!accessKeyId || !secretAccessKey) {
    const unset = accessKeyId ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID'
    throw new ConfigError(
      `${unset} must be set as well, since FILES_URL is: the bucket wants AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  }
  return () => ({ accessKeyId, secretAccessKey })
}
