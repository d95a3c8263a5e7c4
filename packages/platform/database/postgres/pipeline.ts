import type { Client, Connection, Submittable } from 'pg'
import type { StatementResult } from '../database.ts'

export type Statement = { sql: string; parameters: readonly unknown[] }

/** As pg hands on what the server says: https://www.postgresql.org/docs/current/protocol-message-formats.html */
type RowDescription = { fields: readonly { name: string; dataTypeID: number }[] }
type DataRow = { fields: readonly (string | null)[] }
type CommandComplete = { text: string }

/**
 * PostgreSQL's pipelining: many statements in one message, all answered in one round trip. The
 * server stops at the first mistake and does none of the rest.
 *
 * pg itself waits for the answer to every statement; this is a query class of the kind that it takes.
 */
class Pipeline implements Submittable {
  readonly #statements: readonly { text: string; values: (string | null)[] }[]
  readonly #results: StatementResult[] = []
  #fields: RowDescription['fields'] = []
  #rows: unknown[] = []
  #mistake: unknown
  readonly #heard: () => void
  readonly #done: (results: StatementResult[]) => void
  readonly #failed: (error: unknown) => void

  /** @param then `heard` is called whenever the server shows that it is at work. */
  constructor(
    statements: readonly Statement[],
    then: {
      heard: () => void
      done: (results: StatementResult[]) => void
      failed: (error: unknown) => void
    },
  ) {
    this.#statements = statements.map(({ sql, parameters }) => ({
      text: sql,
      values: parameters.map(toText),
    }))
    this.#heard = then.heard
    this.#done = then.done
    this.#failed = then.failed
  }

  submit(connection: Connection): void {
    connection.stream.cork()
    for (const { text, values } of this.#statements) {
      connection.parse({ text, name: '', types: [] }, true)
      connection.bind({ values }, true)
      connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#fields = fields
  }

  handleDataRow({ fields }: DataRow): void {
    this.#heard()
    try {
      this.#rows.push(
        Object.fromEntries(
          this.#fields.map(({ name, dataTypeID }, at) => [
            name,
            toValue(fields[at] ?? null, dataTypeID),
          ]),
        ),
      )
    } catch (error) {
      this.#mistake ??= error
    }
  }

  handleCommandComplete({ text }: CommandComplete): void {
    this.#heard()
    this.#results.push({ rows: this.#rows, changes: changesOf(text) })
    this.#fields = []
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    if (this.#mistake === undefined) this.#done(this.#results)
    else this.#failed(this.#mistake)
  }

  handleError(error: unknown): void {
    this.#failed(error)
  }
}

/** @param tag such as "UPDATE 2" or "INSERT 0 1"; after SELECT, the number counts the rows it read. */
function changesOf(tag: string): number {
  const changed = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(tag)
  return Number(changed?.[1] ?? 0)
}

function toText(parameter: unknown): string | null {
  if (parameter === null || parameter === undefined) return null
  if (['string', 'number', 'boolean', 'bigint'].includes(typeof parameter)) return String(parameter)
  throw new TypeError(`A value of the type ${typeof parameter} is not for the database.`)
}

/** The server, or the network, sends nothing more. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Sends statements to the server together.
 *
 * @param patienceMs how long the server may say nothing.
 * @returns the result of each, in order. Nothing is known to be done before this.
 * @throws the server's error for the first statement that it refuses; {@link NoAnswer}, after which
 *   the client is useless, and nobody knows what was done.
 */
export async function runPipeline(
  client: Pick<Client, 'query'>,
  statements: readonly Statement[],
  patienceMs: number,
): Promise<StatementResult[]> {
  let silence: NodeJS.Timeout | undefined
  try {
    return await new Promise((done, failed) => {
      const heard = () => void silence?.refresh()
      silence = setTimeout(
        () => failed(new NoAnswer(`no answer for ${patienceMs / 1000} seconds`)),
        patienceMs,
      )
      client.query(new Pipeline(statements, { heard, done, failed }))
    })
  } finally {
    clearTimeout(silence)
  }
}

/** https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const whole = new Set([20, 21, 23, 26])
const fractional = new Set([700, 701, 1700])
const boolean = 16

/**
 * Reads a value from the server's text into what SQLite would give: numbers are numbers, also the
 * counts of rows, which have 64 bits.
 *
 * @param type its number in the catalogue of types.
 * @throws RangeError for a number that a JavaScript number cannot hold.
 */
function toValue(text: string | null, type: number): string | number | boolean | null {
  if (text === null) return null
  if (fractional.has(type)) return Number(text)
  if (type === boolean) return text === 't'
  if (!whole.has(type)) return text
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large a number.`)
  return number
}
