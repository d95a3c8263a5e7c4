import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { proveSyncedHere } from '#files/prove-synced.ts'
import type { StatementResult } from '../database.ts'

/**
 * The thread that holds a connection. Jobs that arrive while a commit waits for the disk are
 * committed together by the next one: one sync for many acknowledgements (group commit).
 */

export type Statement = { sql: string; parameters: readonly unknown[] }
export type Job = { id: number; statements: readonly Statement[] }
export type Failure = { message: string; sqliteCode: number }
export type Reply = { id: number; results: StatementResult[] } | { id: number; failure: Failure }

/** https://www.sqlite.org/rescode.html */
const SQLITE_IOERR_FSYNC = 1034

type Opened = { file: string; mode: 'read' | 'write'; keptMb: number | undefined }
const { file, mode, keptMb } = workerData as Opened
const port = parentPort
if (!port) throw new Error('sqlite-worker.ts runs as a worker thread only.')

const sqlite = open()
const prepared = new Map<string, StatementSync>()
/** How many rows this connection has changed since it was opened. */
const countChanges = sqlite.prepare('SELECT total_changes() AS changes')
const totalChanges = () => Number(countChanges.get()?.['changes'])
let queue: Job[] = []
let closing = false
/** Whether a commit was begun of which nobody knows yet that it is on the disk. */
let isInDoubt = false

port.on('message', (message: Job | 'close') => {
  if (queue.length === 0) setImmediate(flush)
  if (message === 'close') closing = true
  else queue.push(message)
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

function flush(): void {
  const batch = queue
  queue = []
  const replies = mode === 'write' ? commitTogether(batch) : batch.map(readOneState)
  for (const reply of replies) port?.postMessage(reply)
  if (closing) {
    sqlite.close()
    port?.close()
  }
}

function commitTogether(batch: readonly Job[]): Reply[] {
  if (batch.length === 0) return []
  try {
    // SQLite may start its log over, although a checkpoint has not really reached the file.
    if (isInDoubt) requireSynced()
    isInDoubt = true
    sqlite.exec('BEGIN IMMEDIATE')
    const replies = batch.map(attemptInSavepoint)
    sqlite.exec('COMMIT')
    requireSynced()
    isInDoubt = false
    return replies
  } catch (error) {
    // Nobody was told yet, so nobody is: the whole batch failed.
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    const failure = error instanceof TransactionLost ? error.failure : toFailure(error)
    return batch.map(({ id }) => ({ id, failure }))
  }
}

/**
 * Asked of a batch that changed nothing as well: "it is stored already" is an answer too, and what was
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

/** SQLite rolled the whole transaction back by itself, as it does when the disk is full. */
class TransactionLost extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** One job's mistake must not undo its neighbours'. A fault of the engine fails the batch. */
function attemptInSavepoint(job: Job): Reply {
  sqlite.exec('SAVEPOINT job')
  const reply = attempt(job)
  if ('failure' in reply) {
    if (!sqlite.isTransaction) throw new TransactionLost(reply.failure)
    sqlite.exec('ROLLBACK TO job')
  }
  sqlite.exec('RELEASE job')
  return reply
}

/** Each statement by itself sees the newest state; in a transaction, all see that of the first. */
function readOneState(job: Job): Reply {
  if (job.statements.length < 2) return attempt(job)
  try {
    sqlite.exec('BEGIN')
    return attempt(job)
  } catch (error) {
    return { id: job.id, failure: toFailure(error) }
  } finally {
    // There is nothing to commit.
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
  }
}

function attempt({ id, statements }: Job): Reply {
  try {
    return { id, results: statements.map(runStatement) }
  } catch (error) {
    return { id, failure: toFailure(error) }
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

function runStatement({ sql, parameters }: Statement): StatementResult {
  const statement = preparedFor(sql)
  const values = parameters as SQLInputValue[]
  if (statement.columns().length > 0) {
    const before = totalChanges()
    const rows = statement.all(...values)
    return { rows, changes: totalChanges() - before }
  }
  return { rows: [], changes: Number(statement.run(...values).changes) }
}

function toFailure(error: unknown): Failure {
  const sqliteCode =
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
      ? error.errcode
      : 0
  return { message: error instanceof Error ? error.message : String(error), sqliteCode }
}
