import path from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { proveSyncedHere } from '#files/prove-synced.ts'
import type { Statement, StatementResult } from '../connected.ts'
import { runStatement } from './run-statement.ts'

/** The thread that holds a connection. It does what it is asked in order, while nobody waits on the disk. */

/** https://www.sqlite.org/rescode.html */
const SQLITE_IOERR_FSYNC = 1034
const noTransaction = Object.assign(new Error('its transaction is over'), { errcode: 4 })

export type Opened = { file: string; mode: 'read' | 'write'; keptMb: number | undefined }
const { file, mode, keptMb } = workerData as Opened
const port = parentPort
if (!port) throw new Error('sqlite-worker.ts runs as a worker thread only.')

const sqlite = open()
const prepared = new Map<string, StatementSync>()
/** Whether a commit was begun of which nobody knows yet that it is on the disk. */
let isInDoubt = false
/** Why there is no transaction: SQLite has not begun it, or has ended it by itself. */
let whyOver: unknown = noTransaction

/** What a thread is asked to do. */
const steps = {
  read: readOneState,
  /** Begins a transaction for writing. */
  begin,
  write: (statements: readonly Statement[]) => statements.map(write),
  /** Ends it: all of it is on the disk. */
  commit,
  close,
} satisfies Record<string, (statements: readonly Statement[]) => StatementResult[]>

export type Step = keyof typeof steps
export type Failure = { message: string; sqliteCode: number }
export type Reply = { id: number } & ({ results: StatementResult[] } | { failure: Failure })
type Message = { id: number; step: Step; statements: readonly Statement[] }

port.on('message', ({ id, step, statements }: Message) => {
  try {
    port.postMessage({ id, results: steps[step](statements) })
  } catch (error) {
    const { message, errcode: sqliteCode = 0 } = error as Error & { errcode?: number }
    port.postMessage({ id, failure: { message, sqliteCode } })
  }
})

function open(): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: mode === 'read', timeout: 10_000 })
  if (keptMb !== undefined) database.exec(`PRAGMA cache_size = -${keptMb * 1_000}`)
  if (mode === 'write') {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    // What is erased is to be gone from the file as well.
    database.exec('PRAGMA secure_delete = ON')
    const journal = database.prepare('PRAGMA journal_mode').get()?.['journal_mode']
    const synchronous = database.prepare('PRAGMA synchronous').get()?.['synchronous']
    if (journal !== 'wal' || synchronous !== 2) {
      throw new Error(`SQLite would not be durable here: ${journal}, synchronous ${synchronous}.`)
    }
  }
  return database
}

/** One statement by itself sees the newest state; in a transaction, all see that of the first. */
function readOneState(statements: readonly Statement[]): StatementResult[] {
  if (statements.length < 2) return statements.map(run)
  try {
    sqlite.exec('BEGIN')
    return statements.map(run)
  } finally {
    // There is nothing to commit.
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
  }
}

function begin(): [] {
  whyOver = noTransaction
  try {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    // SQLite may start its log over, although a checkpoint has not really reached the file.
    if (isInDoubt) requireSynced()
    isInDoubt = true
    sqlite.exec('BEGIN IMMEDIATE')
    return []
  } catch (error) {
    whyOver = error
    throw error
  }
}

/** When the disk is full, SQLite rolls the whole transaction back: nothing may be done outside of one. */
function write(statement: Statement): StatementResult {
  if (!sqlite.isTransaction) throw whyOver
  try {
    return run(statement)
  } catch (error) {
    if (!sqlite.isTransaction) whyOver = error
    throw error
  }
}

function commit(): [] {
  if (!sqlite.isTransaction) throw whyOver
  try {
    sqlite.exec('COMMIT')
    requireSynced()
    isInDoubt = false
    return []
  } finally {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
  }
}

function close(): [] {
  sqlite.close()
  port?.unref()
  return []
}

/**
 * Asked of a transaction that changed nothing as well: "it is stored already" is an answer too, and what was
 * refused a moment ago for want of this proof can be read.
 *
 * @throws the system's error, as a failed sync of SQLite's.
 */
function requireSynced(): void {
  try {
    proveSyncedHere(path.dirname(file))
  } catch (error) {
    throw Object.assign(error as Error, { errcode: SQLITE_IOERR_FSYNC })
  }
}

/** The server has some hundred; a list of values, such as of ids, makes another one for each length. */
const mostPrepared = 300

/** The one that was used longest ago is forgotten first. */
function preparedFor(sql: string): StatementSync {
  const statement = prepared.get(sql) ?? sqlite.prepare(sql)
  prepared.delete(sql)
  prepared.set(sql, statement)
  const [oldest] = prepared.size > mostPrepared ? prepared.keys() : []
  if (oldest !== undefined) prepared.delete(oldest)
  return statement
}

const run = ({ sql, parameters }: Statement) => runStatement(preparedFor(sql), parameters)
