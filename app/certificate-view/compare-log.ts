import { equal } from '#credential/bytes.ts'
import type { Checkpoint } from '#credential/checkpoint.ts'

/** The register was asked too often; the site did not answer as it should; this device has no network. */
export type Unreached = 'busy' | 'away' | 'offline'

/** What came of holding a certificate against the log as the site shows it now. */
export type Comparison =
  /** `seen` is the size in which this browser saw the log before. */
  | { state: 'compared'; seen: number | undefined }
  /** The live log does not have this certificate. */
  | { state: 'absent' }
  /** The receipt of a file is not of the live log, or not of this certificate. */
  | { state: 'receipt' }
  | { state: 'smaller' | 'changed'; seen: number; size: number }
  /** The site did not prove that the log only grew. */
  | { state: 'unproven' }
  /** The register erased it, and there is no receipt by which the log could be asked instead. */
  | { state: 'erased' }
  /** The register could not be asked. */
  | { state: Unreached }

/**
 * Whether the live log begins with what a receipt stands for, and with what this browser has seen.
 *
 * @param newest the live log's checkpoint, whose signature was checked.
 * @param seen read before the live log was asked, so that an honest answer is never older.
 */
export async function compareLog(
  newest: Checkpoint,
  { receipt, seen }: { receipt: Checkpoint | undefined; seen: Checkpoint | undefined },
): Promise<Comparison> {
  const [ofReceipt, ofSeen] = await Promise.all(
    [receipt, seen].map((older) => older && isBeginning(older, newest)),
  )
  if (ofReceipt === false) return { state: 'receipt' }
  if (seen && ofSeen === false) {
    const { size } = newest
    return { state: size < seen.size ? 'smaller' : 'changed', seen: seen.size, size }
  }
  if (ofReceipt === 'unproven' || ofSeen === 'unproven') return { state: 'unproven' }
  return { state: 'compared', seen: seen?.size }
}

/** What proves that a log grew is fetched where it has: few browsers saw it before. */
async function isBeginning(older: Checkpoint, newest: Checkpoint): Promise<boolean | 'unproven'> {
  if (older.origin !== newest.origin || older.size > newest.size) return false
  if (older.size === newest.size) return equal(older.root, newest.root)
  try {
    const { proveGrowth } = await import('./prove-growth.ts')
    return await proveGrowth(older, newest)
  } catch {
    return 'unproven'
  }
}
