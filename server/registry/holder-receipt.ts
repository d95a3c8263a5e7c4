import { entryBytes } from '#certificates/log-entry.ts'
import { withExtra } from '#certificates/receipt.ts'
import { proveInclusion } from './find-certificate.ts'
import { findStamp } from './find-stamp.ts'
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
  const [newest, stamp] = await Promise.all([
    proveInclusion(registry, index),
    findStamp(registry, index),
  ])
  const receipt = stamp?.isInBlock ? stamp.receipt : newest.receipt
  return withExtra(receipt, entryBytes(newest.entry))
}
