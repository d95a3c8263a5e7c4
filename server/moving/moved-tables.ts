import { councilSchema } from '#server/council-schema.ts'
import { isOfPeople, type Tables, tablesThat } from '#server/database/tables.ts'

/** Every table, with the columns that tell its rows apart, in the order in which they are moved. */
export const movedTables = Object.fromEntries(
  Object.entries(councilSchema.tables).map(([table, { key }]) => [table, key]),
) as unknown as Record<keyof Tables, readonly [string, ...string[]]>

export type MovedTable = keyof Tables

export const tableNames = Object.keys(movedTables) as MovedTable[]

/** The table that loses rows, as certificates are erased, while a move may be broken off. */
export const vanishing: MovedTable = 'certificate_key'

/**
 * Tables that lose rows, as people are erased. What is missing in them after a move is no fault; before
 * it, what is there beyond the source may be somebody else's, and is never taken away.
 */
export const erasable: ReadonlySet<MovedTable> = new Set([
  ...tablesThat(councilSchema, isOfPeople),
  vanishing,
])

/** Tables whose rows the program goes on changing. */
export const changingTables: ReadonlySet<MovedTable> = new Set([
  'application_status',
  'letter',
  'log_stamp',
  'witness_cosignature',
])
