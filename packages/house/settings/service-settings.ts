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

/** @returns undefined if a part of it cannot be read. */
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

/** @returns an empty text if there is none. @throws ConfigError if it does not fit the address. */
function passwordFor(
  service: 'SMTP' | 'DATABASE',
  address: { user: string; password: string } | undefined,
  beside: string | undefined,
): string {
  if (beside && !address?.user) {
    throw new ConfigError(
      `${service}_PASSWORD is set, but ${service}_URL names no user. Write USER@ before its host, or remove ${service}_PASSWORD.`,
    )
  }
  if (beside && address?.password) {
    throw new ConfigError(
      `${service}_PASSWORD is set, and ${service}_URL has a password as well. Remove one of them.`,
    )
  }
  return beside ?? address?.password ?? ''
}

/** @throws ConfigError if address and password do not fit together. */
export function relayFor(
  relay: InferOutput<typeof mailRelay> | undefined,
  beside: string | undefined,
): MailRelay | undefined {
  const secret = passwordFor('SMTP', relay, beside)
  if (!relay) return undefined
  const { isTlsRequired, user, password: _password, ...rest } = relay
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
  beside: string | undefined,
): PostgresAddress | undefined {
  const secret = passwordFor('DATABASE', address, beside)
  if (!address) return undefined
  const { password: _password, sslmode, ...rest } = address
  const isNear = thisMachine.has(rest.host) || rest.host.startsWith('/')
  const tls = sslmode ?? (isNear ? 'disable' : 'verify-full')
  return { ...rest, tls, password: () => secret }
}

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
    const { region: inUrl, endpoint: elsewhere } = Object.fromEntries(searchParams)
    const known = [inUrl, elsewhere].filter((one) => one !== undefined)
    // Another one, or one twice.
    if (searchParams.size > known.length) return undefined
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return undefined
    const parts = pathname.split('/').filter((part) => part !== '')
    if (!parts.every((part) => /^[\w-][\w.-]*$/.test(part))) return undefined
    // Only AWS has a usual address, which needs the region.
    const region = inUrl ?? (elsewhere === undefined ? '' : 'us-east-1')
    const endpoint =
      elsewhere === undefined ? `https://s3.${region}.amazonaws.com` : safeUrl(elsewhere)?.origin
    if (!endpoint || !/^[a-z0-9-]+$/.test(region)) return undefined
    if (elsewhere !== undefined && endpoint !== elsewhere.replace(/\/$/, '').toLowerCase())
      return undefined
    // AWS wants the bucket in the host's name, where a certificate covers one label only.
    const isInPath = elsewhere !== undefined || name.includes('.')
    const address = isInPath ? `${endpoint}/${name}` : endpoint.replace('://', `://${name}.`)
    const prefix = parts.map((part) => `${part}/`).join('')
    return { name, prefix, region, endpoint, isInPath, address }
  },
  () =>
    'must name a bucket, such as s3://BUCKET/PREFIX?region=ap-south-1, or s3://BUCKET?endpoint=https://s3.example.org for a store elsewhere than at AWS, in letters, digits, dots and hyphens, without a password; the endpoint must be https unless it is on this machine.',
)

/** Without FILES_URL the names AWS_… are not meant for us. @throws ConfigError if one of them is missing. */
export function bucketFor(
  address: InferOutput<typeof bucket> | undefined,
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
): BucketPlace | undefined {
  if (!address) return undefined
  if (accessKeyId && secretAccessKey) {
    return { ...address, credentials: () => ({ accessKeyId, secretAccessKey }) }
  }
  const unset = accessKeyId ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID'
  throw new ConfigError(
    `${unset} must be set as well, since FILES_URL is: the bucket wants AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  )
}
