import type { Reading } from '../database.ts'
import { connectedPostgres, onConnection, type PostgresAddress } from './postgres-session.ts'

/**
 * Reads a database as it is at one moment, by a user who may do nothing else, and perhaps on a standby.
 *
 * @throws what pg throws.
 */
export const readPostgres = <Result>(
  address: PostgresAddress,
  read: (reading: Reading) => Promise<Result>,
): Promise<Result> =>
  onConnection(
    address,
    (client) => read(connectedPostgres(client)),
    async (client) => {
      // A copy of all rows takes its time, between the questions too.
      await client.query('SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0')
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    },
  )
