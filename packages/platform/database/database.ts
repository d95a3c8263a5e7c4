import type { CompiledQuery, Kysely } from 'kysely'
import type { Schema, Tables } from './tables.ts'

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

  /** What it was opened with: all tables and the facts about each. */
  readonly schema: Schema

  /** Whether several copies of the program can work on it at the same time, on any machines. */
  readonly isShared: boolean

  /**
   * The one door for writing. All of the statements take effect, or none does.
   * When this returns, they survive a crash of the process and of the machine.
   *
   * @returns a result for each statement, in order.
   * @throws {@link ConstraintViolated} when a row breaks a rule of the schema; {@link NoRight};
   *   `Unavailable` when the engine cannot keep the promise (a full disk, a lost connection). With
   *   a connection that breaks it may have taken effect all the same: statements must be such that
   *   sending them again is right.
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

  /**
   * Does something that copies of the program should not do at the same time: if the database is shared,
   * each waits for the others. This only saves work and guarantees nothing: a copy whose connection
   * breaks loses its turn while it works.
   *
   * @throws `Unavailable` if it got no turn; nothing was done then. Otherwise as `work` does.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>

  /** Finishes what was asked for before, then closes. */
  close(): Promise<void>
}

/** The rows that each of several statements returns. */
export type RowsOf<Queries extends readonly CompiledQuery[]> = {
  -readonly [At in keyof Queries]: Queries[At] extends CompiledQuery<infer Row> ? Row[] : never
}

/** A row that the schema refuses: its key exists already, or a value is missing. */
export class ConstraintViolated extends Error {
  override name = 'ConstraintViolated'
}

/** The program's user in the database has no right to do this. Nothing was done. */
export class NoRight extends Error {
  override name = 'NoRight'
}

/** A database that cannot be opened. The message names it and says what is wrong and what to do. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}
