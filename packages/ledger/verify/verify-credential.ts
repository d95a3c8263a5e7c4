import { toHex } from '../format/bytes.ts'
import { sha256 } from '../format/cryptography.ts'
import { readCanonicalBytes } from '../format/canonical-json.ts'
import { type Checkpoint, openCheckpoint } from '../format/checkpoint.ts'
import { readSigned, type SecuredCredential, type SignedFacts } from '../format/credential.ts'
import { countsAt, isSecured, type KeyRange, noteKeys, verifyBy } from '../format/published-keys.ts'
import { type DataIntegrityProof, type SecuredDocument, timeOf } from '../format/jcs-proof.ts'
import { hashLeaf, verifyInclusion } from '../format/merkle-tree.ts'
import { parseReceipt } from '../format/receipt.ts'
import { decodeStatusList, statusAt, statusDigest } from '../format/status-list.ts'
import type { Proven, SignedEvidence } from './evidence.ts'

/** `unknown`: it could not be checked, which says nothing for or against the certificate. */
export type Check = 'passed' | 'failed' | 'unknown'

type Period = 'current' | 'early' | 'expired'

export type OwnChecks = {
  /** What the verified bytes say; undefined unless the signature is right. */
  facts: SignedFacts | undefined
  proof: DataIntegrityProof | undefined
  signature: Check
  /** Whether the signature failed only because its key was revoked from before its entry on. */
  isVoid: boolean
  /** Whether the credential is an entry of the checkpoint's tree. */
  inclusion: Check
  /** Whether the checkpoint is signed by the log. */
  checkpoint: Check
  /** Whether the certificate is valid: failed means revoked. */
  status: Check
  /** When the list that says so was signed, in RFC 3339; undefined where no list counted. */
  statusAsOf: string | undefined
  /** Whether the status list is the one that the log names under its newest checkpoint. */
  listed: Check
  /** What the log is to be compared by: its newest checkpoint, whose signature is right. */
  newest: Checkpoint | undefined
  /** Whether `now` is within its own `validFrom` and `validUntil`. */
  period: Period
  /** `path`: the hashes that lead from the leaf to the checkpoint's root (RFC 9162, section 2.1.3). */
  details:
    | { index: number; leaf: Uint8Array; path: readonly Uint8Array[]; checkpoint: SignedCheckpoint }
    | undefined
}

/** With the note that was signed. */
type SignedCheckpoint = Checkpoint & { note: string }

/** Makes each check by itself, of the evidence alone: nobody is asked. */
export const verifyCertificate = (evidence: SignedEvidence): Promise<OwnChecks> =>
  // Not the certificate's fault: an older browser could not load the cryptography it lacks.
  checkAll(evidence).catch(() => unread('unknown'))

async function checkAll(evidence: SignedEvidence): Promise<OwnChecks> {
  const { credential, now, newest: note, keys, origin } = evidence
  if (keys.length === 0) return unread('unknown')
  const signed = isSecured(credential) ? await verifyBy(evidence, credential, true) : undefined
  if (signed === 'unknown key') return unread('unknown')
  const facts = signed && readSigned(credential)
  if (!facts) return unread('failed')
  const { proof, key } = signed
  const log = await checkLogged('issue', evidence, evidence.inclusion)
  const signature = checkKeyInForce(key, log)
  if (signature === 'void') return { ...unread('failed'), isVoid: true }
  if (signature !== 'passed') return unread(signature)
  const status = await checkStatus(evidence, credential as SecuredCredential)
  const ofReceipt = log.details?.checkpoint
  const newest = note === undefined ? ofReceipt : await openCheckpoint(note, noteKeys(keys, origin))
  const listed = await checkListed({ ...evidence, checkpoint: newest })
  const period = periodOf(credential as SecuredDocument, now)
  return { facts, proof, signature, isVoid: false, ...log, ...status, newest, listed, period }
}

const noStatus = { status: 'unknown', statusAsOf: undefined } as const

/** Of a certificate that may not be shown, nothing else is said. */
function unread(signature: 'failed' | 'unknown'): OwnChecks {
  const none = { facts: undefined, proof: undefined, newest: undefined, isVoid: false } as const
  const log = outsideLog('unknown', 'unknown')
  return { ...none, signature, ...log, ...noStatus, listed: 'unknown', period: 'current' }
}

/**
 * Whether the key that signed counted when the log took the credential in. Of a revoked key, what the
 * log is not known to have counts as the thief's.
 */
function checkKeyInForce(key: KeyRange, { inclusion, details }: LogReport) {
  if (inclusion !== 'passed' || !details) return key.revoked ? 'failed' : 'passed'
  if (countsAt(key, details.index)) return 'passed'
  return key.revoked && details.index >= key.from ? 'void' : 'failed'
}

