import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { Unavailable } from '#unavailable.ts'
import { connected, type Run, toStatement, whileOpen } from '../connected.ts'
import { type Database, type Question, type RowsOf } from '../database.ts'
import type { Schema } from '../tables.ts'
import { isAboutOthers, isAnswer, KeyTaken, toError, UndoneByOthers } from './postgres-faults.ts'
import { bringUpToDate } from './postgres-schema.ts'
import { beginSession, connectionTo, resultOf, type PostgresAddress } from './postgres-session.ts'

/** For one copy of the program; a server takes a hundred in all, by default. */
const connections = 10
const idleMs = 30_000
/** With five, one of six that lock the same two rows in turn was sometimes refused; with eight, none of ten. */
const mostAttempts = 8

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
  await bringUpToDate(address, schema)
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
  let closing: Promise<void> | undefined

  /** Whoever closes waits for it. */
  async function during<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isClosed) throw new Unavailable('The database is closed.')
    const working = work()
    underWay.add(working)
    return working.finally(() => underWay.delete(working))
  }

  let isClosed = false
  async function close(): Promise<void> {
    // Until Kysely has handed on what was asked.
    await setImmediate()
    isClosed = true
    while (underWay.size > 0) await Promise.allSettled(underWay)
    await pool.end()
  }

  return {
    read: connected('postgres', ({ sql, parameters }) =>
      during(() => pool.query(sql, [...parameters]).then(resultOf, refuse)),
    ),
    schema,
    isShared: true,
    write: (work) =>
      during(() =>
        transact(pool, 'SERIALIZABLE, READ WRITE', (run) => {
          const { transaction, end } = whileOpen('postgres', run)
          return work(transaction).finally(end)
        }),
      ),
    readTogether: <const Questions extends readonly Question[]>(questions: Questions) =>
      during(() =>
        transact(pool, 'REPEATABLE READ, READ ONLY', async (run) => {
          const rows: unknown[][] = []
          for (const question of questions) rows.push((await run(toStatement(question))).rows)
          return rows as RowsOf<Questions>
        }),
      ),
    close: () => (closing ??= close()),
  }
}

/** What was undone, perhaps because of others, is tried again; nothing else is safe to repeat. */
async function transact<Result>(pool: Pool, kind: string, work: (run: Run) => Promise<Result>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactOnce(pool, kind, work)
    } catch (error) {
      if (attempt === mostAttempts) throw error
      if (error instanceof UndoneByOthers) await sleep(Math.random() * 20 * 2 ** attempt)
      // Whoever wrote it is done.
      else if (!(error instanceof KeyTaken)) throw error
    }
  }
}

async function transactOnce<Result>(pool: Pool, kind: string, work: (run: Run) => Promise<Result>) {
  const client = await pool.connect().catch(refuse)
  /** What the server, or the network, said first. */
  let fault: unknown
  const ask = (sql: string, parameters: readonly unknown[] = []) =>
    client.query(sql, [...parameters]).catch((error: unknown) => {
      fault ??= error
      return refuse(error)
    })
  let isUsable = false
  try {
    await ask(`BEGIN ISOLATION LEVEL ${kind}`)
    const result = await work(async ({ sql, parameters }) => resultOf(await ask(sql, parameters)))
    const { command } = await ask('COMMIT')
    isUsable = true
    // So it says if a statement had failed and `work` went on.
    if (command === 'ROLLBACK') throw new Error('A statement of the transaction had failed.')
    return result
  } catch (error) {
    isUsable ||= (fault === undefined || isAnswer(fault)) && (await isRolledBack(client))
    throw isAboutOthers(fault) ? toError(fault) : error
  } finally {
    client.release(!isUsable)
  }
}

const isRolledBack = (client: PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  )

const refuse = (error: unknown): never => {
  throw toError(error)
}
