import type { Tables } from '#server/database/tables.ts'
import { tablesOfPeople } from '#server/database/tables-of-people.ts'

/**
 * Every table, with the columns that tell its rows apart, in the order in which they are moved: what
 * a row refers to goes before it.
 *
 * `registry` comes first and `log_entry` last. A server that is started on rows half moved finds a
 * registry that was made, and a log with fewer entries than were signed, and refuses.
 */
export const movedTables = {
  registry: ['id'],
  application: ['id'],
  contact_message: ['id'],
  application_status: ['application_id'],
  status_change: ['application_id', 'number'],
  message_answer: ['message_id'],
  letter: ['id'],
  registry_key: ['name'],
  key_revocation: ['name'],
  certificate: ['id'],
  certificate_key: ['certificate_id'],
  erasure: ['certificate_id'],
  revocation: ['certificate_id'],
  log_node: ['id'],
  log_checkpoint: ['size'],
  log_stamp: ['size', 'calendar'],
  witness_cosignature: ['vkey'],
  journal: ['id'],
  resume_place: ['number'],
  log_entry: ['position'],
} as const satisfies { [Table in keyof Tables]: readonly (keyof Tables[Table])[] }

export type MovedTable = keyof typeof movedTables

export const tableNames = Object.keys(movedTables) as MovedTable[]

/** The table that loses rows, as certificates are erased, while a move may be broken off. */
export const vanishing: MovedTable = 'certificate_key'

/**
 * Tables that lose rows, as people are erased. What is missing in them after a move is no fault; before
 * it, what is there beyond the source may be somebody else's, and is never taken away.
 */
export const erasable: ReadonlySet<MovedTable> = new Set([...tablesOfPeople, vanishing])

/** Tables whose rows the program goes on changing. */
export const changingTables: ReadonlySet<MovedTable> = new Set([
  'application_status',
  'letter',
  'log_stamp',
  'witness_cosignature',
])
