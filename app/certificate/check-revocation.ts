import { openCheckpoint } from '#certificates/checkpoint.ts'
import { logKeys } from '#certificates/did-document.ts'
import { credentialHash, entryBytes, type LogEntry } from '#certificates/log-entry.ts'
import { hashLeaf, verifyInclusion } from '#certificates/merkle-tree.ts'
import { parseReceipt } from '#certificates/receipt.ts'
import type { Evidence } from '#certificates/verify-certificate.ts'

export type Revocation = { at: string; reason: string }

/** The log's entry that revokes a certificate, and the receipt that proves it. */
export type RevocationProof = { entry: LogEntry; receipt: string }

/** @returns what the log says of the revocation, or undefined when it does not prove one. */
export async function checkRevocation(
  { credential, did, origin }: Evidence,
  { entry, receipt }: RevocationProof,
): Promise<Revocation | undefined> {
  const parsed = parseReceipt(receipt)
  if (!did || !parsed || entry.t !== 'revoke') return undefined
  const keys = logKeys(did).map((publicKey) => ({ name: origin, publicKey }))
  const checkpoint = await openCheckpoint(parsed.checkpoint, keys)
  if (!checkpoint || entry.h !== (await credentialHash(credential))) return undefined
  const leaf = await hashLeaf(entryBytes(entry))
  const { size, root } = checkpoint
  const isIn = await verifyInclusion({ leaf, index: parsed.index, size, root }, parsed.proof)
  return isIn ? { at: entry.at, reason: entry.reason } : undefined
}
