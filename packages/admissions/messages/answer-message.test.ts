import { describe, expect, test } from 'vitest'
import PostalMime from 'postal-mime'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { referenceOf } from '#forms/reference.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import { compose, messageOf } from '@naic/store/mail/compose.ts'
import type { Letter } from '@naic/store/mail/mailer.ts'
import { outboxOfServer } from '@naic/store/mail/outbox.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { answerMessage, planAnswer } from './answer-message.ts'
import { readMessage } from './messages.ts'
import { submitMessage } from './submit-message.ts'

const question = {
  name: 'Ravi Iyer',
  email: 'ravi@example.com',
  subject: 'Paying the fee',
  message: 'Can I pay on Friday?\n\nDear winner, you have won.',
}
const from = { name: 'The council', address: 'office@naic.example' }

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  const services = () => ({ database: place.database, outbox: outboxOfServer })
  async function write(): Promise<string> {
    const settings = { ...services(), staffEmail: 'staff@example.org' }
    const done = await submitMessage(settings, { fields: question, idempotencyKey: '', errors: {} })
    if (done.state !== 'accepted') throw new Error(JSON.stringify(done))
    return done.id
  }
  async function planned(id: string, text = 'Yes, until Friday.') {
    const done = await planAnswer(place.database, id, text)
    if (done.state !== 'planned') throw new Error(JSON.stringify(done))
    return done.letter
  }
  const composed = async (letter: Letter) =>
    PostalMime.parse(await messageOf(compose(letter, from)))
  /** Its body, in the queue. */
  const queued = async (id: string) => {
    const letter = place.database.read.selectFrom('letter').select('body').where('id', '=', id)
    return (await letter.executeTakeFirst())?.body
  }

  test('an answer threads with the acknowledgement, quotes the question, and marks it as answered', async () => {
    const id = await write()
    const letter = await planned(id)
    expect((await readMessage(place.database, id))?.answered_at).toBeNull()
    const done = await answerMessage(services(), id, { letter, who: 'meera' })
    expect(done).toEqual({ state: 'answered' })
    expect(await queued(`${id}-answer`)).toBe(letter.body)
    const answer = await composed(letter)
    expect(answer).toMatchObject({
      inReplyTo: `<${id}-sender@naic.example>`,
      references: `<${id}-sender@naic.example>`,
      subject: 'Re: Paying the fee',
      replyTo: [{ name: organisation.name, address: organisation.emails.support }],
      to: [{ name: 'Ravi Iyer', address: 'ravi@example.com' }],
    })
    expect(answer.headers.map(({ key }) => key)).not.toContain('auto-submitted')
    expect(answer.text?.trimEnd()).toMatch(
      /^Dear Ravi Iyer,\n\nYes, until Friday[.]\n\nWith good wishes,\n.+\n\nYour reference: NAIC-.+\n\nYou wrote on .+, .+:\n\n> Can I pay on Friday[?]\n>\n> Dear winner, you have won[.]$/,
    )
    expect(await readMessage(place.database, referenceOf(id))).toMatchObject({
      answered_by: 'meera',
      answer_id: `${id}-answer`,
      letters: expect.arrayContaining([expect.objectContaining({ id: `${id}-answer` })]),
    })
    expect(await readJournal(place.database, 9)).toMatchObject([
      { who: 'meera', did: 'messages answer', subject: referenceOf(id), detail: null },
    ])
  })

  test('an acknowledgement that was sent twice is answered as it came last; without one, it is a letter of its own', async () => {
    const id = await write()
    const { database } = place
    await database.write((transaction) =>
      transaction
        .updateTable('letter')
        .set({ resent: 1 })
        .where('id', '=', `${id}-sender`)
        .execute(),
    )
    expect((await planned(id)).answers).toBe(`${id}-sender.1`)
    await database.write((transaction) =>
      transaction.deleteFrom('letter').where('id', '=', `${id}-sender`).execute(),
    )
    const letter = await planned(id)
    expect(letter).toMatchObject({ answers: '', subject: 'Re: Paying the fee' })
    const mail = await composed(letter)
    expect([mail.inReplyTo, mail.references]).toEqual([undefined, undefined])
  })

  test('of two people who answer at once, the second is told, and one letter goes', async () => {
    const id = await write()
    const people = ['meera', 'kabir']
    const letters = await Promise.all(people.map((who) => planned(id, `From ${who}.`)))
    const answers = await Promise.all(
      people.map((who, at) => answerMessage(services(), id, { letter: letters[at] ?? null, who })),
    )
    const first = people[answers.findIndex(({ state }) => state === 'answered')]
    const already = { state: 'already', by: first }
    expect(answers).toContainEqual(expect.objectContaining(already))
    expect(await queued(`${id}-answer`)).toContain(`From ${first}.`)
    expect(await planAnswer(place.database, id, 'Again.')).toMatchObject(already)
    const marked = answerMessage(services(), id, { letter: null, who: 'asha' })
    expect(await marked).toMatchObject(already)
    expect(await readJournal(place.database, 9)).toHaveLength(1)
  })

  test('nothing is written for words that are none, or for a message that is gone', async () => {
    const id = await write()
    for (const text of ['', ' \n ', 'x'.repeat(10_001)]) {
      expect(await planAnswer(place.database, id, text)).toMatchObject({ state: 'refused' })
    }
    const letter = await planned(id)
    await place.database.write((transaction) =>
      transaction.deleteFrom('contact_message').where('id', '=', id).execute(),
    )
    const done = answerMessage(services(), id, { letter, who: 'meera' })
    expect(await done).toEqual({ state: 'unknown' })
    expect(await planAnswer(place.database, id, 'Hm.')).toEqual({ state: 'unknown' })
    expect(await readJournal(place.database, 9)).toEqual([])
  })
})
