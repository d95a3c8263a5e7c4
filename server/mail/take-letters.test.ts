import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../database/sqlite/sqlite-database.ts'
import { dueLetters } from './take-letters.ts'

test('the next letters are found in the order of an index, however many wait or were sent', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-letters-'))
  const database = await openSqliteDatabase(path.join(folder, 'naic.sqlite'))
  try {
    const { sql, parameters } = dueLetters(database.build, 1, new Date()).select('id').compile()
    const plan = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters])
    const steps = (await database.read(plan as CompiledQuery<{ detail: string }>)).map(
      ({ detail }) => detail,
    )
    expect(steps).toEqual(['SEARCH letter USING INDEX letter_waiting (rank=? AND due_at<?)'])
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
})
