import type { Database } from '../database/database.ts'
import type { ListedApplication } from './listed-application.ts'

/**
 * @returns the id of the certificate that was issued for an application, by whose reference it goes, and was
 *   neither revoked nor erased since; undefined where there is none.
 */
export async function standingCertificate(
  { build, read }: Pick<Database, 'build' | 'read'>,
  { id, reference }: Pick<ListedApplication, 'id' | 'reference'>,
): Promise<string | undefined> {
  const [row] = await read(
    build
      .selectFrom('certificate')
      .leftJoin('revocation', 'revocation.certificate_id', 'certificate.id')
      .leftJoin('erasure', 'erasure.certificate_id', 'certificate.id')
      .select('certificate.id')
      .where('external_reference', 'in', [reference, id])
      .where('revocation.certificate_id', 'is', null)
      .where('erasure.certificate_id', 'is', null)
      .limit(1)
      .compile(),
  )
  return row?.id
}
