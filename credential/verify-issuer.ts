import { assertionKey, type DidDocument, isListed, revokedKey } from './did-document.ts'
import { jcsProofsOf, type SecuredDocument, verifyJcsProof } from './jcs-proof.ts'

/**
 * A proof whose key's document belongs to whom the credential names as its issuer.
 *
 * @param issuer whose it must be; without it, that of the document.
 * @param orRevoked whether a key that was revoked is taken as well; then the log has to decide.
 */
export async function verifyBy(
  did: DidDocument,
  document: SecuredDocument,
  { issuer = did.id, now }: { issuer?: string | undefined; now: Date },
  orRevoked = false,
) {
  if (did.id !== issuer || issuerOf(document) !== issuer) return undefined
  const keyOf = (method: string) =>
    assertionKey(did, method) ?? (orRevoked ? revokedKey(did, method) : undefined)
  return verifyJcsProof(document, keyOf, now)
}

/** In a credential an object, in a status list a text. */
const issuerOf = ({ issuer }: SecuredDocument): unknown =>
  typeof issuer === 'string' ? issuer : (issuer as { id?: unknown } | null)?.id

/**
 * Whether it says to be by a key of ours that the document does not have: such as one that signs
 * since the document was fetched. That speaks neither for it nor against it.
 */
export function isByUnknownKey(
  did: DidDocument,
  credential: unknown,
  { issuer = did.id }: { issuer?: string | undefined },
): boolean {
  if (!isSecured(credential) || did.id !== issuer || issuerOf(credential) !== issuer) return false
  const named = jcsProofsOf(credential).map(({ verificationMethod }) => verificationMethod)
  return (
    named.length > 0 &&
    named.every((method) => method.startsWith(`${issuer}#`) && !isListed(did, method))
  )
}

export function isSecured(value: unknown): value is SecuredDocument {
  return typeof value === 'object' && value !== null && 'proof' in value
}