/** Whether the log has an entry of this kind about the credential. */
export async function checkLogged(
  kind: 'issue' | 'revoke',
  evidence: SignedEvidence,
  inclusion: Proven | null | undefined,
): Promise<LogReport> {
  const keys = noteKeys(evidence.keys, evidence.origin)
  if (!inclusion || keys.length === 0) return outsideLog('unknown', 'unknown')
  const receipt = parseReceipt(inclusion.receipt)
  if (!receipt) return outsideLog('failed', 'unknown')
  const checkpoint = await openCheckpoint(receipt.checkpoint, keys)
  // Without a checkpoint that can be believed, being in its tree means nothing.
  if (!checkpoint) return outsideLog('unknown', 'failed')
  const { entry } = inclusion
  const bytes = readCanonicalBytes(entry)
  const secured = readCanonicalBytes(evidence.credential)
  if (!bytes || !secured) return outsideLog('failed', 'passed')
  const { index, proof } = receipt
  const leaf = await hashLeaf(bytes)
  const isOfCredential = entry?.t === kind && entry.h === toHex(await sha256(secured))
  const isIn = isOfCredential && (await verifyInclusion({ ...checkpoint, leaf, index }, proof))
  const signed = { ...checkpoint, note: receipt.checkpoint }
  const details = { index, leaf, path: proof, checkpoint: signed }
  return { inclusion: isIn ? 'passed' : 'failed', checkpoint: 'passed', details }
}

type LogReport = Pick<OwnChecks, 'inclusion' | 'checkpoint' | 'details'>

const outsideLog = (inclusion: Check, checkpoint: Check): LogReport => {
  return { inclusion, checkpoint, details: undefined }
}

/** A day begins in India before it does in UTC, and credentials say their days as UTC's. */
const indiaAheadMs = 5.5 * 60 * 60_000

/** A time that is there and cannot be read is one that has not come, or is over. */
function periodOf({ validFrom, validUntil }: SecuredDocument, now: Date): Period {
  if (validUntil !== undefined && !(timeOf(validUntil) > now.getTime())) return 'expired'
  const latest = now.getTime() + indiaAheadMs
  return validFrom !== undefined && !(timeOf(validFrom) <= latest) ? 'early' : 'current'
}

async function checkStatus(
  evidence: SignedEvidence,
  { credentialStatus }: SecuredCredential,
): Promise<Pick<OwnChecks, 'status' | 'statusAsOf'>> {
  const { statusList, now } = evidence
  if (!isSecured(statusList) || !credentialStatus) return noStatus
  const signed = await verifyBy(evidence, statusList)
  // A list that is not ours, not of revocations or not of today says nothing about the certificate.
  if (typeof signed !== 'object' || !isListFor(credentialStatus, statusList, now)) return noStatus
  const bits = await decodeStatusList(statusList)
  const revoked = bits && statusAt(bits, indexOf(credentialStatus.statusListIndex))
  if (revoked === undefined) return noStatus
  const { validFrom } = statusList
  const statusAsOf = typeof validFrom === 'string' ? validFrom : signed.proof.created
  return { status: revoked ? 'failed' : 'passed', statusAsOf }
}

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
    [statusPurpose, subject?.statusPurpose].every((purpose) => purpose === 'revocation') &&
    begins <= now.getTime() + slowClockMs &&
    timeOf(validUntil) > now.getTime()
  )
}

/**
 * Whether a status list is the one that the log has under a checkpoint: every addition ends with the
 * list's digest, so that one proof finds an old list with a new checkpoint. Who signed the list, and until
 * when it is valid, is not looked at here.
 *
 * @param checkpoint whose signature the caller has checked, and that everything else was compared with;
 *   the note within the receipt is not read.
 * @returns `unknown` where a part is missing; `failed` where one is not of this checkpoint.
 */
export async function checkListed({
  listed,
  statusList,
  checkpoint,
}: Pick<SignedEvidence, 'listed' | 'statusList'> & {
  checkpoint: Pick<Checkpoint, 'size' | 'root'> | undefined
}): Promise<Check> {
  const bits = await decodeStatusList(statusList)
  if (!listed || !bits || !checkpoint) return 'unknown'
  const { entry, receipt } = listed
  const proven = typeof receipt === 'string' ? parseReceipt(receipt) : undefined
  const bytes = readCanonicalBytes(entry)
  if (!bytes || proven?.index !== checkpoint.size - 1) return 'failed'
  const place = { ...checkpoint, leaf: await hashLeaf(bytes), index: proven.index }
  if (!(await verifyInclusion(place, proven.proof))) return 'failed'
  return entry?.t === 'status-list' && entry.h === (await statusDigest(bits)) ? 'passed' : 'failed'
}
