import type { SecuredCredential } from './credential.ts'
import type { DidDocument } from './did-document.ts'
import { type SecuredDocument, timeOf } from './jcs-proof.ts'
import { decodeStatusList, encodedListOf, statusAt } from './status-list.ts'
import { isSecured, verifyBy } from './verify-issuer.ts'

/** `unknown`: it could not be checked, which says nothing for or against the certificate. */
export type Check = 'passed' | 'failed' | 'unknown'

export type StatusReport = {
  /** Whether the certificate stands: failed means revoked. */
  status: Check
  /** When the list that says so was signed, in RFC 3339; undefined where no list counted. */
  statusAsOf: string | undefined
}

export const noStatus: StatusReport = { status: 'unknown', statusAsOf: undefined }

/** What a status list says of a credential, whose own signature is checked elsewhere. */
export async function checkStatus(
  evidence: {
    statusList: unknown
    did: DidDocument | undefined
    issuer?: string | undefined
    now: Date
  },
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
