import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { StatementResult } from '../connected.ts'

/** @throws what SQLite throws. */
export function runStatement(
  statement: StatementSync,
  parameters: readonly unknown[],
): StatementResult {
  const values = parameters as SQLInputValue[]
  if (statement.columns().length === 0) {
    return { rows: [], changes: Number(statement.run(...values).changes) }
  }
  const rows = statement.all(...values)
  return { rows, changes: rows.length }
}
