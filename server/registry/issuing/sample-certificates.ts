import sampleCertificates from '#content/sample-certificates.json' with { type: 'json' }
import type { Database } from '#server/database/database.ts'
import type { Order } from './order.ts'

/** The certificates of invented people, for a first look. */
export const sampleOrders: readonly Order[] = sampleCertificates.map((sample) => ({
  id: sample.id,
  holder: sample.name,
  domain: sample.domain,
  duration: sample.duration,
  verifiedOn: sample.verificationDate,
  reference: undefined,
  email: undefined,
}))

/** @returns IDs of the samples that a registry has, and that were neither revoked nor erased. */
export async function standingSamples({ build, read }: Database): Promise<string[]> {
  const query = build
    .selectFrom('certificate')
    .leftJoin('revocation', 'revocation.certificate_id', 'id')
    .leftJoin('erasure', 'erasure.certificate_id', 'id')
    .select('id')
    .where(
      'id',
      'in',
      sampleCertificates.map(({ id }) => id),
    )
    .where('revoked_at', 'is', null)
    .where('erased_at', 'is', null)
    .orderBy('id')
  return (await read(query.compile())).map(({ id }) => id)
}
