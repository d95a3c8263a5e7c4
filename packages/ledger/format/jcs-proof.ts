import { canonicalBytes, readCanonicalBytes } from './canonical-json.ts'
import { type Bytes, concat, fromBase58, toBase58 } from './bytes.ts'
import { sha256, verifyEd25519 } from './cryptography.ts'

/** The proof that our pages check: eddsa-jcs-2022 (W3C Data Integrity EdDSA Cryptosuites 1.0). */
export type DataIntegrityProof = {
  type: 'DataIntegrityProof'
  cryptosuite: string
  /** RFC 3339. */
  created: string
  /** RFC 3339; we never set it. */
  expires?: string
  verificationMethod: string
  proofPurpose: string
  '@context'?: unknown
  proofValue: string
}

export type SecuredDocument = Record<string, unknown> & { proof: unknown }

const suite = 'eddsa-jcs-2022'

/** Signs a document that has no proof yet. @returns the proof; it is not put in. */
export async function createJcsProof(
  document: Record<string, unknown>,
  options: { verificationMethod: string; created: string; sign: (data: Bytes) => Promise<Bytes> },
): Promise<DataIntegrityProof> {
  const proof = {
    type: 'DataIntegrityProof' as const,
    cryptosuite: suite,
    created: options.created,
    verificationMethod: options.verificationMethod,
    proofPurpose: 'assertionMethod',
    ...('@context' in document ? { '@context': document['@context'] } : {}),
  }
  const data = await hashData(canonicalBytes(document), canonicalBytes(proof))
  const signature = await options.sign(data)
  return { ...proof, proofValue: `z${toBase58(signature)}` }
}

/**
 * Other proofs of a set neither help nor harm.
 *
 * @param keyOf gives the public key of a verification method that may make assertions.
 * @returns the proof that was verified; undefined if none is right.
 */
export async function verifyJcsProof(
  secured: SecuredDocument,
  keyOf: (verificationMethod: string) => Bytes | undefined,
  now = new Date(),
): Promise<DataIntegrityProof | undefined> {
  const { proof, ...document } = secured
  for (const candidate of jcsProofsOf({ proof })) {
    const { proofValue, ...options } = candidate
    const { verificationMethod, expires } = options
    const key = keyOf(verificationMethod)
    const signature = proofValue.startsWith('z') && fromBase58(proofValue.slice(1))
    // A time that cannot be read is over.
    const isOver = expires !== undefined && !(timeOf(expires) > now.getTime())
    if (!key || !signature || isOver || !contextAgrees(document, candidate)) continue
    const documentBytes = readCanonicalBytes(document)
    const optionBytes = readCanonicalBytes(options)
    // What has no canonical form nobody can have signed.
    if (!documentBytes || !optionBytes) continue
    const data = await hashData(documentBytes, optionBytes)
    if (await verifyEd25519(key, data, signature)) return candidate
  }
  return undefined
}

/** @returns the proofs of this kind that a document carries, right or wrong. */
export const jcsProofsOf = ({ proof }: Pick<SecuredDocument, 'proof'>): DataIntegrityProof[] =>
  [proof].flat().filter(isJcsProof)

/** @returns a stranger's time in milliseconds; NaN for all but a text that can be read as one. */
export const timeOf = (time: unknown): number => (typeof time === 'string' ? Date.parse(time) : NaN)

/** The proof's hash first, then the document's: 64 bytes. */
const hashData = async (document: Bytes, proofOptions: Bytes): Promise<Bytes> =>
  concat(await sha256(proofOptions), await sha256(document))

/**
 * A proof that names a context must name the one that the document begins with. We are stricter than the
 * standard, which lets contexts be added after the signing, so that someone else may choose what words
 * mean. Here they change the document's hash.
 */
function contextAgrees(document: Record<string, unknown>, proof: DataIntegrityProof): boolean {
  if (!('@context' in proof)) return true
  const [ofProof, ofDocument] = [[proof['@context']].flat(), [document['@context'] ?? []].flat()]
  return JSON.stringify(ofProof) === JSON.stringify(ofDocument.slice(0, ofProof.length))
}

function isJcsProof(value: unknown): value is DataIntegrityProof {
  const proof = value as Partial<DataIntegrityProof> | null
  return (
    typeof proof === 'object' &&
    proof?.type === 'DataIntegrityProof' &&
    proof.cryptosuite === suite &&
    proof.proofPurpose === 'assertionMethod' &&
    typeof proof.verificationMethod === 'string' &&
    typeof proof.proofValue === 'string'
  )
}
