import { DatabaseError } from 'pg'
import { Unavailable } from '#unavailable.ts'
import { ConstraintViolated, DatabaseUnusable, NoRight } from '../database.ts'
import type { PostgresAddress } from './postgres-session.ts'

/**
 * SQLSTATEs, or classes of them, that pass or that somebody has to mend; the same may be sent again.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const passing: readonly [codes: string, fault: string][] = [
  ['08', 'the connection broke'],
  ['25006', 'it can only be read'],
  ['25P03 25P04', 'it took too long'],
  ['28', 'it does not let us in'],
  ['3D', 'it is gone'],
  ['40 55', 'others were in the way'],
  ['53', 'it has no room left'],
  ['57', 'it stops, starts, or took too long'],
  ['58', 'its disk is at fault'],
  ['F0', 'its files are at fault'],
  ['XX', 'it is damaged'],
]

const ofCode = (table: readonly [codes: string, text: string][], code: string) =>
  table.find(([codes]) => codes.split(' ').includes(code))?.[1]

/**
 * @returns the error as the seam names it. It may be logged, so its message names no user and no
 *   value, which PostgreSQL's own messages do.
 */
export function toError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const code = error.code ?? ''
    if (code === '23505') return new KeyTaken(error.message)
    if (code.startsWith('23')) return new ConstraintViolated(error.message)
    if (code === '42501') return new NoRight('The user of the database has no right to do this.')
    // A mistake of ours, whose message has the value.
    if (code.startsWith('22')) return new Error(`The database takes no such value (${code}).`)
    if (isAboutOthers(error))
      return new UndoneByOthers('The database is unavailable: others wrote at the same time.')
    const fault = ofCode(passing, code) ?? ofCode(passing, code.slice(0, 2))
    return fault ? new Unavailable(`The database is unavailable: ${fault} (${code}).`) : error
  }
  // A mistake in our statement; everything else comes from the network.
  if (error instanceof TypeError || error instanceof RangeError) return error
  if (error instanceof Unavailable) return error
  const message = (error as Error | undefined)?.message ?? String(error)
  if (error instanceof DatabaseUnusable) return new Unavailable(`The database: ${message}`)
  return new Unavailable(`The database is unavailable: ${codeOf(error) ?? message}.`)
}

/** A code of the system or of TLS, such as ECONNREFUSED. */
const codeOf = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/**
 * A key is there already: perhaps one that another has written since the transaction began, which its rule
 * would have seen (https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html).
 */
export class KeyTaken extends ConstraintViolated {}

/** Nothing was done, because others wrote at the same time. */
export class UndoneByOthers extends Unavailable {}

export const isAboutOthers = (error: unknown): boolean =>
  error instanceof DatabaseError && ['40001', '40P01'].includes(error.code ?? '')

/** Whether the server has refused, and so undone, what it was asked; otherwise nobody knows. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'

const noServer =
  'Nothing answers there. Check that the server runs, and that host and port are right.'
const badCertificate =
  "The server's certificate is not good for this host. Name its authority in NODE_EXTRA_CA_CERTS, or the host as the certificate does."

/** By code of the system, of TLS or of PostgreSQL. */
const faults: readonly [codes: string, sentence: string][] = [
  ['ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ETIMEDOUT EADDRNOTAVAIL', noServer],
  ['ENOENT', 'There is no socket of a server in that folder. Check that the server runs.'],
  ['EACCES', 'This user may not use the socket there.'],
  ['ENOTFOUND EAI_AGAIN', 'Its host is not known. Check the name.'],
  [
    '28000 28P01',
    'The server does not let this user in: the name or the password (DATABASE_PASSWORD) is wrong, or its pg_hba.conf does not allow it.',
  ],
  ['3D000', 'There is no such database on the server. Make it as docs/beyond-one-server.md says.'],
  [
    '42501',
    'This user may not do that there. Fill the tables, or bring them up to date, as their owner ("council --as-owner restore", "council --as-owner migrate"), and grant this user its rights, as docs/beyond-one-server.md says.',
  ],
  ['42703 42P07', 'It holds tables of another program. Give this one a database of its own.'],
  ['53300', 'The server has no connection left. Raise its max_connections, or run fewer copies.'],
  ['57P03', 'The server is starting or stopping. Start again in a moment.'],
  ['55P03', 'Another copy of the program keeps its tables locked. Start again in a moment.'],
]

/** @returns a sentence that tells the operator why the database cannot be opened. */
export function explainUnusable(error: unknown, { tls }: Pick<PostgresAddress, 'tls'>): string {
  if (error instanceof DatabaseUnusable) return error.message
  const { message } = error as Error
  const code = codeOf(error) ?? ''
  const sentence = ofCode(faults, code)
  if (sentence) return sentence
  if (error instanceof DatabaseError) return `The server says: ${message} (${code}).`
  if (/timeout/i.test(message)) return noServer
  if (/^ERR_TLS|CERT|^UNABLE_TO|ISSUER/.test(code)) return badCertificate
  if (/SSL connection/.test(message)) {
    return `The server does not speak TLS, and sslmode is ${tls}. Turn TLS on; or set ?sslmode=disable if nobody else is on the network between.`
  }
  if (/password/.test(message)) return 'The server asks for a password. Set DATABASE_PASSWORD.'
  return `It cannot be opened (${message}).`
}
