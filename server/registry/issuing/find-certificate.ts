import type { Kysely } from 'kysely'
import { type CertificateFacts, type SecuredCredential } from '#credential/credential.ts'
import type { RowsOf } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Registry } from '../registry.ts'
import type { Head } from '../log/head.ts'
import type { Inclusion } from '../log/log-tree.ts'

export type FoundCertificate = {
  facts: CertificateFacts
  credential: SecuredCredential
  /** In the log. */
  logIndex: number
  /** With the place of its entry in the log. */
  revoked: { at: string; reason: string; logIndex: number } | undefined
}

/** With its revocation, if there is one; for `toCertificate`. */
export const certificateQuery = (build: Kysely<Tables>, id: string) =>
  build
    .selectFrom('certificate')
    .leftJoin('revocation', 'certificate_id', 'id')
    .selectAll('certificate')
    .select(['revoked_at', 'reason', 'revocation.log_index as revoked_index'])
    .where('id', '=', id)
    .compile()

type CertificateRow = RowsOf<[ReturnType<typeof certificateQuery>]>[0][number]

/**
 * @returns undefined when no certificate has this id.
 * @throws when the database cannot answer, which is not the same.
 */
export async function findCertificate(
  { database }: Pick<Registry, 'database'>,
  id: string,
): Promise<FoundCertificate | undefined> {
  const [row] = await database.read(certificateQuery(database.build, id))
  return row && toCertificate(row)
}

export function toCertificate(row: CertificateRow): FoundCertificate {
  return {
    facts: {
      id: row.id,
      holder: row.holder,
      domain: row.domain,
      duration: row.duration,
      verifiedOn: row.verified_on,
    },
    credential: JSON.parse(row.credential) as SecuredCredential,
    logIndex: row.log_index,
    revoked: row.revoked_at
      ? { at: row.revoked_at, reason: row.reason ?? '', logIndex: Number(row.revoked_index) }
      : undefined,
  }
}

/**
 * The proof that an entry is in the log.
 *
 * @param of the checkpoint that it leads to; the newest unless given.
 * @throws RegistryRefused when the log is damaged.
 */
export async function proveInclusion(
  { log }: Pick<Registry, 'log'>,
  index: number,
  of?: Head,
): Promise<Inclusion> {
  const place = { index, head: of ?? (await log.begunHead()) }
  const prove = await log.tree.readProofs([place])
  return prove(place)
}
