import { type Logger, pino } from 'pino'

export type Log = Logger

/**
 * The server's own log: JSON lines on standard output. What goes in must hold no personal
 * data: no visitor's address, no query string, nothing typed into a form.
 */
export function createLog(): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
