import { clearInterval, setInterval } from 'node:timers'
import { Unavailable } from '#unavailable.ts'
import { type Statement, whileOpen } from '../connected.ts'
import type { Database, Transaction } from '../database.ts'
import { SqliteThread } from './sqlite-thread.ts'

type Work = (transaction: Transaction) => Promise<unknown>
type Asked = {
  work: Work
  resolve: (result: unknown) => void
  reject: (reason: unknown) => void
}

/** As long as PostgreSQL waits for a transaction that asks for nothing (`postgres-session.ts`). */
const longestRestMs = 10_000

/**
 * The one writer of a SQLite file. What waits is done one after the other, each in a savepoint, and committed
 * together: one sync to the disk for many (group commit). Nobody is told anything before it, since what one
 * has read may be what another has just written.
 */
export class SqliteWriter {
  readonly #thread: SqliteThread
  #asked: Asked[] = []
  #atWork: Promise<void> | undefined
  #isClosed = false

  constructor(file: string) {
    this.#thread = new SqliteThread(file, 'write')
  }

  write: Database['write'] = (work) => {
    if (this.#isClosed) return Promise.reject(new Unavailable('The database is closed.'))
    return new Promise((resolve, reject) => {
      this.#asked.push({ work, resolve: resolve as Asked['resolve'], reject })
      this.#atWork ??= this.#workThrough()
    })
  }

  /** Finishes what was asked, then ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#atWork
    await this.#thread.close()
  }

  async #workThrough(): Promise<void> {
    // Those of the same moment come together.
    await undefined
    while (this.#asked.length > 0) await this.#commitTogether(this.#asked.splice(0))
    this.#atWork = undefined
  }

  async #commitTogether(group: readonly Asked[]): Promise<void> {
    const answers: (() => void)[] = []
    try {
      void this.#thread.ask('begin').catch(() => undefined)
      for (const asked of group) answers.push(await this.#attempt(asked))
      await this.#thread.ask('commit')
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const answer of answers) answer()
  }

  /**
   * One's mistake must not undo what its neighbours did. Nobody waits for the beginning and the end of a
   * savepoint: where they fail, the transaction is over, and the commit says why.
   *
   * @returns how it is answered.
   */
  async #attempt({ work, resolve, reject }: Asked): Promise<() => void> {
    const ask = (statement: Statement) => this.#thread.ask('write', statement)
    const control = (sql: string) => void ask({ sql, parameters: [] }).catch(() => undefined)
    let restsSinceMs = performance.now()
    const run = async (statement: Statement) => {
      restsSinceMs = Infinity
      const [result] = await ask(statement).finally(() => (restsSinceMs = performance.now()))
      return result ?? { rows: [], changes: 0 }
    }
    const { transaction, end } = whileOpen('sqlite', run)
    const tooLong = Promise.withResolvers<never>()
    const patience = setInterval(() => {
      if (performance.now() - restsSinceMs < longestRestMs) return
      const sentence = 'The database is unavailable: a transaction took too long.'
      tooLong.reject(new Unavailable(sentence))
    }, 1_000)
    control('SAVEPOINT one')
    try {
      const result = await Promise.race([work(transaction), tooLong.promise])
      control('RELEASE one')
      return () => resolve(result)
    } catch (error) {
      control('ROLLBACK TO one')
      control('RELEASE one')
      return () => reject(error)
    } finally {
      end()
      clearInterval(patience)
    }
  }
}
