import { generateKeyPairSync, sign } from 'node:crypto'
import { type Bytes, utf8 } from '#credential/bytes.ts'
import { signCheckpoint } from '#credential/checkpoint.ts'
import {
  buildCredential,
  type CertificateFacts,
  type SecuredCredential,
} from '#credential/credential.ts'
import { didDocument, didOf } from '#credential/did-document.ts'
import { createJcsProof } from '#credential/jcs-proof.ts'
import { credentialHash, entryBytes, type LogEntry } from '#credential/log-entry.ts'
import { hashLeaf, hashNode } from '#credential/merkle-tree.ts'
import { formatReceipt, withExtra } from '#credential/receipt.ts'
import { encodeStatusList, fewestStatusBytes } from '#credential/status-list.ts'

/**
 * A register of one certificate with keys of its own, in a log of five entries: for showing
 * pages what no honest register would answer.
 */
export const holder = 'Asha Sample'
const signedAt = '2025-07-02T09:30:00Z'
const statusIndex = 4711
const origin = 'localhost/log'

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
  const [issuerKey, logKey] = [createKey(), createKey()]
  const did = didDocument(siteUrl, [
    { name: 'key-2025', use: 'credentials', publicKey: issuerKey.publicKey },
    { name: 'log-2025', use: 'log', publicKey: logKey.publicKey },
  ])
  const signDocument = async <Document extends object>(document: Document) => ({
    ...document,
    proof: [
      await createJcsProof(document as Record<string, unknown>, {
        verificationMethod: `${did.id}#key-2025`,
        created: signedAt,
        sign: issuerKey.sign,
      }),
    ],
  })
  const facts = {
    id,
    holder,
    domain: 'Web Development',
    duration: '4 Weeks',
    verifiedOn: '2025-07-02',
    ...changed,
  }
  const issuer = { did: didOf(siteUrl), name: 'National Academic Internship Council' }
  const credential: SecuredCredential = await signDocument(
    buildCredential(facts, issuer, siteUrl, statusIndex),
  )
  const h = await credentialHash(credential)
  const entry: LogEntry = { v: 1, t: 'issue', h, at: signedAt }
  const revoke: LogEntry = {
    v: 1,
    t: 'revoke',
    h,
    reason: 'The name was misspelt',
    at: '2025-08-15T10:00:00Z',
  }
  const others = await Promise.all(
    ['a', 'b', 'c'].map((other) => hashLeaf(entryBytes({ ...entry, h: other.repeat(64) }))),
  )
  const leaves = [...others, await hashLeaf(entryBytes(entry)), await hashLeaf(entryBytes(revoke))]
  const checkpoint = await signCheckpoint(
    { origin, size: leaves.length, root: await rootOf(leaves) },
    { name: origin, publicKey: logKey.publicKey },
    logKey.sign,
  )
  const receiptFor = async (index: number) =>
    formatReceipt({ index, proof: await pathTo(index, leaves), checkpoint })
  const statusList = (options: { revoked?: boolean; validUntil?: string } = {}) =>
    makeStatusList(siteUrl, issuer.did, options).then(signDocument)

  return {
    credential,
    inclusion: { entry, receipt: await receiptFor(3) },
    /** As the holder downloads it. */
    receiptFile: withExtra(await receiptFor(3), entryBytes(entry)),
    revocation: { entry: revoke, receipt: await receiptFor(4) },
    did,
    origin,
    statusList,
    /** What the register answers as long as nothing is wrong. */
    answer: {
      credential,
      inclusion: { entry, receipt: await receiptFor(3) },
      statusList: await statusList(),
      did,
      origin,
    },
  }
}

function createKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: new Uint8Array(
      Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
    ),
    sign: async (data: Bytes): Promise<Bytes> => new Uint8Array(sign(null, data, privateKey)),
  }
}

async function makeStatusList(
  siteUrl: string,
  issuer: string,
  { revoked = false, validUntil = '2999-01-01T00:00:00Z' },
) {
  const bits = new Uint8Array(fewestStatusBytes)
  if (revoked) bits[Math.floor(statusIndex / 8)] = 0x80 >> (statusIndex % 8)
  const id = `${siteUrl}/credentials/status/1`
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer,
    validFrom: signedAt,
    validUntil,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: await encodeStatusList(bits),
    },
  }
}

/** RFC 6962, section 2.1: the left half is the greatest power of two below the size. */
const split = (size: number) => 2 ** Math.floor(Math.log2(size - 1))

async function rootOf(leaves: Bytes[]): Promise<Bytes> {
  const [only] = leaves
  if (leaves.length === 1 && only) return only
  const left = split(leaves.length)
  return hashNode(await rootOf(leaves.slice(0, left)), await rootOf(leaves.slice(left)))
}

/** From the leaf's neighbour upward. */
async function pathTo(index: number, leaves: Bytes[]): Promise<Bytes[]> {
  if (leaves.length === 1) return []
  const left = split(leaves.length)
  return index < left
    ? [...(await pathTo(index, leaves.slice(0, left))), await rootOf(leaves.slice(left))]
    : [...(await pathTo(index - left, leaves.slice(left))), await rootOf(leaves.slice(0, left))]
}

/** The same text with one letter changed: the smallest thing that can be wrong. */
export const spoil = (text: string, at: number): string => {
  const letter = text[at] === 'A' ? 'B' : 'A'
  return text.slice(0, at) + letter + text.slice(at + 1)
}

export const asFile = (content: unknown): Buffer =>
  Buffer.from(utf8(typeof content === 'string' ? content : JSON.stringify(content)))
