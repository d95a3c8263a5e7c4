import { type CertificateFacts, type SecuredCredential } from '#credential/credential.ts'
import type { LogEntry } from '#credential/log-entry.ts'
import { formatReceipt } from '#credential/receipt.ts'
import type { Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { inclusionRanges } from '../log/subtree.ts'
import type { Head } from '../log/head.ts'

export type FoundCertificate = {
  facts: CertificateFacts
  credential: SecuredCredential
  /** In the log. */
  logIndex: number
  /** With the place of its entry in the log. */
  revoked: { at: string; reason: string; logIndex: number } | undefined
}

/**
 * @returns undefined when no certificate has this id.
 * @throws when the database cannot answer, which is not the same.
 */
export async function findCertificate(
  { database }: Pick<Registry, 'database'>,
  id: string,
): Promise<FoundCertificate | undefined> {
  const { build, read } = database
  const [row] = await read(
    build
      .selectFrom('certificate')
      .leftJoin('revocation', 'certificate_id', 'id')
      .selectAll('certificate')
      .select(['revoked_at', 'reason', 'revocation.log_index as revoked_index'])
      .where('id', '=', id)
      .compile(),
  )
  if (!row) return undefined
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
  { database, log }: Pick<Registry, 'database' | 'log'>,
  index: number,
  of?: Head,
): Promise<{ entry: LogEntry; receipt: string }> {
  const head = of ?? (await log.begunHead())
  const { build, read } = database
  const query = build.selectFrom('log_entry').select('entry').where('position', '=', index)
  const [row] = await read(query.compile())
  if (!row || index >= head.size) throw new RegistryRefused(`The log has no entry ${index}.`)
  const proof = await log.tree.rangeHashes(inclusionRanges(index, { begin: 0, end: head.size }))
  return {
    entry: JSON.parse(row.entry) as LogEntry,
    receipt: formatReceipt({ index, proof, checkpoint: head.note }),
  }
}
