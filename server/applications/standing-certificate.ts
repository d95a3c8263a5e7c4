import type { Database } from '../database/database.ts'
import { type Standing, standingOf } from '../registry/issuing/stored-certificate.ts'
import { keysQuery } from '../registry/keys/registry-keys.ts'
import type { ListedApplication } from './listed-application.ts'

export type IssuedFor = { id: string; state: Standing }

/** @returns the certificates that were issued for an application, by whose reference they go, oldest first. */
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

/**
 * @returns the id of the certificate that was issued for an application, by whose reference it goes, and stands;
 *   undefined where there is none.
 */
export async function standingCertificate(
  database: Pick<Database, 'build' | 'readTogether'>,
  application: Pick<ListedApplication, 'id' | 'reference'>,
): Promise<string | undefined> {
  const issued = await certificatesFor(database, application)
  return issued.find(({ state }) => state === 'stands')?.id
}
