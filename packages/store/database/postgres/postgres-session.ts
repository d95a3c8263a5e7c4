import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig, type QueryResult, TypeOverrides, types } from 'pg'
import { connected, type StatementResult } from '../connected.ts'
import { DatabaseUnusable } from '../database.ts'
import type { Tables } from '../tables.ts'

/** A PostgreSQL database and its user, as DATABASE_URL and DATABASE_PASSWORD name them. */
export type PostgresAddress = {
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

/** How long a question may take, in milliseconds: the server itself ends earlier what takes too long. */
const patienceMs = 30_000
const statementMs = 20_000
const lockMs = 10_000
const connectMs = 5_000

/** Values as SQLite gives them: numbers are numbers, also the counts of rows, which have 64 bits. */
const asInSqlite = new TypeOverrides()
asInSqlite.setTypeParser(types.builtins.NUMERIC, Number)
asInSqlite.setTypeParser(types.builtins.INT8, (text) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large a number.`)
  return number
})

/** @returns what pg connects with; what is not set here, it would take from the environment. */
export function connectionTo({ tls, name, ...address }: PostgresAddress): ClientConfig {
  return {
    ...address,
    database: name,
    ssl: tls === 'disable' ? false : { rejectUnauthorized: tls === 'verify-full' },
    application_name: 'naic-website',
    connectionTimeoutMillis: connectMs,
    query_timeout: patienceMs,
    types: asInSqlite,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

/** What each connection is set to; roles and databases can have other defaults. */
const wanted = {
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  // What writes says so.
  default_transaction_read_only: 'on',
  statement_timeout: String(statementMs),
  lock_timeout: String(lockMs),
  // Of a copy of the program that was stopped in its transaction.
  idle_in_transaction_session_timeout: '10000',
  // A copy whose machine is gone holds no lock for long.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
}

const facts = `
  current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS full_page_writes,
  current_setting('session_replication_role') AS replication_role,
  current_setting('server_encoding') AS encoding,
  current_setting('server_version_num')::integer AS version,
  pg_is_in_recovery() AS is_copy`

type Session = Record<'fsync' | 'full_page_writes' | 'replication_role' | 'encoding', string> & {
  synchronous_commit: string
  version: number
  is_copy: boolean
}

/** Sets up a connection so that it keeps what the database promises. @throws DatabaseUnusable if it cannot. */
export async function beginSession(client: Pick<Client, 'query'>): Promise<void> {
  const set = Object.entries(wanted).map(
    ([name, value]) => `set_config('${name}', '${value}', false) AS ${name}`,
  )
  const { rows } = await client.query<Session>(`SELECT ${set.join(', ')}, ${facts}`)
  const fault = faultOf(rows[0] as Session)
  if (fault) throw new DatabaseUnusable(fault)
}

function faultOf(session: Session): string | undefined {
  const { fsync, full_page_writes, synchronous_commit, replication_role, encoding } = session
  if (session.version < 140_000) {
    return 'The server is older than PostgreSQL 14. Bring it up to date.'
  }
  if (session.is_copy) {
    return 'The server is a standby, which can only be read. Name the one that is written to.'
  }
  const durable = Object.entries({ fsync, full_page_writes, synchronous_commit })
  const lax = durable.find(([, value]) => value !== 'on')
  if (lax) {
    return `The server runs with ${lax.join(' = ')}: what was acknowledged would not survive a power cut. Set it to on.`
  }
  if (replication_role !== 'origin') {
    return `The user has session_replication_role = ${replication_role}, by which rows of the log could be changed. Set it to origin.`
  }
  if (encoding !== 'UTF8') {
    return `The database is in ${encoding}, which cannot hold every name. Make one with ENCODING 'UTF8' (docs/beyond-one-server.md).`
  }
  return undefined
}

/** Works on a connection of its own. @param begin sets it up. @throws as it does, and what pg throws. */
export async function onConnection<Result>(
  address: PostgresAddress,
  work: (client: Client) => Promise<Result>,
  begin: (client: Client) => Promise<unknown> = beginSession,
): Promise<Result> {
  const client = new Client(connectionTo(address))
  // A connection that breaks refuses what is asked next; nobody needs to hear of it before.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await begin(client)
    return await work(client)
  } finally {
    // Not waited for long: the network may be gone.
    const ended = client.end().catch(() => undefined)
    await Promise.race([ended, sleep(2_000, undefined, { ref: false })])
  }
}

/** @returns what a statement did. After SELECT, pg counts the rows that were read. */
export const resultOf = ({ command, rowCount, rows }: QueryResult): StatementResult => ({
  rows,
  changes: command === 'SELECT' ? 0 : (rowCount ?? 0),
})

/** @returns Kysely that asks over one connection; whoever opened it begins and commits. */
export const connectedPostgres = <Owned = Tables>(client: Client) =>
  connected<Owned>('postgres', async ({ sql, parameters }) =>
    resultOf(await client.query(sql, [...parameters])),
  )
