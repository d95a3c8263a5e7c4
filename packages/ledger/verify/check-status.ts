import type { SecuredCredential } from '../format/credential.ts'
import { isSecured, verifyBy } from '../format/published-keys.ts'
import { type SecuredDocument, timeOf } from '../format/jcs-proof.ts'
import { decodeStatusList, encodedListOf, statusAt, statusDigest } from '../format/status-list.ts'
import { readCanonicalBytes } from '../format/canonical-json.ts'
import type { Checkpoint } from '../format/checkpoint.ts'
import { hashLeaf, verifyInclusion } from '../format/merkle-tree.ts'
import { parseReceipt } from '../format/receipt.ts'
import type { SignedEvidence } from './evidence.ts'

/** `unknown`: it could not be checked, which says nothing for or against the certificate. */
export type Check = 'passed' | 'failed' | 'unknown'

export type StatusReport = {
  /** Whether the certificate is valid: failed means revoked. */
  status: Check
  /** When the list that says so was signed, in RFC 3339; undefined where no list counted. */
  statusAsOf: string | undefined
}

export const noStatus: StatusReport = { status: 'unknown', statusAsOf: undefined }

/** What a status list says of a credential, whose own signature is checked elsewhere. */
export async function checkStatus(
  evidence: Pick<SignedEvidence, 'statusList' | 'did' | 'issuer' | 'now'>,
  { credentialStatus }: SecuredCredential,
): Promise<StatusReport> {
  const { statusList, did, now } = evidence
  if (!did || !isSecured(statusList) || !credentialStatus) return noStatus
  const proof = await verifyBy(did, statusList, evidence)
  // A list that is not ours, not of revocations or not of today says nothing about the certificate.
  if (!proof || !isListFor(credentialStatus, statusList, now)) return noStatus
  const bits = await decodeStatusList(encodedListOf(statusList))
  const revoked = bits && statusAt(bits, indexOf(credentialStatus.statusListIndex))
  if (revoked === undefined) return noStatus
  const { validFrom } = statusList
  const statusAsOf = typeof validFrom === 'string' ? validFrom : proof.created
  return { status: revoked ? 'failed' : 'passed', statusAsOf }
}

/** A number in digits, written as text; of anything else, NaN. */
const indexOf = (text: unknown): number =>
  typeof text === 'string' && /^(0|[1-9]\d*)$/.test(text) ? Number(text) : NaN

/** Phones' clocks are off: a list signed just now may come from so far in their future. */
const slowClockMs = 10 * 60_000

function isListFor(
  { statusListCredential, statusPurpose }: SecuredCredential['credentialStatus'],
  list: SecuredDocument,
  now: Date,
): boolean {
  const { id, type, validFrom, validUntil } = list
  const subject = list['credentialSubject'] as { statusPurpose?: unknown } | null | undefined
  const begins = validFrom === undefined ? -Infinity : timeOf(validFrom)
  return (
    id === statusListCredential &&
    [type].flat().includes('BitstringStatusListCredential') &&
    statusPurpose === 'revocation' &&
    subject?.statusPurpose === 'revocation' &&
    begins <= now.getTime() + slowClockMs &&
    timeOf(validUntil) > now.getTime()
  )
}

/**
 * Whether a status list is the one that the log has under a checkpoint: every addition ends with the
 * list's digest, so that one proof finds an old list with a new checkpoint.
 *
 * @param statusList who signed it, and until when it is valid, is not looked at here.
 * @param checkpoint whose signature was checked by the caller; the note within the receipt is not
 *   read. It must be the one that everything else was compared with.
 * @returns `unknown` where a part is missing; `failed` for a list, an entry or a proof that is not of
 *   this checkpoint.
 */
export async function checkListed({
  listed,
  statusList,
  checkpoint,
}: Pick<SignedEvidence, 'listed' | 'statusList'> & {
  checkpoint: Pick<Checkpoint, 'size' | 'root'> | undefined
}): Promise<Check> {
  const bits = await decodeStatusList(encodedListOf(statusList))
  if (!listed || !bits || !checkpoint) return 'unknown'
  const { entry, receipt } = listed
  const { size, root } = checkpoint
  const proven = typeof receipt === 'string' ? parseReceipt(receipt) : undefined
  const bytes = readCanonicalBytes(entry)
  if (!bytes || proven?.index !== size - 1) return 'failed'
  const place = { leaf: await hashLeaf(bytes), index: size - 1, size, root }
  if (!(await verifyInclusion(place, proven.proof))) return 'failed'
  return entry?.t === 'status-list' && entry.h === (await statusDigest(bits)) ? 'passed' : 'failed'
}
