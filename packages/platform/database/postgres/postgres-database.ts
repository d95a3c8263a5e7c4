import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { Unavailable } from '#unavailable.ts'
import { type Database, DatabaseUnusable, type RowsOf, type StatementResult } from '../database.ts'
import type { Schema, Tables } from '../tables.ts'
import { exchange, type Statement } from './exchange.ts'
import { isAboutOthers, isAnswer, toError } from './postgres-failure.ts'
import { bringUpToDate, inspect, isBegun } from './postgres-schema.ts'
import { beginSession, connectionTo, patienceMs, type PostgresAddress } from './postgres-session.ts'
import { whatIsWrong } from './postgres-sentences.ts'
import { Turns } from './turns.ts'

/** Of one copy of the program; a server takes a hundred in all, as it comes. */
const connections = 10
const idleMs = 30_000
const mostAttempts = 5

/**
 * Opens a PostgreSQL database and brings its schema up to date, where it is not. Other copies of
 * the program may work on it, and may open it at the same moment.
 *
 * Connections that break are made anew when they are needed; what was under way on them is refused
 * as `Unavailable`, and may have been done all the same.
 *
 * @throws DatabaseUnusable where it cannot be opened, or would lose what was acknowledged.
 */
export async function openPostgresDatabase(
  address: PostgresAddress,
  schema: Schema,
): Promise<Database> {
  await orUnusable(address, (at) => bringUpToDate(at, schema))
  const pool = new Pool({
    ...connectionTo(address),
    max: connections,
    idleTimeoutMillis: idleMs,
    onConnect: beginSession as (client: unknown) => Promise<void>,
  })
  // An idle connection that breaks is the pool's own to mend; without a listener it would be thrown.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDatabase(pool, new Turns(address), schema).asDatabase()
}

/**
 * @returns whether the program has ever been at work there.
 * @throws DatabaseUnusable where it cannot be looked into.
 */
export const holdsTables = (address: PostgresAddress): Promise<boolean> =>
  orUnusable(address, isBegun)

/**
 * Looks into it without changing anything.
 *
 * @returns whether its tables were ever made, and names of the migrations that are to come.
 * @throws DatabaseUnusable where it cannot be worked with.
 */
export const lookIntoPostgres = (address: PostgresAddress, schema: Schema) =>
  orUnusable(address, (at) => inspect(at, schema))

async function orUnusable<Result>(
  address: PostgresAddress,
  work: (address: PostgresAddress) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(address)
  } catch (error) {
    throw new DatabaseUnusable(whatIsWrong(error, address), { cause: error })
  }
}

const begin = {
  write: 'BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE',
  read: 'BEGIN ISOLATION LEVEL READ COMMITTED, READ ONLY',
  readTogether: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY',
}

const plain = (sql: string): Statement => ({ sql, parameters: [] })

class PostgresDatabase {
  readonly #pool: Pool
  readonly #turns: Turns
  readonly #schema: Schema
  readonly #underWay = new Set<Promise<unknown>>()
  #closing: Promise<void> | undefined

  constructor(pool: Pool, turns: Turns, schema: Schema) {
    this.#pool = pool
    this.#turns = turns
    this.#schema = schema
  }

  asDatabase(): Database {
    return {
      build: new Kysely<Tables>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => new DummyDriver(),
          createIntrospector: (database) => new PostgresIntrospector(database),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        },
      }),
      schema: this.#schema,
      isShared: true,
      atomic: (statements) => this.#run('write', statements),
      read: async <Row>(query: CompiledQuery<Row>) => {
        const [result] = await this.#run('read', [query])
        return (result as StatementResult).rows as Row[]
      },
      readTogether: async <const Queries extends readonly CompiledQuery[]>(queries: Queries) => {
        const results = await this.#run('readTogether', queries)
        return results.map(({ rows }) => rows) as RowsOf<Queries>
      },
      inTurn: (work) => this.#turns.take(work),
      close: () => (this.#closing ??= this.#close()),
    }
  }

  /** One transaction, which the server has begun, done and committed when this returns. */
  #run(how: keyof typeof begin, statements: readonly CompiledQuery[]): Promise<StatementResult[]> {
    if (this.#closing) return Promise.reject(new Unavailable('The database is closed.'))
    const work = this.#attempts([plain(begin[how]), ...statements, plain('COMMIT')])
    this.#underWay.add(work)
    const isOver = () => void this.#underWay.delete(work)
    work.then(isOver, isOver)
    return work
  }

  /** What the server undid for the sake of others is done again; nothing else is safe to repeat. */
  async #attempts(transaction: readonly Statement[]): Promise<StatementResult[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const results = await this.#once(transaction)
        return results.slice(1, -1)
      } catch (error) {
        if (!isAboutOthers(error) || attempt === mostAttempts) throw toError(error)
      }
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }

  async #once(transaction: readonly Statement[]): Promise<StatementResult[]> {
    const client = await this.#pool.connect()
    let isUsable = false
    try {
      const results = await exchange(client, transaction, patienceMs)
      isUsable = true
      return results
    } catch (error) {
      isUsable = isAnswer(error) && (await this.#rollBack(client))
      throw error
    } finally {
      client.release(!isUsable)
    }
  }

  async #rollBack(client: PoolClient): Promise<boolean> {
    try {
      await exchange(client, [plain('ROLLBACK')], patienceMs)
      return true
    } catch {
      return false
    }
  }

  async #close(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
    await Promise.all([this.#pool.end(), this.#turns.close()])
  }
}
