import type { Database } from '../database/database.ts'
import type { ListedApplication } from './listed-application.ts'

export type IssuedFor = { id: string; state: 'stands' | 'revoked' | 'erased' }

/** @returns the certificates that were issued for an application, by whose reference they go. */
export async function certificatesFor(
  { build, read }: Pick<Database, 'build' | 'read'>,
  { id, reference }: Pick<ListedApplication, 'id' | 'reference'>,
): Promise<IssuedFor[]> {
  const rows = await read(
    build
      .selectFrom('certificate')
      .leftJoin('revocation', 'revocation.certificate_id', 'certificate.id')
      .leftJoin('erasure', 'erasure.certificate_id', 'certificate.id')
      .select(['certificate.id', 'revocation.certificate_id as revoked'])
      .select('erasure.certificate_id as erased')
      .where('external_reference', 'in', [reference, id])
      .orderBy('certificate.id')
      .compile(),
  )
  return rows.map((row) => ({
    id: row.id,
    state: row.erased !== null ? 'erased' : row.revoked !== null ? 'revoked' : 'stands',
  }))
}

/**
 * @returns the id of the certificate that was issued for an application, by whose reference it goes, and was
 *   neither revoked nor erased since; undefined where there is none.
 */
export async function standingCertificate(
  database: Pick<Database, 'build' | 'read'>,
  application: Pick<ListedApplication, 'id' | 'reference'>,
): Promise<string | undefined> {
  const issued = await certificatesFor(database, application)
  return issued.find(({ state }) => state === 'stands')?.id
}
