import { DatabaseError } from 'pg'
import { DatabaseUnusable } from '../database.ts'
import { NoAnswer } from './exchange.ts'
import { codeOf } from './postgres-failure.ts'
import type { PostgresAddress } from './postgres-session.ts'

const notThere =
  'Nothing answers there. See to it that the server runs, and that host and port are right.'
const unknownHost = 'Its host is not known. Look at the name.'
export const noRight =
  'This user may not do that there. Bring the tables up to date as their owner ("npm run --silent council -- migrate" with the owner in DATABASE_URL), and grant this user its rights, as docs/beyond-one-server.md has it.'
const notLetIn =
  'The server does not let this user in: the name or the password (DATABASE_PASSWORD) is wrong, or its pg_hba.conf does not allow it.'
const badCertificate =
  "The server's certificate is not good for this host. Name its authority in NODE_EXTRA_CA_CERTS, or the host as the certificate does."
const notOurs = 'It holds tables of another program. Give this one a database of its own.'

/** By code, of the system, of TLS or of PostgreSQL. */
const faults = new Map([
  ['ECONNREFUSED', notThere],
  ['ECONNRESET', notThere],
  ['EHOSTUNREACH', notThere],
  ['ENETUNREACH', notThere],
  ['ETIMEDOUT', notThere],
  ['EADDRNOTAVAIL', notThere],
  ['ENOENT', 'There is no socket of a server in that folder. See to it that the server runs.'],
  ['EACCES', 'This user may not use the socket there.'],
  ['ENOTFOUND', unknownHost],
  ['EAI_AGAIN', unknownHost],
  ['28000', notLetIn],
  ['28P01', notLetIn],
  [
    '3D000',
    'There is no such database on the server. Make it as docs/beyond-one-server.md has it.',
  ],
  ['42501', noRight],
  ['42703', notOurs],
  ['42P07', notOurs],
  ['53300', 'The server has no connection left. Raise its max_connections, or run fewer copies.'],
  ['57P03', 'The server is starting or stopping. Start again in a moment.'],
  ['55P03', 'Another copy of the program keeps its tables locked. Start again in a moment.'],
])

/** @returns a sentence for the operator on why the database cannot be opened. */
export function whatIsWrong(error: unknown, { tls }: Pick<PostgresAddress, 'tls'>): string {
  if (error instanceof DatabaseUnusable) return error.message
  const { message } = error as Error
  const code = codeOf(error) ?? ''
  const sentence = faults.get(code)
  if (sentence) return sentence
  if (error instanceof DatabaseError) return `The server says: ${message} (${code}).`
  if (error instanceof NoAnswer || /timeout/i.test(message)) return notThere
  if (/^ERR_TLS|CERT|^UNABLE_TO|ISSUER/.test(code)) return badCertificate
  if (/SSL connection/.test(message)) {
    return `The server does not speak TLS, and sslmode is ${tls}. Have it do so; or, where nobody else is on the network between, set ?sslmode=disable.`
  }
  if (/password/.test(message)) return 'The server asks for a password. Set DATABASE_PASSWORD.'
  return `It cannot be opened (${message}).`
}
