import type { Client, Connection, Submittable } from 'pg'
import type { StatementResult } from '../database.ts'
import { toValue } from './wire-values.ts'

export type Statement = { sql: string; parameters: readonly unknown[] }

/** As pg hands on what the server says: https://www.postgresql.org/docs/current/protocol-message-formats.html */
type RowDescription = { fields: readonly { name: string; dataTypeID: number }[] }
type DataRow = { fields: readonly (string | null)[] }
type CommandComplete = { text: string }

/**
 * Statements that go to the server in one message, and are answered in one: one round trip,
 * however many they are. The server stops at the first mistake and does none of the rest.
 *
 * pg itself asks for an answer to every statement; this is a query class of the kind that it takes.
 */
class Exchange implements Submittable {
  readonly #statements: readonly { text: string; values: (string | null)[] }[]
  readonly #results: StatementResult[] = []
  #fields: RowDescription['fields'] = []
  #rows: unknown[] = []
  #mistake: unknown
  readonly #heard: () => void
  readonly #done: (results: StatementResult[]) => void
  readonly #failed: (error: unknown) => void

  constructor(
    statements: readonly Statement[],
    then: {
      /** Called whenever the server shows that it is at work. */
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

/** @param tag such as "UPDATE 2" or "INSERT 0 1"; of a SELECT, the number is of rows that it read. */
function changesOf(tag: string): number {
  const changed = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(tag)
  return Number(changed?.[1] ?? 0)
}

function toText(parameter: unknown): string | null {
  if (parameter === null || parameter === undefined) return null
  if (['string', 'number', 'boolean', 'bigint'].includes(typeof parameter)) return String(parameter)
  throw new TypeError(`A value of the type ${typeof parameter} is not for the database.`)
}

/** A server, or a network, from which nothing more comes. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Sends statements to the server together.
 *
 * @param patienceMs how long the server may say nothing.
 * @returns the result of each, in order. Only then is anything known to have been done.
 * @throws what the server says of the first that it refuses; {@link NoAnswer}, after which the
 *   client is of no more use, and it is not known what was done.
 */
export async function exchange(
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
      client.query(new Exchange(statements, { heard, done, failed }))
    })
  } finally {
    clearTimeout(silence)
  }
}
