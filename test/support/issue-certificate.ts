import { randomBytes } from 'node:crypto'
import { utf8 } from '#credential/bytes.ts'
import type { CertificateFacts, SecuredCredential } from '#credential/credential.ts'
import { credentialHash, entryBytes, type LogEntry } from '#credential/log-entry.ts'
import type { KeyRange } from '#credential/key-range.ts'
import { toMultikey } from '#credential/multikey.ts'
import { withExtra } from '#credential/receipt.ts'
import { exampleCouncil, exampleKey } from './example-council.ts'

/**
 * A register of one certificate with keys of its own, in a log of five entries: for showing
 * pages what no honest register would answer.
 */
export const holder = 'Asha Sample'
const signedAt = '2025-07-02T09:30:00Z'
const statusIndex = 4711

export type IssuedCertificate = Awaited<ReturnType<typeof issueCertificate>>

/**
 * @param siteUrl of the site whose pages will show it.
 * @param changed facts that are to be others.
 */
export async function issueCertificate(
  siteUrl: string,
  id = 'NAIC25TEST1',
  changed: Partial<CertificateFacts> = {},
) {
  const [credentialKey, logKey] = [newKey(), newKey()]
  const origin = 'localhost/log'
  const council = exampleCouncil({ siteUrl, origin, signedAt, credentialKey, logKey })
  const facts = {
    id,
    holder,
    domain: 'Web Development',
    duration: '4 Weeks',
    verifiedOn: '2025-07-02',
    ...changed,
  }
  const credential: SecuredCredential = await council.secure(council.unsigned(facts, statusIndex))
  const h = await credentialHash(credential)
  const entry: LogEntry = { v: 1, t: 'issue', h, at: signedAt }
  const revoke: LogEntry = {
    v: 1,
    t: 'revoke',
    h,
    reason: 'The name was misspelt',
    at: '2025-08-15T10:00:00Z',
  }
  const others = ['a', 'b', 'c'].map((other) => entryBytes({ ...entry, h: other.repeat(64) }))
  const entries = [...others, entryBytes(entry), entryBytes(revoke)]
  const receipt = await council.receipt(3, entries)
  const statusList = ({ revoked = false, validUntil = '2999-01-01T00:00:00Z' } = {}) =>
    council.statusList({
      revoked: revoked ? [statusIndex] : [],
      change: { validFrom: signedAt, validUntil },
    })
  const did = council.didWith()
  const keys: KeyRange[] = (['credentials', 'log'] as const).map((use) => {
    const { publicKey } = use === 'log' ? logKey : credentialKey
    const name = `${use === 'log' ? 'log' : 'key'}-${signedAt.slice(0, 4)}`
    return { name, use, publicKeyMultibase: toMultikey(publicKey), from: 1, to: null }
  })

  return {
    credential,
    inclusion: { entry, receipt },
    /** As the holder downloads it. */
    receiptFile: withExtra(receipt, entryBytes(entry)),
    revocation: { entry: revoke, receipt: await council.receipt(4, entries) },
    did,
    keys,
    origin,
    statusList,
    /** What the register answers as long as nothing is wrong. */
    answer: {
      credential,
      inclusion: { entry, receipt },
      statusList: await statusList(),
      did,
      keys,
      origin,
    },
  }
}

const newKey = () => exampleKey(new Uint8Array(randomBytes(32)))

/** The same text with one letter changed: the smallest thing that can be wrong. */
export const spoil = (text: string, at: number): string => {
  const letter = text[at] === 'A' ? 'B' : 'A'
  return text.slice(0, at) + letter + text.slice(at + 1)
}

export const asFile = (content: unknown): Buffer =>
  Buffer.from(utf8(typeof content === 'string' ? content : JSON.stringify(content)))
