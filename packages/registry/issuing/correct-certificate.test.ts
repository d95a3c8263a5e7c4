import type { Database } from '@naic/store/database/database.ts'
import { describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { findEvidence } from '../certificate-evidence.ts'
import { correctCertificate, planCorrection } from './correct-certificate.ts'
import { eraseCertificate } from './erase-certificate.ts'
import { findCertificate } from './find-certificate.ts'

const whole = {
  holder: 'Asha Roa',
  reference: '2026-0117',
  email: 'asha@example.com',
  withEmail: true,
  internship: 'Frontend Web Development',
  startedOn: '2026-02-02',
  endedOn: '2026-03-01',
  hours: 80,
  credits: 2.5,
  college: 'Example Polytechnic',
}

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  const find = async (id: string) => {
    const found = await findCertificate(place.registry, id)
    return found && 'facts' in found ? found : expect.fail('There is none.')
  }

  /** What a certificate says of another, and whether it was withdrawn. */
  const saidOf = async (id: string) => {
    const { corrects, correctedBy, revoked } = await find(id)
    return { corrects, correctedBy, revoked }
  }

  const correct = (id: string, holder = 'Asha Rao') =>
    correctCertificate(place.registry, id, holder, 'meera')

  /** @returns the IDs of a certificate and of what corrects it. */
  async function corrected(): Promise<[string, string]> {
    const old = await place.issueOne(whole)
    const done = await correct(old)
    return done.state === 'done' ? [old, done.id] : expect.fail(done.state)
  }

  test('a corrected certificate says all but the name as before, and both lead to each other', async () => {
    const [old, id] = await corrected()
    const [before, after] = [await find(old), await find(id)]
    expect(after.facts).toEqual({ ...before.facts, id, holder: 'Asha Rao' })
    const learnt = ({ credential }: typeof after) => credential.credentialSubject.achievement
    expect(learnt(after)).toEqual(learnt(before))
    expect(after.credential.credentialSubject.identifier).toHaveLength(2)
    expect(await saidOf(id)).toEqual({ corrects: old })
    const revoked = expect.objectContaining({ reason: 'wrong details' })
    expect(await saidOf(old)).toEqual({ correctedBy: id, revoked })
    const evidence = await findEvidence(place.registry, id)
    expect(evidence).toMatchObject({ certificate: { corrects: old } })
    expect(await place.faults()).toEqual([])
  })

  test('the holder gets one letter, with the new certificate, and the old one no longer leaves', async () => {
    const old = await place.issueOne(whole)
    const plan = await planCorrection(place.registry, old, 'Asha Rao')
    expect(plan).toMatchObject({ state: 'planned', letterBefore: 'waiting' })
    const done = await correct(old)
    if (done.state !== 'done' || plan.state !== 'planned') throw new Error(done.state)
    const letters = await place.query<{ id: string; subject: string; body: string }>(
      'SELECT id, subject, body FROM letter WHERE held_at IS NULL',
    )
    expect(letters.map(({ id }) => id)).toEqual([`certificate-${done.id}`])
    const [{ subject, body } = { subject: '', body: '' }] = letters
    expect(subject).toBe(plan.letter?.subject)
    expect(body).toContain(`The one before, ${old}, is withdrawn.`)
    // What was shown, but for the ID that nobody knew.
    expect(body.replaceAll(done.id, '')).toBe(plan.letter?.body.replaceAll('NAIC(new ID)', ''))
  })

  test('asked for again, or by two at once, a correction is made once', async () => {
    const old = await place.issueOne(whole)
    const both = await Promise.all([correct(old), correct(old)])
    expect(both.map(({ state }) => state).toSorted()).toEqual(['corrected', 'done'])
    expect(both).toContainEqual(expect.objectContaining({ state: 'corrected', isSo: true }))
    expect(await correct(old, 'Aasha Rao')).toMatchObject({ state: 'corrected', isSo: false })
    const found = "SELECT id FROM certificate WHERE external_reference = '2026-0117'"
    expect(await place.query(found)).toHaveLength(2)
  })

  test('if the correction cannot be stored whole, neither certificate has changed', async () => {
    const old = await place.issueOne(whole)
    const rows = () => place.query('SELECT * FROM log_entry')
    const before = await rows()
    const full: Database['write'] = (work) =>
      place.database.write(async (transaction) => {
        await work(transaction)
        throw new Error('The disk is full.')
      })
    const log = place.anotherLog({ database: { ...place.database, write: full } })
    const correcting = correctCertificate({ ...place.registry, log }, old, 'Asha Rao', 'meera')
    await expect(correcting).rejects.toThrow('full')
    expect(await rows()).toEqual(before)
    expect(await saidOf(old)).toEqual({})
    expect(await place.query('SELECT id FROM letter WHERE held_at IS NOT NULL')).toEqual([])
    expect(await correct(old)).toMatchObject({ state: 'done' })
  })

  test('only a certificate that stands and has another name is corrected', async () => {
    const id = await place.issueOne(whole)
    expect(await correct('NAIC26XXXXX')).toEqual({ state: 'unknown' })
    expect(await correct(id, 'Asha Roa')).toEqual({ state: 'same' })
    await expect(correct(id, 'Asha <b>Rao</b>')).rejects.toThrow('which is markup')
    await place.revoke(id, 'academic misconduct')
    expect(await correct(id)).toMatchObject({ state: 'revoked' })
    const other = await place.issueOne()
    await eraseCertificate(place.database, other, 'nandini')
    expect(await correct(other)).toEqual({ state: 'erased' })
  })

  test.each([0, 1])('an erasure of one of the two takes the link along (%i)', async (which) => {
    const both = await corrected()
    await eraseCertificate(place.database, both[which] ?? '', 'nandini')
    const { corrects, correctedBy } = await saidOf(both[1 - which] ?? '')
    expect([corrects, correctedBy]).toEqual([undefined, undefined])
    expect(await place.faults()).toEqual([])
  })
})
