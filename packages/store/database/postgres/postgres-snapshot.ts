import { Client } from 'pg'
import type { Reading } from '../database.ts'
import {
  connectedPostgres,
  connectionTo,
  endConnection,
  type PostgresAddress,
} from './postgres-session.ts'

/**
 * Reads a database as it is at one moment, by a user who may do nothing else, and perhaps on a standby.
 *
 * @throws what pg throws.
 */
export async function readPostgres<Result>(
  address: PostgresAddress,
  read: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connectionTo(address))
  // What is asked next is refused then.
  client.on('error', () => undefined)
  try {
    await client.connect()
    // A copy of all rows takes its time, between the questions too.
    await client.query('SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0')
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    return await read(connectedPostgres(client))
  } finally {
    await endConnection(client)
  }
}
