import { describe, expect, test } from 'vitest'
import { referenceOf } from '#forms/reference.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import { postLetter } from '@naic/store/mail/letter-queue.ts'
import { outboxOfServer } from '@naic/store/mail/outbox.ts'
import { findHolder } from '@naic/registry/issuing/revoke-certificate.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { decisionsOn } from '@naic/test/support/decisions.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { listMessages, readMessage } from '../messages/messages.ts'
import { submitMessage } from '../messages/submit-message.ts'
import { keepAndRedirect, sendToCorrectedAddress } from './correct-address.ts'

const [wrong, right] = ['asha@exampel.com', 'asha@example.com']

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))
  const { store, set, read } = decisionsOn(place)

  const correct = (id: string, typed = right) =>
    sendToCorrectedAddress(place.database, id, { typed, who: 'meera' })
  /** As the outbox does when the relay says that there is no such address. */
  const refuse = () =>
    place.database.write((transaction) =>
      transaction
        .updateTable('letter')
        .set({ refused_at: new Date().toISOString(), last_failure: '550 No such user' })
        .where('to_address', '=', wrong)
        .execute(),
    )
  const states = async () => {
    const query = place.database.read.selectFrom('letter').selectAll().orderBy('id')
    return (await query.execute()).map(
      ({ to_address, refused_at }) => `${to_address} ${refused_at ? 'refused' : 'waits'}`,
    )
  }

  test('of an application: the letters that failed go again, one that waits goes there in its time, and so do later ones', async () => {
    const id = await store({ email: wrong })
    await set(id, 'shortlisted')
    await refuse()
    await set(id, 'accepted', {}, 600)
    expect(await correct(`${id}-status-1`)).toEqual({
      state: 'sent again',
      again: 1,
      of: { kind: 'application', id, reference: referenceOf(id) },
    })
    await set(id, 'shortlisted')
    expect(await states()).toEqual(Array(3).fill(`${right} waits`))
    const { application, keptChanges } = await read(id)
    expect(application).toMatchObject({ email: right, sentEmail: wrong, kept: { email: right } })
    expect(keptChanges).toMatchObject([
      { fact: 'email', from: wrong, to: right, changedBy: 'meera' },
    ])
    const journal = await readJournal(place.database, 9)
    expect(journal.map(({ did, detail }) => [did, detail]).toReversed()).toEqual([
      ['applications set-status', 'shortlisted'],
      ['applications set-status', 'accepted'],
      ['applications correct-email', 'email'],
      ['outbox retry', 'also if sent, to another address'],
      ['applications set-status', 'shortlisted'],
    ])
    expect(JSON.stringify(journal)).not.toContain('@')
  })

  test('of an application at the desk: letters about its certificate go there too, now and later', async () => {
    const id = await store({ email: wrong, internship: '4' })
    const reference = referenceOf(id)
    const certificate = await place.issueOne({ reference, email: wrong })
    await refuse()
    const wanted = { fact: 'email', to: right } as const
    const done = await keepAndRedirect(place.database, id, wanted, { who: 'meera' })
    expect(done).toMatchObject({ state: 'kept', again: 1 })
    expect(await states()).toContain(`${right} waits`)
    expect(await findHolder(place.registry, certificate, reference)).toMatchObject({
      address: right,
    })
  })

  test('of a message: it is found by both addresses, and the last correction counts', async () => {
    const settings = { database: place.database, outbox: outboxOfServer, staffEmail: 'a@b.example' }
    const fields = { ...ravi, email: wrong }
    const done = await submitMessage(settings, { fields, idempotencyKey: '', errors: {} })
    if (done.state !== 'accepted') throw new Error(done.state)
    const letter = `${done.id}-sender`
    await refuse()
    expect(await correct(letter, 'asha@example.org')).toMatchObject({ state: 'sent again' })
    expect(await correct(letter)).toMatchObject({ of: { kind: 'message', id: done.id } })
    expect(await states()).toContain(`${right} waits`)
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
  })

  test('what is no address, or no letter, changes nothing; a letter to the staff has its own', async () => {
    const id = await store({ email: wrong })
    await set(id, 'shortlisted')
    await refuse()
    expect(await correct(`${id}-status-1`, 'asha')).toEqual({ state: 'no address' })
    expect(await correct(`${id}-status-9`)).toEqual({ state: 'unknown' })
    expect((await read(id)).application.email).toBe(wrong)
    const letter = { id: `${id}-staff`, to: { name: '', address: wrong }, replyTo: undefined }
    const words = { subject: 'New application', body: 'One.' }
    const about = { about: { kind: 'application', id }, now: new Date() } as const
    await place.database.write((transaction) =>
      postLetter(transaction, { ...letter, ...words }, about),
    )
    expect(await correct(letter.id)).toMatchObject({ state: 'sent again', of: undefined })
    expect((await read(id)).application.email).toBe(wrong)
  })
})
