import { entryBytes } from '#credential/log-entry.ts'
import { withExtra } from '#credential/receipt.ts'
import type { CertificateEvidence } from './certificate-evidence.ts'

/**
 * The receipt for the holder to keep. It brings along the entry that it proves, so that nothing
 * else is needed to see what it proves, and leads to a checkpoint that is in a block of Bitcoin, if there is one.
 */
export function holderReceipt({
  inclusion,
  stamp,
}: Pick<CertificateEvidence, 'inclusion' | 'stamp'>): string {
  const { entry, receipt } = stamp?.isInBlock ? stamp : inclusion
  return withExtra(receipt, entryBytes(entry))
}
