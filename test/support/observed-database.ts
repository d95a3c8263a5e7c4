import { CompiledQuery, PostgresAdapter } from 'kysely'
import { connected, type Statement, toStatement } from '@naic/store/database/connected.ts'
import type { Database } from '@naic/store/database/database.ts'

/** The same database. @param observe is called, and waited for, before each statement that reads. */
export function observedDatabase(
  database: Database,
  observe: (statement: Statement) => unknown,
): Database {
  const isPostgres = database.read.getExecutor().adapter instanceof PostgresAdapter
  const read = connected(isPostgres ? 'postgres' : 'sqlite', async (statement) => {
    await observe(statement)
    const { sql, parameters } = statement
    const [rows] = await database.readTogether([CompiledQuery.raw(sql, [...parameters])])
    return { rows, changes: 0 }
  })
  const readTogether: Database['readTogether'] = async (questions) => {
    for (const question of questions) await observe(toStatement(question))
    return database.readTogether(questions)
  }
  return { ...database, read, readTogether }
}
