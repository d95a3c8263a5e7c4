import { verifyCredential } from '@digitalbazaar/vc'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { order, TestRegistry } from '@naic/test/support/start-registry.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { buildCredential } from '@naic/ledger/format/credential.ts'
import { isAddressOf } from '@naic/ledger/format/hash-address.ts'
import { verifyCertificate } from '@naic/ledger/verify/verify-credential.ts'
import sampleCertificates from '@naic/content/sample-certificates.json' with { type: 'json' }
import { findCertificate } from './find-certificate.ts'
import { pinnedLoader } from './rdfc-proof.ts'
import { councilSigner, signDocument } from './sign-document.ts'
import { type didOfRegistry, readKeys } from '../keys/registry-keys.ts'

const passed = {
  signature: 'passed',
  inclusion: 'passed',
  checkpoint: 'passed',
  status: 'passed',
}

describe.each(registryEngines)('on $name', (engine) => {
  const place = allTests(() => TestRegistry.start(engine))

  async function expectAccepted(secured: unknown, did: ReturnType<typeof didOfRegistry>) {
    const document = secured as { proof: { cryptosuite: string }[] }
    const proof = document.proof.find((one) => one.cryptosuite === 'eddsa-rdfc-2022')
    const methods = did.verificationMethod.map((method) => [
      method.id,
      { '@context': 'https://w3id.org/security/multikey/v1', ...method },
    ])
    const result = await verifyCredential({
      credential: { ...document, proof },
      suite: new DataIntegrityProof({ cryptosuite }),
      documentLoader: pinnedLoader({ ...Object.fromEntries(methods), [did.id]: did }),
      checkStatus: async () => ({ verified: true }),
    })
    expect(result.error).toBeUndefined()
    expect(result.verified).toBe(true)
  }

  const verify = async (id: string) => verifyCertificate(await place.evidenceOf(id))

  test('a new registry holds the 14 samples, and each of them verifies', async () => {
    expect(sampleCertificates).toHaveLength(14)
    for (const sample of sampleCertificates) {
      const report = await verify(sample.id)
      const { id, name: holder, domain } = sample
      const facts = { id, holder, domain, duration: '4 Weeks', verifiedOn: '2025-07-02' }
      expect(report).toMatchObject({ facts, ...passed })
    }
  })

  const given = {
    startedOn: '2026-02-02',
    endedOn: '2026-02-27',
    hours: 80,
    credits: 2.5,
    college: 'आशा College "A" \\ _:b0',
  }

  test('each of a batch, whatever it says, and the status list pass an independent library', async () => {
    const holders = ['Asha "Rao"', 'Asha\\Rao', 'आशा राव', 'Asha @en _:c14n0 .', 'name', '4 Weeks']
    const learnt = {
      domain: 'Java Development',
      duration: '6 Weeks',
      email: 'asha@example.com',
      withEmail: true,
      ...given,
    }
    const ids = await place.issueAll(...holders.map((holder) => ({ holder, ...learnt })))
    for (const [at, id] of ids.entries()) {
      const { credential, did } = await place.evidenceOf(id)
      expect(JSON.stringify(credential)).toContain(JSON.stringify(holders[at]))
      await expectAccepted(credential, did)
      expect(await verify(id)).toMatchObject({ facts: given, signature: 'passed' })
    }
    const { statusList, did } = await place.evidenceOf(ids[0] ?? '')
    await expectAccepted(statusList, did)
  })

  test('a term that the contexts do not define is never signed', async () => {
    const { siteUrl } = place.registry
    const signer = await councilSigner(place.registry, await readKeys(place.database))
    const facts = { ...order(), id: 'NAIC26ABCDE' }
    const unsigned = buildCredential(facts, { did: signer.did.id, name: 'Council' }, siteUrl, 1)
    await signDocument(unsigned, signer, new Date())
    const withMore = { ...unsigned, unheardOf: 'x' }
    await expect(signDocument(withMore, signer, new Date())).rejects.toThrow(/[Ss]afe mode/)
  })

  test('it says what was learnt where the order says of which internship it is', async () => {
    const id = await place.issueOne({ domain: 'Java Development', duration: '6 Weeks' })
    const learnt = {
      internship: 'Java Development',
      skills: expect.arrayContaining(['Concurrency with virtual threads']),
      projects: [
        { title: 'Cricket scorer in the console' },
        { title: 'Wallet ledger that always balances' },
        { title: 'Exam hall seating service' },
      ],
    }
    expect(await verify(id)).toMatchObject({ facts: { learnt }, signature: 'passed' })
    const unsure = await place.issueOne({ domain: 'Web Development', duration: '4 Weeks' })
    expect(await verify(unsure)).toMatchObject({ facts: { learnt: undefined } })
  })

  test('it carries the holder’s address only where asked, as a hash with a salt of its own', async () => {
    const email = 'Asha.Rao@Example.com'
    const asked = { email, withEmail: true }
    const [one = '', other = '', without = ''] = await place.issueAll(asked, asked, { email })
    const addressOf = async (id: string) => (await verify(id)).facts?.address
    const [first, second] = [await addressOf(one), await addressOf(other)]
    for (const address of [first, second]) {
      expect(address?.salt).toMatch(/^[0-9a-f]{32}$/)
      expect(await isAddressOf('asha.rao@example.com', address ?? expect.fail())).toBe(true)
    }
    expect(first?.salt).not.toBe(second?.salt)
    expect(first?.identityHash).not.toBe(second?.identityHash)
    expect(await addressOf(without)).toBeUndefined()
    const unasked = JSON.stringify((await place.evidenceOf(without)).credential)
    expect(unasked).not.toMatch(/salt|sha256|emailAddress/)
    const { credential } = await place.evidenceOf(one)
    expect(JSON.stringify(credential).toLowerCase()).not.toContain('example.com')
  })

  test('it has an id of its year, and is stored and served as it was signed, byte for byte', async () => {
    const id = await place.issueOne()
    expect(id).toMatch(/^NAIC26[2-9A-HJ-NP-Z]{8}$/)
    const [row] = await place.query<{ document: string }>(
      `SELECT document FROM credential WHERE certificate_id = '${id}'`,
    )
    expect(JSON.stringify((await place.evidenceOf(id)).credential)).toBe(row?.document)
  })

  test('a revoked certificate says so, and is revoked once', async () => {
    const id = await place.issueOne()
    const reason = 'wrong details'
    expect(await place.revoke(id, reason)).toMatchObject({
      state: 'revoked',
    })
    const again = await place.revoke(id, 'issued in error')
    expect(again).toMatchObject({ state: 'already', reason })
    const unknown = await place.revoke('NAIC26XXXXX', reason)
    expect(unknown).toEqual({ state: 'unknown' })
    expect(await verify(id)).toMatchObject({ ...passed, status: 'failed' })
    expect(await findCertificate(place.registry, id)).toMatchObject({ revoked: { reason } })
  })

  test('no id, no name and no reference is in the log', async () => {
    const id = await place.issueOne({ holder: 'Unmistakable Holder', reference: 'REF-0815' })
    const log = JSON.stringify(await place.query('SELECT * FROM log_entry, log_checkpoint'))
    for (const secret of [id, 'NAIC', 'Unmistakable', 'REF-0815', 'Web Development']) {
      expect(log).not.toContain(secret)
    }
  })
})
