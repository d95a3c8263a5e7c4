import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { connectionTo, endConnection, type PostgresAddress } from './postgres-session.ts'

/** A tool of PostgreSQL is missing, or has failed. The message is a sentence for the operator. */
export class DumpFailed extends Error {
  override name = 'DumpFailed'
}

/** Asks a database: `rows('SELECT id FROM letter')`. */
export type Rows = <Row>(sql: string) => Promise<Row[]>

/**
 * Writes a database as it is at one moment, in pg_dump's custom format.
 *
 * @param without names of tables whose rows are left out.
 * @param read is handed the rows of that same moment.
 * @throws DumpFailed; what pg throws.
 */
export const dumpPostgres = <Result>(
  address: PostgresAddress,
  to: FileHandle,
  without: readonly string[],
  read: (rows: Rows) => Promise<Result>,
): Promise<Result> =>
  readPostgres(address, async (rows) => {
    const result = await read(rows)
    const [exported] = await rows<{ id: string }>('SELECT pg_export_snapshot() AS id')
    const words = [
      '--format=custom',
      `--snapshot=${exported?.id}`,
      '--lock-wait-timeout=60s',
      ...without.map((table) => `--exclude-table-data=${table}`),
    ]
    await runTool('pg_dump', words, address, to.fd)
    return result
  })

/** Reads a database as it is at one moment, by a user who may do nothing else, and perhaps on a standby. */
export async function readPostgres<Result>(
  address: PostgresAddress,
  read: (rows: Rows) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connectionTo(address))
  // What is asked next is refused then.
  client.on('error', () => undefined)
  try {
    await client.connect()
    // pg_dump takes its time, and its snapshot is there as long as this transaction.
    await client.query('SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0')
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    return await read(async <Row>(sql: string) => (await client.query(sql)).rows as Row[])
  } finally {
    await endConnection(client)
  }
}

/**
 * Puts what `dumpPostgres` wrote into an empty database, all or nothing. Everything there belongs to the user
 * of the address then, and nobody else has a right to it. @throws DumpFailed
 */
export function restorePostgres(address: PostgresAddress, file: string): Promise<void> {
  const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  return runTool('pg_restore', [...how, `--dbname=${address.name}`, file], address, 'ignore')
}

async function runTool(
  tool: string,
  words: readonly string[],
  address: PostgresAddress,
  stdout: number | 'ignore',
): Promise<void> {
  const env = { ...process.env, LC_ALL: 'C', ...environmentFor(address) }
  const child = spawn(tool, words, { env, stdio: ['ignore', stdout, 'pipe'] })
  // With an end of its own, this would leave it at work.
  const stop = () => child.kill()
  process.once('exit', stop)
  try {
    const [said, [code]] = await Promise.all([
      child.stderr ? text(child.stderr) : '',
      once(child, 'close'),
    ])
    if (code !== 0) throw new DumpFailed(said.trim() || `${tool} was ended.`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new DumpFailed(
      `${tool} is not installed. On Debian: apt-get install postgresql-client, of the server's version or newer.`,
      { cause: error },
    )
  } finally {
    process.off('exit', stop)
  }
}

/** Debian's list of authorities. libpq takes none by itself. */
const authorities = '/etc/ssl/certs/ca-certificates.crt'

/** Not as words of the command, which everybody on the machine can read. */
function environmentFor({ host, port, user, password, name, tls }: PostgresAddress) {
  const own = process.env['NODE_EXTRA_CA_CERTS']
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password(),
    PGDATABASE: name,
    PGSSLMODE: tls,
    ...(tls === 'verify-full' ? { PGSSLROOTCERT: own && existsSync(own) ? own : authorities } : {}),
  }
}
