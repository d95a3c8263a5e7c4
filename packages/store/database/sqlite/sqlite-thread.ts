import { Worker } from 'node:worker_threads'
import { Unavailable } from '#unavailable.ts'
import type { Statement, StatementResult } from '../connected.ts'
import { ConstraintViolated } from '../database.ts'
import type { Failure, Opened, Reply, Step } from './sqlite-worker.ts'

type Waiting = { resolve: (results: StatementResult[]) => void; reject: (error: Error) => void }

/**
 * A thread that owns one connection to a SQLite file. Should it die, everything it was asked
 * is refused as `Unavailable`, and the next call starts another.
 */
export class SqliteThread {
  readonly #opened: Opened
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0
  #closing: Promise<unknown> | undefined

  /** @param keptMb of the file, in memory; SQLite's own 2 MB if undefined. */
  constructor(file: string, mode: 'read' | 'write', keptMb?: number) {
    this.#opened = { file, mode, keptMb }
  }

  /** What is asked is done in order. @returns a result for each statement. */
  ask(step: Step, ...statements: readonly Statement[]): Promise<StatementResult[]> {
    if (this.#closing) return Promise.reject(new Unavailable('The database is closed.'))
    this.#worker ??= this.#start()
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker?.postMessage({ id, step, statements })
    })
  }

  /** Finishes what was asked, then ends the thread. */
  async close(): Promise<void> {
    // A thread that died has nothing to finish.
    this.#closing ??= this.#worker ? this.ask('close').catch(() => undefined) : Promise.resolve()
    await this.#closing
  }

  #start(): Worker {
    const workerData = this.#opened
    const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData })
    worker.on('message', (reply: Reply) => {
      const waiting = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if ('results' in reply) waiting?.resolve(reply.results)
      else waiting?.reject(toError(reply.failure))
    })
    worker.on('error', (error) => this.#abandon(worker, error))
    worker.on('exit', () => this.#abandon(worker, undefined))
    return worker
  }

  #abandon(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) {
      reject(new Unavailable('The database thread ended.', { cause }))
    }
    this.#waiting.clear()
  }
}

/** Primary result codes: https://www.sqlite.org/rescode.html */
const constraint = 19
/** Aborted, busy, read-only, input/output error, corrupt, full, cannot open, and not a database. */
const unavailable = new Set([4, 5, 8, 10, 11, 13, 14, 26])

function toError({ message, sqliteCode }: Failure): Error {
  const code = sqliteCode & 0xff
  if (code === constraint) return new ConstraintViolated(message)
  if (!unavailable.has(code)) return new Error(message)
  return new Unavailable(`The database is unavailable: ${message}.`)
}
