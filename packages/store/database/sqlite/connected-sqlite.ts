import type { DatabaseSync } from 'node:sqlite'
import { connected } from '../connected.ts'
import type { Tables } from '../tables.ts'
import { runStatement } from './run-statement.ts'

/** @returns Kysely that asks in this thread; whoever opened the file begins and commits. */
export const connectedSqlite = <Owned = Tables>(sqlite: DatabaseSync) =>
  connected<Owned>('sqlite', async ({ sql, parameters }) =>
    runStatement(sqlite.prepare(sql), parameters),
  )
