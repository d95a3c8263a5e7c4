import { DatabaseError } from 'pg'
import { Unavailable } from '#unavailable.ts'
import { ConstraintViolated, DatabaseUnusable, NoRight } from '../database.ts'

/**
 * SQLSTATEs, or classes of them, that pass, or that somebody has to mend; sending the same again is right.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const passing = new Map([
  ['08', 'the connection broke'],
  ['25006', 'it can only be read'],
  ['25P03', 'it took too long'],
  ['25P04', 'it took too long'],
  ['28', 'it does not let us in'],
  ['3D', 'it is gone'],
  ['40', 'others were in the way'],
  ['53', 'it has no room left'],
  ['55', 'others were in the way'],
  ['57', 'it stops, starts, or took too long'],
  ['58', 'its disk is at fault'],
  ['F0', 'its files are at fault'],
  ['XX', 'it is damaged'],
])

/**
 * What went wrong, in the words of the seam. The message names no user and no value: PostgreSQL
 * puts those into its own, and it may be logged.
 */
export function toError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const code = error.code ?? ''
    if (code.startsWith('23')) return new ConstraintViolated(error.message)
    if (code === '42501') return new NoRight('The user of the database has no right to do this.')
    const fault = passing.get(code) ?? passing.get(code.slice(0, 2))
    return fault ? new Unavailable(`The database is unavailable: ${fault} (${code}).`) : error
  }
  // A mistake of ours in a statement; all else that is thrown is of the network.
  if (error instanceof TypeError || error instanceof RangeError) return error
  if (error instanceof Unavailable) return error
  const message = (error as Error | undefined)?.message ?? String(error)
  if (error instanceof DatabaseUnusable) return new Unavailable(`The database: ${message}`)
  return new Unavailable(`The database is unavailable: ${codeOf(error) ?? message}.`)
}

/** Of the system or of TLS, such as ECONNREFUSED. */
export const codeOf = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** Whether the transaction was undone because others wrote at the same time. */
export const isAboutOthers = (error: unknown): boolean =>
  error instanceof DatabaseError && ['40001', '40P01'].includes(error.code ?? '')

/** Whether the server has answered, and so undone what it was asked; else nobody knows. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'
