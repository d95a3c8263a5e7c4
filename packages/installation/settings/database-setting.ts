import type { InferOutput } from 'valibot'
import { ConfigError } from '@naic/platform/config-error.ts'
import type { PostgresAddress } from '@naic/platform/database/postgres/postgres-session.ts'
import { decoded, readAs, thisMachine } from './setting-rules.ts'

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

/** @throws ConfigError where address and password do not fit together. */
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
