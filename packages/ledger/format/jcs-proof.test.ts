import { describe, expect, test } from 'vitest'
import { exampleKey, strangersKey } from '@naic/test/support/example-council.ts'
import { type Bytes, concat, fromBase58, toBase58 } from './bytes.ts'
import { sha256 } from './cryptography.ts'
import { canonicalBytes } from './canonical-json.ts'
import { createJcsProof, verifyJcsProof } from './jcs-proof.ts'
import { fromMultikey } from './published-keys.ts'
import vectors from './vectors/eddsa-jcs-2022.json'

const { signed, unsigned, proofConfig, keyPair } = vectors
const { verificationMethod, created } = proofConfig
const publicKey = fromMultikey(keyPair.publicKeyMultibase) ?? expect.fail()
const key = exampleKey(fromBase58(keyPair.privateKeyMultibase.slice(1))?.slice(2) ?? expect.fail())
const keyOf = (method: string): Bytes | undefined =>
  method === verificationMethod ? publicKey : undefined

const proofOf = (document: Record<string, unknown>) =>
  createJcsProof(document, { verificationMethod, created, sign: key.sign })

/** Signs whatever options a proof has. */
async function signOptions(options: object, document: object) {
  const data = concat(await sha256(canonicalBytes(options)), await sha256(canonicalBytes(document)))
  return { ...options, proofValue: `z${toBase58(await key.sign(data))}` }
}

test('the key of the W3C’s example signs as it does there', async () => {
  expect(key.publicKey).toEqual(publicKey)
  expect(await proofOf(unsigned)).toEqual(signed.proof)
})

describe('a proof is wrong when', () => {
  test.for(Object.keys(signed.proof))('%s of the proof is another', async (name) => {
    for (const value of ['2023-02-24T23:36:39Z', 'z1', '\ud800', null, 1, [], undefined]) {
      const proof = { ...signed.proof, [name]: value }
      expect(await verifyJcsProof({ ...signed, proof }, () => publicKey)).toBeUndefined()
    }
  })

  test('its key may not make assertions, another has its place, or it has another purpose', async () => {
    expect(await verifyJcsProof(signed, () => undefined)).toBeUndefined()
    expect(await verifyJcsProof(signed, () => strangersKey.publicKey)).toBeUndefined()
    const proof = await signOptions({ ...proofConfig, proofPurpose: 'authentication' }, unsigned)
    expect(await verifyJcsProof({ ...unsigned, proof }, keyOf)).toBeUndefined()
  })

  test('it has expired, or expires at no time', async () => {
    const now = new Date('2026-03-02T12:00:00Z')
    const isRight = async (expires: unknown) => {
      const proof = await signOptions({ ...proofConfig, expires }, unsigned)
      return (await verifyJcsProof({ ...unsigned, proof }, keyOf, now)) !== undefined
    }
    expect(await isRight('2026-03-02T12:00:01Z')).toBe(true)
    expect(await isRight('2026-03-02T12:00:00Z')).toBe(false)
    expect(await isRight('never')).toBe(false)
    expect(await isRight(null)).toBe(false)
  })
})

test('of a set of proofs none is right when ours is not among them', async () => {
  const otherSuite = { ...signed.proof, cryptosuite: 'eddsa-rdfc-2022', proofValue: 'z1' }
  const wrong = { ...signed.proof, proofValue: `${signed.proof.proofValue.slice(0, -1)}Y` }
  expect(await verifyJcsProof({ ...unsigned, proof: [otherSuite, wrong] }, keyOf)).toBeUndefined()
})

describe('the context', () => {
  const [first, second] = unsigned['@context']

  test.for([
    ['the beginning of the document’s', [first], true],
    ['that beginning, not in a list', first, true],
    ['none', [], true],
    ['another', ['https://example.org/other'], false],
    ['the end of the document’s', [second], false],
    ['the document’s, in another order', [second, first], false],
    ['more than the document’s by nothing', [first, second, null], false],
  ] as const)('of a proof may be or may not: %s', async ([, context, isRight]) => {
    const proof = await signOptions({ ...proofConfig, '@context': context }, unsigned)
    const found = await verifyJcsProof({ ...unsigned, proof }, keyOf)
    expect(found !== undefined).toBe(isRight)
  })

  test('of a proof may be missing where the document has none', async () => {
    const document = { say: 'a document that is not JSON-LD' }
    const proof = await proofOf(document)
    expect(proof).not.toHaveProperty('@context')
    expect(await verifyJcsProof({ ...document, proof }, keyOf)).toEqual(proof)
  })
})

test('a document is signed whatever it says, also names that mean something to JavaScript', async () => {
  const text = '{"__proto__":{"polluted":true},"constructor":"x"}'
  const document = JSON.parse(text) as Record<string, unknown>
  const proof = await proofOf(document)
  const secured = { ...document, proof }
  expect(await verifyJcsProof(secured, keyOf)).toEqual(proof)
  expect(await verifyJcsProof({ constructor: 'x', proof }, keyOf)).toBeUndefined()
})
