import type { InferOutput } from 'valibot'
import { ConfigError } from '@naic/platform/config-error.ts'
import type { MailRelay } from '@naic/platform/mail/smtp-mailer.ts'
import { decoded, readAs, thisMachine } from './setting-rules.ts'

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

/** @throws ConfigError where address and password do not fit together. */
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
