import { readSigned } from '#credential/credential.ts'
import { standingOf } from '../issuing/certificate-standing.ts'
import { certificatesQuery, findCertificate } from '../issuing/find-certificate.ts'
import { findHolderAddress } from '../issuing/plan-revocation.ts'
import { readKeys } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'
import type { OrderFields } from './orders-of-applications.ts'

/**
 * What the newest certificate under a reference says, so that somebody who corrects it types only what is
 * to be another.
 *
 * @returns `taken back` with it where it was revoked or is void; `stands` where that is still to be done;
 *   undefined where there is none, or nothing of it can be read.
 * @throws as `findCertificate` does.
 */
export async function fieldsToCorrect(
  registry: Pick<Registry, 'database' | 'log' | 'siteUrl'>,
  reference: string,
): Promise<
  { state: 'taken back'; fields: OrderFields } | { state: 'stands'; id: string } | undefined
> {
  const { database } = registry
  const query = certificatesQuery(database.build)
    .where('external_reference', '=', reference)
    .orderBy('certificate.log_index', 'desc')
    .limit(1)
  const [row] = await database.read(query.compile())
  const found = row && (await findCertificate(registry, row.id))
  if (!found || 'erasedAt' in found) return undefined
  if (standingOf(row, await readKeys(database)) === 'stands') return { state: 'stands', id: row.id }
  const { holder, domain, duration, verifiedOn: verified_on } = found.facts
  const internship = readSigned(found.credential)?.learnt?.internship ?? ''
  const email = (await findHolderAddress(database, row.id, reference)) ?? ''
  const fields = { reference, holder, domain, duration, verified_on, internship, email }
  return { state: 'taken back', fields }
}
