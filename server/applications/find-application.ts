import { idsMeant } from '#forms/reference.ts'
import type { Database } from '../database/database.ts'

/**
 * @param asked a reference as people type it, or a whole id.
 * @returns the applications that it may stand for: none, one, or in a case of many millions two.
 * @throws when the database cannot answer.
 */
export async function findApplications({ build, read }: Database, asked: string) {
  const ids = idsMeant(asked)
  return read(
    build
      .selectFrom('application')
      .selectAll()
      .where('id', '>=', ids.first)
      .where('id', '<=', ids.last)
      .orderBy('id')
      .compile(),
  )
}
