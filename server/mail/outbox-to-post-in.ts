import type { Database } from '../database/database.ts'
import { createLog } from '../log.ts'
import { Outbox } from './outbox.ts'

const nobody = { send: () => Promise.reject(new Error('This process sends no letters.')) }

/**
 * The outbox for a process that sends nothing, such as a command: what it posts waits for the
 * server, which looks every half minute.
 */
export const outboxToPostIn = (database: Database): Outbox =>
  new Outbox(database, nobody, createLog())
