import { toHex } from './bytes.ts'
import { sha256 } from './sha256.ts'
import { readCanonicalBytes } from './canonical-json.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { type CertificateFacts, readFacts, type SecuredCredential } from './credential.ts'
import { assertionKey, type DidDocument, logKeys, revokedKey } from './did-document.ts'
import { type DataIntegrityProof, type SecuredDocument, verifyJcsProof } from './jcs-proof.ts'
import { countsAt, type KeyRange, noteKeys, rangeOf } from './key-range.ts'
import type { LogEntry } from './log-entry.ts'
import { hashLeaf, verifyInclusion } from './merkle-tree.ts'
import { parseReceipt } from './receipt.ts'
import { decodeStatusList, statusAt } from './status-list.ts'

/** What there is to check a certificate with. What could not be had is undefined. */
export type Evidence = {
  /** As it was parsed from JSON; anything at all. */
  credential: unknown
  /** Receipt and the log's entry that it proves: `{ entry, receipt }`. */
  inclusion: { entry: LogEntry; receipt: string } | undefined
  /** The status list, a credential itself. */
  statusList: unknown
  did: DidDocument | undefined
  /** For what each key counts; without them, those of the log are taken from the document. */
  keys?: readonly KeyRange[] | undefined
  /** Name of the log, which its checkpoints begin with. */
  origin: string
  now: Date
}

/** `unknown`: it could not be checked, which says nothing for or against the certificate. */
export type Check = 'passed' | 'failed' | 'unknown'

export type Report = {
  /** What the verified bytes say; undefined unless the signature is right. */
  facts: CertificateFacts | undefined
  proof: DataIntegrityProof | undefined
  signature: Check
  /** Whether the credential is an entry of the tree that the checkpoint stands for. */
  inclusion: Check
  /** Whether the checkpoint is signed by the log. */
  checkpoint: Check
  /** Whether it stands: failed means revoked. */
  status: Check
  details: { index: number; leaf: Uint8Array; checkpoint: Checkpoint } | undefined
}

/**
 * Checks everything that can be checked about a certificate, each thing by itself. Needs no
 * network: whoever calls has fetched the evidence, or has it from a file.
 */
export async function verifyCertificate(evidence: Evidence): Promise<Report> {
  try {
    return await checkAll(evidence)
  } catch {
    // Not the certificate's fault: an older browser could not load the cryptography it lacks.
    return unread('unknown')
  }
}

async function checkAll(evidence: Evidence): Promise<Report> {
  const { credential, did, now } = evidence
  const proof =
    did && isSecured(credential) ? await verifyBy(did, credential, now, true) : undefined
  const facts = proof ? readFacts(credential) : undefined
  if (!did || !proof || !facts) return unread(did ? 'failed' : 'unknown')
  const log = await checkLogged('issue', evidence, evidence.inclusion)
  if (!isByKeyInForce(proof, log, { did, keys: evidence.keys })) return unread('failed')
  const status = await checkStatus(evidence, credential as SecuredCredential)
  return { facts, proof, signature: 'passed', ...log, status }
}

/** Of a certificate that may not be shown, nothing else is said. */
function unread(signature: 'failed' | 'unknown'): Report {
  const rest = { inclusion: 'unknown', checkpoint: 'unknown', status: 'unknown' } as const
  return { facts: undefined, proof: undefined, signature, ...rest, details: undefined }
}

/**
 * A proof whose key's document belongs to whom the credential names as its issuer.
 *
 * @param orRevoked whether a key that was revoked is taken as well; then the log has to decide.
 */
async function verifyBy(did: DidDocument, document: SecuredDocument, now: Date, orRevoked = false) {
  const { issuer } = document
  const issuerId = typeof issuer === 'string' ? issuer : (issuer as { id?: unknown } | null)?.id
  if (issuerId !== did.id) return undefined
  const keyOf = (method: string) =>
    assertionKey(did, method) ?? (orRevoked ? revokedKey(did, method) : undefined)
  return verifyJcsProof(document, keyOf, now)
}

/**
 * Whether the key that signed counted when the log took the credential in. Of a key that was
 * revoked, what the log is not known to have counts as the thief's.
 */
