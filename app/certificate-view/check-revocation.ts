import type { LogEntry } from '#credential/log-entry.ts'
import { checkLogged, type Evidence } from '#credential/verify/verify-credential.ts'

/** Why, the council keeps to itself, also where an old entry of the log says it. */
export type Revocation = { at: string }

/** The log's entry that revokes a certificate, and the receipt that proves it. */
export type RevocationProof = { entry: LogEntry; receipt: string }

/** @returns what the log says of the revocation, or undefined when it does not prove one. */
export async function checkRevocation(
  evidence: Evidence,
  proof: RevocationProof,
): Promise<Revocation | undefined> {
  const { inclusion } = await checkLogged('revoke', evidence, proof)
  if (inclusion !== 'passed' || proof.entry.t !== 'revoke') return undefined
  return { at: proof.entry.at }
}
