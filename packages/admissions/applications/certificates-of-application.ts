import { idsOf, referenceOf } from '#forms/reference.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { type Standing, standingOf } from '@naic/registry/issuing/stored-certificate.ts'
import { keysQuery } from '@naic/registry/keys/registry-keys.ts'
import { findApplication, type ListedApplication } from './list-applications.ts'

export type IssuedFor = { id: string; state: Standing }

/** @returns the certificates that were issued under an application's reference, oldest first. */
export async function certificatesFor(
  { build, readTogether }: Pick<Database, 'build' | 'readTogether'>,
  { id, reference }: Pick<ListedApplication, 'id' | 'reference'>,
): Promise<IssuedFor[]> {
  const query = build
    .selectFrom('certificate')
    .leftJoin('revocation', 'revocation.certificate_id', 'certificate.id')
    .leftJoin('erasure', 'erasure.certificate_id', 'certificate.id')
    .select(['certificate.id', 'certificate.log_index', 'revoked_at', 'erased_at'])
    .where('external_reference', 'in', [reference, id])
    .orderBy('certificate.log_index')
  const [rows, keys] = await readTogether([query.compile(), keysQuery(build)])
  return rows.map((row) => ({ id: row.id, state: standingOf(row, keys) }))
}

/** @returns the id of the application's valid certificate; undefined if it has none. */
export async function standingCertificate(
  database: Pick<Database, 'build' | 'readTogether'>,
  application: Pick<ListedApplication, 'id' | 'reference'>,
): Promise<string | undefined> {
  const issued = await certificatesFor(database, application)
  return issued.find(({ state }) => state === 'stands')?.id
}

/**
 * @param typed what may be an application's reference, as people type it.
 * @returns the id of the certificate that was issued under it, if possible the valid one; `without` if
 *   the application has none; undefined if no application has this reference.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function certificateByReference(
  database: Database,
  typed: string,
): Promise<{ id: string } | { without: string } | undefined> {
  const ids = idsOf(typed)
  if (!ids) return undefined
  const reference = referenceOf(ids.first)
  const found = await findApplication(database, typed)
  const [other] = found.state === 'several' ? found.others : []
  const id = (found.state === 'found' ? found.row.id : other?.id) ?? ids.first
  const issued = await certificatesFor(database, { id, reference })
  const shown = issued.find(({ state }) => state === 'stands') ?? issued.at(-1)
  if (shown) return { id: shown.id }
  return found.state === 'unknown' ? undefined : { without: reference }
}
