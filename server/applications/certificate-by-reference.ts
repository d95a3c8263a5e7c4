import { idsOf, referenceOf } from '#forms/reference.ts'
import type { Database } from '../database/database.ts'
import { findApplications } from './find-application.ts'
import { certificatesFor } from './standing-certificate.ts'

/**
 * @param typed what may be an application's reference, as people type it.
 * @returns the id of the certificate that was issued under it: of several the one that stands; or that the
 *   application has none; undefined for what is no application's reference.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function certificateByReference(
  database: Database,
  typed: string,
): Promise<{ id: string } | { without: string } | undefined> {
  const ids = idsOf(typed)
  if (!ids) return undefined
  const reference = referenceOf(ids.first)
  const applications = await findApplications(database, typed)
  const id = applications[0]?.id ?? ids.first
  const issued = await certificatesFor(database, { id, reference })
  const shown = issued.find(({ state }) => state === 'stands') ?? issued.at(-1)
  if (shown) return { id: shown.id }
  return applications.length > 0 ? { without: reference } : undefined
}
