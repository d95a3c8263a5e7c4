import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { type Bytes, fromBase64Url, utf8 } from '@naic/ledger/format/bytes.ts'
import { signCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import { buildCredential, type SignedFacts } from '@naic/ledger/format/credential.ts'
import {
  didDocument,
  didOf,
  type KeyRange,
  toMultikey,
} from '@naic/ledger/format/published-keys.ts'
import { createJcsProof } from '@naic/ledger/format/jcs-proof.ts'
import { documentHash, entryBytes, type LogEntry } from '@naic/ledger/format/log-entry.ts'
import { formatReceipt } from '@naic/ledger/format/receipt.ts'
import {
  encodeStatusList,
  fewestStatusBytes,
  markRevoked,
} from '@naic/ledger/format/status-list.ts'
import type { SignedEvidence } from '@naic/ledger/verify/evidence.ts'
import { referenceInclusion, referenceRoot } from './reference-tree.ts'

/** Councils with keys, a log and a status list: one is always the same, others are a test's own. */

export type ExampleKey = { publicKey: Bytes; sign: (data: Bytes) => Promise<Bytes> }

/** A key that node:crypto makes and signs with. @param seed 32 bytes, or the one they all are. */
export function exampleKey(seed: Bytes | number): ExampleKey {
  const secret = typeof seed === 'number' ? new Uint8Array(32).fill(seed) : seed
  // PKCS #8 (RFC 8410), whose last 32 bytes are the key.
  const start = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = Buffer.concat([start, secret])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    publicKey: fromBase64Url(x) ?? new Uint8Array(),
    sign: async (data) => new Uint8Array(sign(null, data, privateKey)),
  }
}

/** @param signedAt when its certificates were signed; its keys are called after the year. */
export function exampleCouncil({
  siteUrl,
  origin,
  signedAt,
  credentialKey,
  logKey,
}: {
  siteUrl: string
  origin: string
  signedAt: string
  credentialKey: ExampleKey
  logKey: ExampleKey
}) {
  const did = didOf(siteUrl)
  const year = signedAt.slice(0, 4)
  const credentialKeyId = `${did}#key-${year}`

  const didWith = (of = credentialKey) => didDocument(siteUrl, keysWith(of))

  /** For what its keys count: for all of the log. */
  const keysWith = (of = credentialKey, ofLog = logKey): KeyRange[] => {
    const [key, log] = [of, ofLog].map(({ publicKey }) => toMultikey(publicKey)) as [string, string]
    return [
      { name: `key-${year}`, use: 'credentials', publicKeyMultibase: key, from: 1, to: null },
      { name: `log-${year}`, use: 'log', publicKeyMultibase: log, from: 1, to: null },
    ]
  }

  /** A proof is put in, as the council's or as a stranger's who says that he is the council. */
  async function secure<Document extends Record<string, unknown>>(
    document: Document,
    key = credentialKey,
  ) {
    const options = { verificationMethod: credentialKeyId, created: signedAt, sign: key.sign }
    return { ...document, proof: [await createJcsProof(document, options)] }
  }

  const unsigned = (facts: SignedFacts, statusIndex: number) =>
    buildCredential(facts, { did, name: organisation.name }, siteUrl, statusIndex)

  /** @param change what the list says differently from one that says nothing of its days. */
  async function statusList(
    { revoked = [] as number[], change = {} as Record<string, unknown> } = {},
    key = credentialKey,
  ) {
    const bits = new Uint8Array(fewestStatusBytes)
    for (const index of revoked) markRevoked(bits, index)
    const list = {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id: `${siteUrl}/credentials/status/1`,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: did,
      credentialSubject: {
        id: `${siteUrl}/credentials/status/1#list`,
        type: 'BitstringStatusList',
        statusPurpose: 'revocation',
        encodedList: await encodeStatusList(bits),
      },
    }
    return secure({ ...list, ...change }, key)
  }

  /** The receipt of one entry of a log that has these, by the tree as RFC 6962 defines it. */
  async function receipt(index: number, entries: readonly Bytes[], key = logKey): Promise<string> {
    const checkpoint = { origin, size: entries.length, root: referenceRoot(entries) }
    const signer = { name: origin, publicKey: key.publicKey }
    const note = await signCheckpoint(checkpoint, signer, key.sign)
    return formatReceipt({ index, proof: referenceInclusion(index, entries), checkpoint: note })
  }

  const names = { siteUrl, origin, did, credentialKeyId }
  return { ...names, didWith, keysWith, secure, unsigned, statusList, receipt }
}

export const credentialKey = exampleKey(1)
export const logKey = exampleKey(2)
export const strangersKey = exampleKey(3)

const council = exampleCouncil({
  siteUrl: 'https://council.example',
  origin: 'council.example/log',
  signedAt: '2026-03-01T09:00:00Z',
  credentialKey,
  logKey,
})
export const { siteUrl, origin, did, credentialKeyId, secure } = council
export const { didWith: exampleDid, keysWith: exampleKeys } = council

export const exampleFacts = {
  id: 'NAIC26A1B2C',
  holder: 'Zoë Müller',
  domain: 'Web Development',
  duration: '4 Weeks',
  verifiedOn: '2026-03-01',
}

export const exampleLearnt = {
  programme: `${siteUrl}/internships/1#0123456789abcdef`,
  internship: 'Frontend Web Development',
  skills: ['Semantic HTML', 'CSS grid and flexbox'],
  projects: [
    { title: 'College fest website', task: 'Build a four-page site.' },
    { title: 'Book finder', task: 'Search by title: or by author.' },
  ],
}

export const unsignedExample = (more: Partial<SignedFacts> = {}) =>
  council.unsigned({ ...exampleFacts, ...more }, 94_567)

/** @param change what the list says differently from a right one. */
export const exampleStatusList = (
  { revoked = [] as number[], change = {} as Record<string, unknown> } = {},
  key = credentialKey,
) => council.statusList({ revoked, change: { validUntil: '2026-03-03T00:00:00Z', ...change } }, key)

/** The receipt of an entry that is the fourth of seven. */
export function exampleReceipt(entry: LogEntry, key = logKey): Promise<string> {
  const entries = Array.from({ length: 7 }, (_, index) =>
    index === 3 ? entryBytes(entry) : utf8(`{"v":1,"t":"key","h":"${index}"}`),
  )
  return council.receipt(3, entries, key)
}

/** Everything that there is to check a right certificate with. */
export async function exampleEvidence() {
  const credential = await secure(unsignedExample())
  const h = await documentHash(credential)
  const entry = { v: 1, t: 'issue', h, at: '2026-03-01T09:00:01Z' } as const
  const evidence = {
    credential,
    inclusion: { entry, receipt: await exampleReceipt(entry) },
    statusList: await exampleStatusList(),
    issuer: did,
    keys: exampleKeys(),
    origin,
    now: new Date('2026-03-02T12:00:00Z'),
  }
  return evidence as SignedEvidence & Pick<typeof evidence, 'credential' | 'inclusion'>
}
