import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * The server's own log: JSON lines on standard output. What goes in must hold no personal
 * data: no visitor's address, no query string, nothing typed into a form.
 */
export function createLog(to?: DestinationStream): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ base: null, timestamp, serializers: { err: describeError } }, to)
}

/** pino alone would add whatever an error carries; a database's has the row that it refused. */
function describeError(error: Error & { code?: unknown }) {
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, code: error.code, message, stack }
}
