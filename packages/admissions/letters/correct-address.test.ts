import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { referenceOf } from '#forms/reference.ts'
import { readJournal } from '@naic/platform/journal/journal.ts'
import { type Letter, RefusedForGood } from '@naic/platform/mail/mailer.ts'
import { Outbox } from '@naic/platform/mail/outbox.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import { findHolderAddress } from '@naic/registry/issuing/revoke-certificate.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { order, TestRegistry } from '@naic/test/support/start-registry.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'
import { quiet, until } from '@naic/test/support/trial-outbox.ts'
import { readApplication } from '../applications/read-application.ts'
import { changeStatus, planStatusChange } from '../applications/set-status.ts'
import { listMessages, readMessage } from '../messages/messages.ts'
import { submitMessage } from '../messages/submit-message.ts'
import {
  correctApplicationAddress,
  correctMessageAddress,
  sendToCorrectedAddress,
} from './correct-address.ts'

const [wrong, right] = ['asha@exampel.com', 'asha@example.com']

describe.each(registryEngines)('on $name', (engine) => {
  let place: TestRegistry
  let sent: Letter[]
  let outbox: Outbox
  beforeEach(async () => {
    place = await TestRegistry.start(engine)
    sent = []
    outbox = new Outbox(
      place.database,
      {
        async send(letter) {
          if (letter.to.address === wrong) throw new RefusedForGood('550 No such user')
          sent.push(letter)
        },
      },
      quiet,
    )
    outbox.start()
  })
  afterEach(async () => {
    await outbox.stop()
    await place.remove()
  })

  const correct = (id: string, typed = right) =>
    sendToCorrectedAddress(place.database, id, { typed, who: 'meera' })
  const states = async () => {
    const { build, read } = place.database
    const rows = await read(build.selectFrom('letter').selectAll().orderBy('id').compile())
    return rows.map(({ to_address, refused_at, sent_at }) =>
      [to_address, refused_at ? 'refused' : sent_at ? 'sent' : 'waits'].join(' '),
    )
  }
  const services = (letterDelaySeconds: number) => ({
    database: place.database,
    outbox,
    letterDelaySeconds,
  })
  async function decide(id: string, to: 'shortlisted' | 'accepted', delay = 0): Promise<void> {
    const planned = await planStatusChange(services(delay), { asked: id, to, withLetter: true })
    if (planned.state !== 'planned') throw new Error(planned.state)
    await changeStatus(services(delay), planned.plan, { note: undefined, who: 'meera' })
  }
  const read = async (id: string) => {
    const found = await readApplication(place.database, id)
    if (found.state !== 'found') throw new Error(found.state)
    return found
  }

  test('of an application: the letters that failed go again, one that waits goes there in its time, and so do later ones', async () => {
    const row = applicationRow({ email: wrong })
    await storeApplications(place.database, [row])
    await decide(row.id, 'shortlisted')
    await until(async () => (await states()).includes(`${wrong} refused`))
    await decide(row.id, 'accepted', 600)
    expect(await correct(`${row.id}-status-1`)).toEqual({
      state: 'sent again',
      again: 1,
      of: { kind: 'application', id: row.id, reference: referenceOf(row.id) },
    })
    outbox.wake()
    await until(() => sent.length === 1)
    await until(async () => (await states()).includes(`${right} sent`))
    expect(await states()).toEqual([`${right} sent`, `${right} waits`])
    const { application, keptChanges, letters } = await read(row.id)
    expect(application).toMatchObject({ email: right, sentEmail: wrong, kept: { email: right } })
    expect(keptChanges).toMatchObject([
      { fact: 'email', from: wrong, to: right, changedBy: 'meera' },
    ])
    expect(letters.map(({ to }) => to)).toEqual([right, right])
    await decide(row.id, 'shortlisted')
    await until(() => sent.length === 2)
    const journal = await readJournal(place.database, 9)
    expect(journal.map(({ did, detail }) => [did, detail]).toReversed()).toEqual([
      ['applications set-status', 'shortlisted'],
      ['applications set-status', 'accepted'],
      ['applications correct-email', 'e-mail'],
      ['outbox retry', 'also if sent, to another address'],
      ['applications set-status', 'shortlisted'],
    ])
    expect(JSON.stringify(journal)).not.toContain('@')
  })

  test('of an application at the desk: letters about its certificate go there too, now and later', async () => {
    const row = applicationRow({ email: wrong, internship: '4' })
    await storeApplications(place.database, [row])
    const reference = referenceOf(row.id)
    const issued = await issueCertificates(place.registry, [order({ reference, email: wrong })])
    if (issued.state !== 'issued') throw new Error(issued.state)
    const certificate = issued.certificates[0]?.id ?? ''
    outbox.wake()
    await until(async () => (await states()).includes(`${wrong} refused`))
    const done = await correctApplicationAddress(place.database, row.id, right, { who: 'meera' })
    expect(done).toMatchObject({ kept: { state: 'kept' }, again: 1 })
    outbox.wake()
    await until(async () => (await states()).includes(`${right} sent`))
    expect(await findHolderAddress(place.registry, certificate, reference)).toBe(right)
  })

  test('of a message: it is found by both addresses, and the last correction counts', async () => {
    const settings = { ...services(0), staffEmail: 'staff@example.org' }
    const fields = { ...ravi, email: wrong }
    const done = await submitMessage(settings, { fields, idempotencyKey: '', errors: {} })
    if (done.state !== 'accepted') throw new Error(done.state)
    const letter = `${done.id}-sender`
    await until(async () => (await states()).includes(`${wrong} refused`))
    expect(await correct(letter, 'asha@example.org')).toMatchObject({ state: 'sent again' })
    expect(await correct(letter)).toMatchObject({ of: { kind: 'message', id: done.id } })
    outbox.wake()
    await until(() => sent.some(({ to }) => to.address === right))
    expect(await readMessage(place.database, done.id)).toMatchObject({
      email: right,
      sent_email: wrong,
      corrections: [
        { number: 1, email: 'asha@example.org' },
        { number: 2, email: right, changed_by: 'meera' },
      ],
    })
    for (const text of [wrong, right]) {
      const { messages } = await listMessages(place.database, { text }, { page: 1, perPage: 9 })
      expect(messages).toMatchObject([{ email: right, sent_email: wrong }])
    }
    expect(JSON.stringify(await readJournal(place.database, 9))).not.toContain('@')

    const letters = (await states()).length
    const by = (typed: string | null) =>
      correctMessageAddress(place.database, done.id, { typed, who: 'meera' })
    expect(await by(right)).toEqual({ state: 'already', email: right })
    expect(await by('asha')).toEqual({ state: 'no address' })
    expect(await by(null)).toEqual({ state: 'corrected', email: wrong })
    expect(await readMessage(place.database, done.id)).toMatchObject({ email: wrong })
    expect(await states()).toHaveLength(letters)
  })

  test('what is no address, or no letter, changes nothing; a letter to the staff has its own', async () => {
    const row = applicationRow({ email: wrong })
    await storeApplications(place.database, [row])
    await decide(row.id, 'shortlisted')
    await until(async () => (await states()).includes(`${wrong} refused`))
    expect(await correct(`${row.id}-status-1`, 'asha')).toEqual({ state: 'no address' })
    expect(await correct(`${row.id}-status-9`)).toEqual({ state: 'unknown' })
    expect((await read(row.id)).application.email).toBe(wrong)
    const letter = { id: `${row.id}-staff`, to: { name: '', address: wrong }, replyTo: undefined }
    const words = { subject: 'New application', body: 'One.' }
    await place.database.atomic([outbox.post({ ...letter, ...words }, { now: new Date() })])
    expect(await correct(letter.id)).toMatchObject({ state: 'sent again', of: undefined })
    expect((await read(row.id)).application.email).toBe(wrong)
  })
})
