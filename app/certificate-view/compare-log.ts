import { fromBase64, type Bytes } from '#credential/bytes.ts'
import type { Checkpoint } from '#credential/checkpoint.ts'
import { verifyConsistency } from '#credential/merkle-tree.ts'
import { apiUrl } from '#app/server-context/site-address.ts'

/** What came of holding a certificate against the log as the site shows it now. */
export type Comparison =
  /** `seen` is the size in which this browser saw the log before. */
  | { state: 'compared'; seen: number | undefined }
  /** The live log does not have this certificate. */
  | { state: 'absent' }
  /** The receipt of a file is not of the live log, or not of this certificate. */
  | { state: 'receipt' }
  | { state: 'smaller' | 'changed'; seen: number; size: number }
  /** The site did not answer; or it did not prove that the log only grew. */
  | { state: 'away' | 'unproven' }

const patienceMs = 20_000

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

/** Asks for a proof only where the log has grown. */
async function isBeginning(older: Checkpoint, newest: Checkpoint): Promise<boolean | 'unproven'> {
  if (older.origin !== newest.origin || older.size > newest.size) return false
  const proof = older.size === newest.size ? [] : await fetchProof(older.size, newest.size)
  return proof ? verifyConsistency(older, newest, proof) : 'unproven'
}

/** @returns undefined where no proof can be had, a wrong one included that is none in form. */
async function fetchProof(from: number, to: number): Promise<Bytes[] | undefined> {
  try {
    const response = await fetch(`${apiUrl()}/log/proof?from=${from}&to=${to}`, {
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok) return undefined
    const { proof } = (await response.json()) as { proof: string[] }
    const hashes = proof.flatMap((hash) => fromBase64(hash) ?? [])
    return hashes.length === proof.length ? hashes : undefined
  } catch {
    return undefined
  }
}
