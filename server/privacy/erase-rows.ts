import type { CompiledQuery } from 'kysely'
import type { Database } from '../database/database.ts'
import { emptyLetters } from '../registry/issuing/erase-certificate.ts'

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

/**
 * The statements that take letters away. The row of one that told of a certificate stays, without its
 * words, as when the certificate is erased.
 */
export function removeLetters(
  database: Database,
  ids: readonly string[],
  now: Date,
): CompiledQuery[] {
  const ofCertificates = ids.filter((id) => id.startsWith('certificate-'))
  const others = ids.filter((id) => !id.startsWith('certificate-'))
  return [
    ...(others.length > 0
      ? [database.build.deleteFrom('letter').where('id', 'in', others).compile()]
      : []),
    ...(ofCertificates.length > 0 ? emptyLetters(database, ofCertificates, now.toISOString()) : []),
  ]
}
