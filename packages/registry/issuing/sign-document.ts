import { fromMultikey } from '@naic/ledger/format/published-keys.ts'
import {
  createJcsProof,
  type DataIntegrityProof,
  verifyJcsProof,
} from '@naic/ledger/format/jcs-proof.ts'
import { didOfRegistry, type RegistryKeys } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { DocumentSigner } from './rdfc-proof.ts'

/** The council as it signs now. @throws RegistryRefused if its private key is not here. */
export async function councilSigner(
  { siteUrl, privateKeys }: Pick<Registry, 'siteUrl' | 'privateKeys'>,
  keys: RegistryKeys,
): Promise<DocumentSigner> {
  const did = didOfRegistry(siteUrl, keys)
  const { name, sign } = await privateKeys.signer(keys, 'credentials')
  return { verificationMethod: `${did.id}#${name}`, sign, did }
}

/** As the library writes it as well. */
export const withoutMilliseconds = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

/**
 * Signs a document with both suites: eddsa-rdfc-2022, which wallets and Open Badges verifiers
 * accept, and eddsa-jcs-2022, which our pages check without a JSON-LD processor.
 *
 * @param document a credential without a proof. A term that its contexts do not define is refused.
 * @returns the same with the set of two proofs.
 * @throws RegistryRefused when a proof that was made does not verify.
 */
export async function signDocument<Document extends object>(
  document: Document,
  signer: DocumentSigner,
  now: Date,
): Promise<Document & { proof: readonly DataIntegrityProof[] }> {
  // Its JSON-LD takes megabytes, and most who open the registry sign nothing.
  const { createRdfcProof } = await import('./rdfc-proof.ts')
  const created = withoutMilliseconds(now)
  const rdfc = await createRdfcProof(document, signer, created)
  const unsigned = { ...document } as Record<string, unknown>
  const jcs = await createJcsProof(unsigned, { ...signer, created })
  const listed = signer.did.verificationMethod.find(({ id }) => id === signer.verificationMethod)
  const keyOf = () => listed && fromMultikey(listed.publicKeyMultibase)
  const isRight = rdfc && (await verifyJcsProof({ ...unsigned, proof: jcs }, keyOf))
  if (isRight) return { ...document, proof: [rdfc, jcs] }
  throw new RegistryRefused(
    `What ${signer.verificationMethod} signed does not verify. Does its private key belong to it?`,
  )
}
