import type { CompiledQuery } from 'kysely'
import type { Database } from '../database/database.ts'

/**
 * The statements that delete applications or messages, with all that is kept beside them: how far they
 * are, and their letters. A letter that was posted meanwhile goes as well.
 */
export function deleteRows(
  { build }: Pick<Database, 'build'>,
  ids: readonly string[],
): CompiledQuery[] {
  if (ids.length === 0) return []
  return [
    ...ids.map((id) =>
      build.deleteFrom('letter').where('id', '>=', `${id}-`).where('id', '<', `${id}.`).compile(),
    ),
    build.deleteFrom('status_change').where('application_id', 'in', ids).compile(),
    build.deleteFrom('application_status').where('application_id', 'in', ids).compile(),
    build.deleteFrom('message_answer').where('message_id', 'in', ids).compile(),
    build.deleteFrom('application').where('id', 'in', ids).compile(),
    build.deleteFrom('contact_message').where('id', 'in', ids).compile(),
  ]
}