function isByKeyInForce(
  { verificationMethod }: DataIntegrityProof,
  { inclusion, details }: LogReport,
  { did, keys }: { did: DidDocument; keys: readonly KeyRange[] | undefined },
): boolean {
  const name = verificationMethod.slice(did.id.length + 1)
  const revoked = revokedKey(did, verificationMethod)
  const publicKey = revoked ?? assertionKey(did, verificationMethod)
  const range = publicKey && Array.isArray(keys) ? rangeOf(keys, { name, publicKey }) : undefined
  const isRevoked = revoked !== undefined || range?.revoked !== undefined
  if (inclusion !== 'passed' || !details || !range) return !isRevoked
  return countsAt(range, details.index)
}

/**
 * Whether the log has an entry of this kind about the credential.
 *
 * @param inclusion the entry, and the receipt that is to prove it.
 */
export async function checkLogged(
  kind: 'issue' | 'revoke',
  { credential, did, keys: ranges, origin }: Evidence,
  inclusion: Evidence['inclusion'],
): Promise<LogReport> {
  const ofDocument = did ? logKeys(did).map((publicKey) => ({ name: origin, publicKey })) : []
  const keys = Array.isArray(ranges) ? noteKeys(ranges, origin) : ofDocument
  if (!inclusion || keys.length === 0) return outsideLog('unknown', 'unknown')
  const receipt = parseReceipt(inclusion.receipt)
  if (!receipt) return outsideLog('failed', 'unknown')
  const checkpoint = await openCheckpoint(receipt.checkpoint, keys)
  // Without a checkpoint that can be believed, being in its tree means nothing.
  if (!checkpoint) return outsideLog('unknown', 'failed')
  const entry = await leafOf(kind, inclusion.entry, credential)
  if (!entry) return outsideLog('failed', 'passed')
  const { index, proof } = receipt
  const { size, root } = checkpoint
  const isIn =
    entry.isOfCredential && (await verifyInclusion({ ...entry, index, size, root }, proof))
  return {
    inclusion: isIn ? 'passed' : 'failed',
    checkpoint: 'passed',
    details: { index, leaf: entry.leaf, checkpoint },
  }
}

type LogReport = Pick<Report, 'inclusion' | 'checkpoint' | 'details'>

const outsideLog = (inclusion: Check, checkpoint: Check): LogReport => ({
  inclusion,
  checkpoint,
  details: undefined,
})

/** @returns undefined when entry or credential is nothing that could have been logged. */
async function leafOf(kind: 'issue' | 'revoke', entry: LogEntry, credential: unknown) {
  const bytes = readCanonicalBytes(entry)
  const secured = readCanonicalBytes(credential)
  if (!bytes || !secured) return undefined
  const isOfCredential = entry?.t === kind && entry.h === toHex(await sha256(secured))
  return { leaf: await hashLeaf(bytes), isOfCredential }
}

async function checkStatus(
  { statusList, did, now }: Evidence,
  { credentialStatus }: SecuredCredential,
): Promise<Check> {
  if (!did || !isSecured(statusList) || !credentialStatus) return 'unknown'
  const proof = await verifyBy(did, statusList, now)
  // A list that is not ours, not of revocations or not of today says nothing about the certificate.
  if (!proof || !isListFor(credentialStatus, statusList, now)) return 'unknown'
  const { encodedList } = statusList['credentialSubject'] as { encodedList?: unknown }
  const bits = await decodeStatusList(String(encodedList))
  const revoked = bits && statusAt(bits, indexOf(credentialStatus.statusListIndex))
  if (revoked === undefined) return 'unknown'
  return revoked ? 'failed' : 'passed'
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
  const begins = validFrom === undefined ? -Infinity : Date.parse(String(validFrom))
  return (
    id === statusListCredential &&
    [type].flat().includes('BitstringStatusListCredential') &&
    statusPurpose === 'revocation' &&
    subject?.statusPurpose === 'revocation' &&
    begins <= now.getTime() + slowClockMs &&
    Date.parse(String(validUntil)) > now.getTime()
  )
}

function isSecured(value: unknown): value is SecuredDocument {
  return typeof value === 'object' && value !== null && 'proof' in value
}
