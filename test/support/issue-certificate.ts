import { randomBytes } from 'node:crypto'
import { type Bytes, toBase64, utf8 } from '@naic/ledger/format/bytes.ts'
import type { SecuredCredential, SignedFacts } from '@naic/ledger/format/credential.ts'
import { documentHash, entryBytes, type LogEntry } from '@naic/ledger/format/log-entry.ts'
import { withExtra } from '@naic/ledger/format/receipt.ts'
import { fewestStatusBytes, markRevoked, statusDigest } from '@naic/ledger/format/status-list.ts'
import { exampleCouncil, exampleKey } from './example-council.ts'
import { referenceConsistency } from './reference-tree.ts'

/** A register of one certificate with keys of its own, to answer what no honest one would. */
export const holder = 'Asha Sample'
const signedAt = '2025-07-02T09:30:00Z'
const statusIndex = 4711

export type IssuedCertificate = Awaited<ReturnType<typeof issueCertificate>>

/** @param siteUrl of the site whose pages will show it. */
export async function issueCertificate(
  siteUrl: string,
  id = 'NAIC25TEST1',
  changed: Partial<SignedFacts> = {},
) {
  const [credentialKey, logKey] = [newKey(), newKey()]
  const origin = 'localhost/log'
  const council = exampleCouncil({ siteUrl, origin, signedAt, credentialKey, logKey })
  const course = { domain: 'Web Development', duration: '4 Weeks', verifiedOn: '2025-07-02' }
  const facts = { id, holder, ...course, ...changed }
  const signed = async (change: Partial<SignedFacts>, dates: Dates = {}) =>
    council.secure({ ...council.unsigned({ ...facts, ...change }, statusIndex), ...dates })
  const credential: SecuredCredential = await signed({})
  const h = await documentHash(credential)
  const entry = { v: 1, t: 'issue', h, at: signedAt } as const
  const revoke: LogEntry = { v: 2, t: 'revoke', h, at: '2025-08-15T10:00:00Z' }
  const filler = (n: number) => entryBytes({ ...entry, h: n.toString(16).padStart(64, '0') })
  const nothingRevoked = await statusDigest(new Uint8Array(fewestStatusBytes))
  const listEntry: LogEntry = { v: 2, t: 'status-list', h: nothingRevoked }
  /** It ends as every log does. Another one, where it is to be forked, differs from its first entry on. */
  const logOf = (size: number, { forked = false, issue = entry as LogEntry } = {}) => [
    ...[forked ? 99 : 1, 2, 3].map(filler),
    entryBytes(issue),
    ...Array.from({ length: size - 4 }, () => entryBytes(listEntry)),
  ]
  const inclusionIn = async (entries: Bytes[], issue: LogEntry = entry, key = logKey) => ({
    inclusion: { entry: issue, receipt: await council.receipt(3, entries, key) },
    listed: { entry: listEntry, receipt: await council.receipt(entries.length - 1, entries, key) },
  })
  const ofFive = await inclusionIn(logOf(5))
  const statusList = ({ revoked = false, validUntil = '2999-01-01T00:00:00Z' } = {}) =>
    council.statusList({
      revoked: revoked ? [statusIndex] : [],
      change: { validFrom: signedAt, validUntil },
    })
  const keys = council.keysWith()
  /** What the register answers as long as nothing is wrong. */
  const answer = { credential, ...ofFive, statusList: await statusList(), keys, origin }

  /** What somebody makes who has copied all keys: another certificate, in a log of his own. */
  async function forge(change: Partial<SignedFacts>, dates?: Dates) {
    const forged = await signed(change, dates)
    const issue = { ...entry, h: await documentHash(forged) }
    const forgedLog = await inclusionIn(logOf(5, { issue }), issue)
    return {
      credential: forged,
      receiptFile: withExtra(forgedLog.inclusion.receipt, entryBytes(issue)),
      answer: { ...answer, credential: forged, ...forgedLog },
    }
  }

  return {
    credential,
    inclusion: ofFive.inclusion,
    receiptFile: withExtra(ofFive.inclusion.receipt, entryBytes(entry)),
    revocation: {
      entry: revoke,
      receipt: await council.receipt(5, [...logOf(5), entryBytes(revoke)]),
    },
    keys,
    origin,
    statusList,
    answer,
    forge,
    /** The answer once the log has more entries, or that of another log with the same keys. */
    answerAt: async (size: number, { forked = false } = {}) => ({
      ...answer,
      ...(await inclusionIn(logOf(size, { forked }))),
    }),
    /** The answer once the log's key was revoked from a size on, and another one signs the log. */
    answerAfterTheft: async (to: number) => {
      const next = newKey()
      const [ofCredentials, ofLog] = keys
      const [, ofNext] = council.keysWith(credentialKey, next)
      return {
        ...answer,
        ...(await inclusionIn(logOf(8), entry, next)),
        keys: [ofCredentials, { ...ofLog, to, revoked: signedAt }, ofNext],
      }
    },
    /** The old list with a log that has named a newer one since, in which it is revoked. */
    answerWithOldList: async () => {
      const bits = new Uint8Array(fewestStatusBytes)
      markRevoked(bits, statusIndex)
      const newer: LogEntry = { ...listEntry, h: await statusDigest(bits) }
      const entries = [...logOf(5), entryBytes(revoke), entryBytes(newer)]
      const { inclusion, listed } = await inclusionIn(entries)
      return { ...answer, inclusion, listed: { ...listed, entry: newer } }
    },
    consistency: (from: number, to: number) => ({
      from,
      to,
      proof: referenceConsistency(from, logOf(to)).map(toBase64),
    }),
  }
}

type Dates = { validFrom?: string; validUntil?: string }

const newKey = () => exampleKey(new Uint8Array(randomBytes(32)))

export const asFile = (content: unknown): Buffer =>
  Buffer.from(utf8(typeof content === 'string' ? content : JSON.stringify(content)))
