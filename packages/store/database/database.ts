import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Schema, Tables } from './tables.ts'

/** What questions are asked with: `reading.selectFrom('letter').selectAll().execute()`. */
export type Reading = Pick<Kysely<Tables>, 'selectFrom' | 'executeQuery' | 'getExecutor'>

/** What a `write` reads and writes with. */
export type Transaction = Reading &
  Pick<Kysely<Tables>, 'insertInto' | 'updateTable' | 'deleteFrom' | 'with'>

/**
 * Where rows are kept. Statements are written once, in Kysely, for every engine.
 *
 * Every backend passes the same contract: `describe-database.ts`.
 */
export interface Database {
  /**
   * Asks one question at a time, which sees everything that a `write` has already returned for.
   *
   * @throws `Unavailable` when the engine cannot be asked. So does everything that reads with it.
   */
  readonly read: Reading

  /** What it was opened with: all tables and the facts about each. */
  readonly schema: Schema

  /** Whether several copies of the program can work on it at the same time, on any machines. */
  readonly isShared: boolean

  /**
   * The one door for writing: one transaction. What `work` has read still holds when it is committed, as
   * if nobody else had been at work meanwhile, so that a rule is an `if`. When this returns, what `work`
   * wrote survives a crash of the process and of the machine; whatever `work` throws, nothing of it
   * takes effect.
   *
   * Others wait for `work`, or it for them, and it may run again: it must wait for nothing but its own
   * statements, and change nothing else.
   *
   * @returns what `work` returns.
   * @throws what `work` throws; {@link ConstraintViolated} when a row breaks a rule of the schema, after
   *   which no statement of `work` can succeed; {@link NoRight}; `Unavailable` when the engine cannot
   *   keep the promise (a full disk, a lost connection, too many at once). With a connection that breaks
   *   it may have taken effect all the same: it must be such that doing it again is right.
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>

  /**
   * Asks several questions on one state of the database, which is no older than `read` promises:
   * whatever is committed in between, none of them sees it.
   *
   * @returns the rows of each, in order.
   * @throws `Unavailable` as `read` does.
   */
  readTogether<const Questions extends readonly Question[]>(
    questions: Questions,
  ): Promise<RowsOf<Questions>>

  /** Finishes what was asked for before, then closes. */
  close(): Promise<void>
}

/** A statement that only reads. */
export type Question<Row = unknown> = Compilable<Row> | CompiledQuery<Row>

/** The rows that each of several questions returns. */
export type RowsOf<Questions extends readonly Question[]> = {
  -readonly [At in keyof Questions]: Questions[At] extends Question<infer Row> ? Row[] : never
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
