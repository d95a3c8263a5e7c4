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
import type { SchemaState } from '../migrations.ts'
import type { Schema, Tables } from '../tables.ts'
import { runPipeline, type Statement } from './pipeline.ts'
import { explainUnusable, isAboutOthers, isAnswer, toError } from './postgres-faults.ts'
import { bringUpToDate, inspect, isBegun, stateAt } from './postgres-schema.ts'
import {
  beginSession,
  connectAlone,
  connectionTo,
  endConnection,
  patienceMs,
  type PostgresAddress,
} from './postgres-session.ts'

/** For one copy of the program; a server takes a hundred in all, by default. */
const connections = 10
const idleMs = 30_000
/** With five, one of six that lock the same two rows in turn was sometimes refused; with eight, none of ten. */
const mostAttempts = 8

/** Any number; all copies must have the same, and nothing else may use it. */
const turnLock = 7_206_144_201
/** Longer than a large batch of certificates takes. */
const turnWaitMs = 120_000

/**
 * Opens a PostgreSQL database and brings its schema up to date. Other copies of the program may
 * work on it, and may open it at the same moment.
 *
 * Connections that break are made again when they are needed; their work in progress is refused as
 * `Unavailable`, and may have been done all the same.
 *
 * @throws DatabaseUnusable if it cannot be opened, or would lose what was acknowledged.
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
  // The pool replaces an idle connection that breaks; without a listener the error would be thrown.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  const underWay = new Set<Promise<unknown>>()
  let lastTurn: Promise<unknown> = Promise.resolve()
  let closing: Promise<void> | undefined

  /** One transaction, which the server has begun, done and committed when this returns. */
  async function run(how: keyof typeof begin, statements: readonly CompiledQuery[]) {
    if (closing) throw new Unavailable('The database is closed.')
    const work = transact(pool, [toStatement(begin[how]), ...statements, toStatement('COMMIT')])
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  async function close(): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled(underWay)
    await Promise.all([pool.end(), lastTurn])
  }

  return {
    build: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (database) => new PostgresIntrospector(database),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
    schema,
    isShared: true,
    atomic: (statements) => run('write', statements),
    read: async <Row>(query: CompiledQuery<Row>) => {
      const [result] = await run('read', [query])
      return (result as StatementResult).rows as Row[]
    },
    readTogether: async <const Queries extends readonly CompiledQuery[]>(queries: Queries) => {
      const results = await run('readTogether', queries)
      return results.map(({ rows }) => rows) as RowsOf<Queries>
    },
    inTurn: (work) => {
      const turn = lastTurn.then(() => holdTurnLock(address, work))
      lastTurn = turn.catch(() => undefined)
      return turn
    },
    close: () => (closing ??= close()),
  }
}

/**
 * @returns whether the program has ever been at work there.
 * @throws DatabaseUnusable if it cannot be looked into.
 */
export const holdsTables = (address: PostgresAddress): Promise<boolean> =>
  orUnusable(address, isBegun)

/**
 * Looks into it without changing anything.
 *
 * @throws DatabaseUnusable if the program cannot work with it.
 */
export const lookIntoPostgres = (address: PostgresAddress, schema: Schema): Promise<SchemaState> =>
  orUnusable(address, (at) => inspect(at, schema))

/** @returns what its schema has, which is only looked at. @throws DatabaseUnusable if it cannot be asked. */
export const postgresSchemaState = (
  address: PostgresAddress,
  schema: Schema,
): Promise<SchemaState> => orUnusable(address, (at) => stateAt(at, schema))

async function orUnusable<Result>(
  address: PostgresAddress,
  work: (address: PostgresAddress) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(address)
  } catch (error) {
    throw new DatabaseUnusable(explainUnusable(error, address), { cause: error })
  }
}

const begin = {
  write: 'BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE',
  read: 'BEGIN ISOLATION LEVEL READ COMMITTED, READ ONLY',
  readTogether: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY',
}

const toStatement = (sql: string): Statement => ({ sql, parameters: [] })

/** What the server undid because of others is tried again; nothing else is safe to repeat. */
async function transact(pool: Pool, transaction: readonly Statement[]): Promise<StatementResult[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const results = await transactOnce(pool, transaction)
      return results.slice(1, -1)
    } catch (error) {
      if (!isAboutOthers(error) || attempt === mostAttempts) throw toError(error)
    }
    await sleep(Math.random() * 20 * 2 ** attempt)
  }
}

async function transactOnce(
  pool: Pool,
  transaction: readonly Statement[],
): Promise<StatementResult[]> {
  const client = await pool.connect()
  let isUsable = false
  try {
    const results = await runPipeline(client, transaction, patienceMs)
    isUsable = true
    return results
  } catch (error) {
    isUsable = isAnswer(error) && (await rollBack(client))
    throw error
  } finally {
    client.release(!isUsable)
  }
}

const rollBack = (client: PoolClient): Promise<boolean> =>
  runPipeline(client, [toStatement('ROLLBACK')], patienceMs).then(
    () => true,
    () => false,
  )

/**
 * Works while holding a lock of the database, which one connection at a time can have; the server
 * takes it back when the connection ends. The connection is not one of the pool's: as many as wait
 * for the lock could keep the one that has it from doing its work.
 *
 * @throws Unavailable if it did not get the lock; nothing was done then.
 */
async function holdTurnLock<Result>(
  address: PostgresAddress,
  work: () => Promise<Result>,
): Promise<Result> {
  const failed = (error: unknown): never => {
    throw toError(error)
  }
  const client = await connectAlone(address).catch(failed)
  try {
    const takeLock = [
      toStatement(`SET lock_timeout = ${turnWaitMs}`),
      toStatement('SET statement_timeout = 0'),
      toStatement(`SELECT pg_advisory_lock(${turnLock})`),
    ]
    await runPipeline(client, takeLock, turnWaitMs + 10_000).catch(failed)
    // It goes on if the lock is lost: the lock saves others a second try, and nothing depends on it.
    return await work()
  } finally {
    await endConnection(client)
  }
}
