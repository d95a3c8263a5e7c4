import { equal } from '../format/bytes.ts'
import { type Checkpoint, readUnsigned } from '../format/checkpoint.ts'
import { parseReceipt } from '../format/receipt.ts'
import type { Evidence, Given, Site, Unreached } from './evidence.ts'
import { checkLogged, type Report } from './verify-credential.ts'

/** What came of comparing a certificate with the log as the site shows it now. */
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
 * Compares a certificate whose signature is right with the live log, and the live log with what this
 * browser saw of it before. A log that passes is remembered.
 */
export async function compareWithLog(
  report: Report,
  evidence: Evidence,
  given: Given,
  site: Site,
): Promise<Comparison> {
  const { live, receipt, asked } = given
  const { inclusion, checkpoint, details, newest } = report
  if (live === 'found') {
    if (!newest) return { state: 'unproven' }
    // The live log has this ID, but for another credential than the one in the file.
    if (inclusion !== 'passed' && asked === undefined) return { state: 'absent' }
    const own = receipt && (await checkLogged('issue', evidence, receipt))
    if (own && own.inclusion !== 'passed') return { state: 'receipt' }
    const note = parseReceipt(evidence.inclusion?.receipt ?? '')?.checkpoint
    return compareAndRemember(newest, own?.details?.checkpoint, note, given, site)
  }
  if (live !== 'erased') return { state: live }
  // The register no longer has it, but the log still has, and its receipt leads there.
  if (inclusion === 'failed' || checkpoint === 'failed') return { state: 'receipt' }
  if (!details) return { state: 'erased' }
  if (!newest) return { state: 'unproven' }
  return compareAndRemember(newest, details.checkpoint, evidence.newest, given, site)
}

/**
 * Whether the live log begins with a receipt's checkpoint, and with what this browser has seen.
 *
 * @param newest the live log's checkpoint, whose signature was checked.
 * @param note the same as a signed note, to be remembered.
 * @param given its `seen` was read before the live log was asked, so that an honest answer is never older.
 */
async function compareAndRemember(
  newest: Checkpoint,
  receipt: Checkpoint | undefined,
  note: string | undefined,
  given: Given,
  site: Site,
): Promise<Comparison> {
  const seen = readUnsigned(given.seen ?? '')
  const [ofReceipt, ofSeen] = await Promise.all(
    [receipt, seen].map((older) => older && isBeginning(older, newest, site)),
  )
  if (ofReceipt === false) return { state: 'receipt' }
  if (seen && ofSeen === false) {
    const { size } = newest
    return { state: size < seen.size ? 'smaller' : 'changed', seen: seen.size, size }
  }
  if (ofReceipt === 'unproven' || ofSeen === 'unproven') return { state: 'unproven' }
  remember(note, site)
  return { state: 'compared', seen: seen?.size }
}

function remember(note = '', site: Site): void {
  const sizeOf = (one: string | null) => readUnsigned(one ?? '')?.size ?? 0
  // Another tab may have seen a larger one in the meantime.
  if (sizeOf(site.readSeenLog()) < sizeOf(note)) site.keepSeenLog(note)
}

/**
 * Whether a log begins with an older checkpoint of it. What checks the proof that it grew is loaded
 * only when it did: few browsers saw it before.
 */
export async function isBeginning(
  older: Checkpoint,
  newest: Checkpoint,
  site: Site,
): Promise<boolean | 'unproven'> {
  if (older.origin !== newest.origin || older.size > newest.size) return false
  if (older.size === newest.size) return equal(older.root, newest.root)
  try {
    const { provesGrowth } = await import('../format/tree-growth.ts')
    const answer = await site.fetch(`/log/proof?from=${older.size}&to=${newest.size}`)
    return await provesGrowth(older, newest, await answer.json())
  } catch {
    return 'unproven'
  }
}
