import { sql } from 'kysely'
import type { Database } from '@naic/store/database/database.ts'
import { openCredential, sealCredential } from '@naic/registry/issuing/stored-certificate.ts'

/**
 * What somebody can do to a certificate who has the database, keys of rows included: open it, have it say
 * something else, and seal it again.
 *
 * @returns the statements that put it in place.
 */
export async function resealed(
  { read }: Pick<Database, 'read'>,
  id: string,
  change: (text: string) => string,
): Promise<string[]> {
  const query = sql.raw<Record<string, string>>(
    `SELECT credential, key FROM certificate JOIN certificate_key ON certificate_id = id WHERE id = '${id}'`,
  )
  const { rows } = await query.execute(read)
  const [row] = rows
  const text = openCredential(id, row?.['credential'] ?? '', row?.['key'] ?? '')
  const { credential, key } = sealCredential(id, change(text))
  return [
    `UPDATE certificate SET credential = '${credential}' WHERE id = '${id}'`,
    `UPDATE certificate_key SET key = '${key}' WHERE certificate_id = '${id}'`,
  ]
}
