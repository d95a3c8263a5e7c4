import { entryBytes, type LogEntry } from '#credential/log-entry.ts'
import { hashLeaf, verifyInclusion } from '#credential/merkle-tree.ts'
import { parseReceipt } from '#credential/receipt.ts'
import type { LogTree, Place } from './log-tree.ts'

/**
 * An entry as it was signed: what is stored may have been changed by hand.
 *
 * @returns undefined where it was.
 * @throws RegistryRefused when the log has no such entry, or a hash is missing.
 */
export async function proveEntry(tree: LogTree, place: Place): Promise<LogEntry | undefined> {
  const { index, head } = place
  const prove = await tree.readProofs([place])
  const { entry, receipt } = await prove(place)
  const leaf = await hashLeaf(entryBytes(entry))
  const proof = parseReceipt(receipt)?.proof ?? []
  const { size, root } = head
  return (await verifyInclusion({ leaf, index, size, root }, proof)) ? entry : undefined
}
