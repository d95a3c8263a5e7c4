import { entryBytes } from '#credential/log-entry.ts'
import { withExtra } from '#credential/receipt.ts'
import { proveInclusion } from './issuing/find-certificate.ts'
import { findStamp } from './stamps/find-stamp.ts'
import type { Registry } from './registry.ts'

/**
 * The receipt for the holder to keep. It brings along the entry that it proves, so that it can be
 * checked without us, and leads to a checkpoint that is in a block of Bitcoin, if there is one.
 *
 * @param index of the certificate's entry in the log.
 */
export async function holderReceipt(
  registry: Pick<Registry, 'database' | 'log'>,
  index: number,
): Promise<string> {
  const stamp = await findStamp(registry, index)
  const { entry, receipt } = stamp?.isInBlock ? stamp : await proveInclusion(registry, index)
  return withExtra(receipt, entryBytes(entry))
}
