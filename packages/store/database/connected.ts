import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
  SqliteDialect,
} from 'kysely'
import type { Question } from './database.ts'
import type { Tables } from './tables.ts'

/** What a statement did: rows it returned, and how many it changed. */
export type StatementResult = { rows: unknown[]; changes: number }

export type Statement = { sql: string; parameters: readonly unknown[] }

/** Runs one statement. @throws as the seam says (`database.ts`). */
export type Run = (statement: Statement) => Promise<StatementResult>

/** @returns a question as it can cross to another thread. */
export function toStatement(question: Question): Statement {
  const { sql, parameters } = 'compile' in question ? question.compile() : question
  return { sql, parameters }
}

const dialects = { sqlite: SqliteDialect, postgres: PostgresDialect }

/** @returns Kysely that asks over one connection, which whoever opened it begins, commits and ends. */
export function connected<Owned = Tables>(engine: keyof typeof dialects, run: Run): Kysely<Owned> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery) {
      const { rows, changes } = await run(toStatement(query))
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
    },
    streamQuery() {
      throw new Error('Rows are not streamed: read them in parts.')
    },
  }
  const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection })
  // Only the driver would look at what a dialect is made with.
  const dialect = new dialects[engine]({} as never)
  return new Kysely<Owned>({ dialect: Object.assign(dialect, { createDriver: () => driver }) })
}

/**
 * Kysely for the time of one transaction: what is asked when it is over, because somebody did not wait for a
 * statement, is refused and not done in another's transaction.
 */
export function whileOpen(engine: keyof typeof dialects, run: Run) {
  let isOver = false
  const transaction = connected(engine, (statement) =>
    isOver
      ? Promise.reject(new Error('The transaction is over. Wait for each of its statements.'))
      : run(statement),
  )
  const end = () => void (isOver = true)
  return { transaction, end }
}
