import { Client } from 'pg'
import { exchange } from './exchange.ts'
import {
  beginSession,
  connectionTo,
  endConnection,
  type PostgresAddress,
} from './postgres-session.ts'
import { toError } from './postgres-failure.ts'

/** Any number; only that all copies have the same matters, and that nothing else has it. */
const lock = 7_206_144_201
/** Longer than a large batch of certificates takes, in milliseconds. */
const waitMs = 120_000

/**
 * One after another, whichever copy of the program they are in: each holds a lock of the database
 * as long as it works. The lock is the connection's, and the server takes it back when that ends.
 *
 * It has a connection of its own. With those of the pool, as many as wait for the lock could keep
 * the one that has it from doing its work.
 */
export class Turns {
  readonly #address: PostgresAddress
  #last: Promise<unknown> = Promise.resolve()

  constructor(address: PostgresAddress) {
    this.#address = address
  }

  /** @throws Unavailable where no turn is to be had; nothing was done then. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(() => this.#holdLock(work))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #holdLock<Result>(work: () => Promise<Result>): Promise<Result> {
    const client = new Client(connectionTo(this.#address))
    // Whoever loses the lock on the way goes on: it saves others a second try, and keeps nothing right.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await beginSession(client)
      await exchange(
        client,
        [
          { sql: `SET lock_timeout = ${waitMs}`, parameters: [] },
          { sql: 'SET statement_timeout = 0', parameters: [] },
          { sql: `SELECT pg_advisory_lock(${lock})`, parameters: [] },
        ],
        waitMs + 10_000,
      )
    } catch (error) {
      await endConnection(client)
      throw toError(error)
    }
    try {
      return await work()
    } finally {
      await endConnection(client)
    }
  }

  /** Waits for who has a turn. */
  async close(): Promise<void> {
    await this.#last
  }
}
