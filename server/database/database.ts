import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** What one statement of an `atomic` did: rows it returned, and how many it changed. */
export type StatementResult = { rows: unknown[]; changes: number }

/**
 * Where rows are kept. Statements are written once, with `build`, for every engine.
 *
 * Every backend passes the same contract: `describe-database.ts`.
 */
export interface Database {
  /** Writes statements; it never runs one. `database.build.selectFrom(…).compile()` */
  readonly build: Kysely<Tables>

  /**
   * The one door for writing. All of the statements take effect, or none does.
   * When this returns, they survive a crash of the process and of the machine.
   *
   * @returns a result for each statement, in order.
   * @throws {@link ConstraintViolated} when a row breaks a rule of the schema;
   *   `Unavailable` when the engine cannot keep the promise (a full disk, a lost connection).
   */
  atomic(statements: readonly CompiledQuery[]): Promise<StatementResult[]>

  /**
   * Runs one reading statement. It sees everything that an `atomic` has already returned for.
   *
   * @throws `Unavailable` when the engine cannot be asked.
   */
  read<Row>(query: CompiledQuery<Row>): Promise<Row[]>

  /**
   * Runs several reading statements on one state of the database, which is no older than `read`
   * promises: whatever is committed in between, none of them sees it. They must be known
   * beforehand, since none waits for the result of another. (Of SQLite, one transaction; of
   * PostgreSQL, one that is REPEATABLE READ, READ ONLY.)
   *
   * @returns the rows of each statement, in order.
   * @throws `Unavailable` as `read` does.
   */
  readTogether<const Queries extends readonly CompiledQuery[]>(
    queries: Queries,
  ): Promise<RowsOf<Queries>>

  /** Finishes what was asked for before, then closes. */
  close(): Promise<void>
}

/** The rows that each of several statements returns. */
export type RowsOf<Queries extends readonly CompiledQuery[]> = {
  -readonly [At in keyof Queries]: Queries[At] extends CompiledQuery<infer Row> ? Row[] : never
}

/** A row that the schema refuses: a key that stands already, a missing value. */
export class ConstraintViolated extends Error {
  override name = 'ConstraintViolated'
}

/** A database that cannot be opened. The message names it and says what is wrong and what to do. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}
