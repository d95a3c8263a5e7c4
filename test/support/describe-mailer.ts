import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { Letter, Mailer } from '@naic/store/mail/mailer.ts'
import { eachTest } from './opened.ts'

/** Where a mailer's letters can be looked at; gone in the end. */
export type MailPlace = {
  mailer: Mailer
  /** What arrived, as raw messages; a letter sent again may be there twice. */
  arrived: () => Promise<Buffer[]>
  /** Makes it impossible to hand a letter over, until the returned function is called. */
  breakDown: () => Promise<() => Promise<void>>
  remove: () => Promise<void>
}

/** The contract of {@link Mailer}. @param findPlace an empty one, from Council <office@example.org>. */
export function describeMailer(name: string, findPlace: () => Promise<MailPlace>): void {
  describe(`${name} as a mailer`, () => {
    const place = eachTest(findPlace)

    const arrived = async () =>
      Promise.all((await place.arrived()).map((message) => PostalMime.parse(message)))
    const send = async (changes: Partial<Letter>): Promise<Email> => {
      await place.mailer.send({ ...letter, ...changes })
      const [email, ...others] = await arrived()
      if (!email || others.length > 0) throw new Error(`${others.length + 1} letters arrived.`)
      return email
    }

    test('sends a letter as it was written', async () => {
      const email = await send({})
      expect(email).toMatchObject({
        from: { name: 'Council', address: 'office@example.org' },
        to: [{ name: 'Asha Rao', address: 'asha@example.com' }],
        replyTo: [{ name: 'Staff', address: 'staff@example.org' }],
        subject: letter.subject,
        messageId: '<letter-1@example.org>',
      })
      expect(lines(email.text)).toEqual(lines(letter.body))
      expect(email.headers).toContainEqual(
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      )
    })

    test('leaves out Reply-To if the letter has none', async () => {
      expect((await send({ replyTo: undefined })).replyTo ?? []).toEqual([])
    })

    test.each([
      'A, "x" <evil@example.net>',
      'Asha "the \\" Rao; evil@example.net',
      'Team: evil@example.net;',
      '(evil@example.net) Asha',
      '=?utf-8?q?evil=40example=2Enet=2C?=',
      'x'.repeat(200),
    ])('writes to one person only, with the name %s', async (person) => {
      const email = await send({
        to: { name: person, address: 'asha@example.com' },
        replyTo: { name: person, address: 'asha@example.com' },
      })
      expectOnly(email, 'asha@example.com')
    })

    test.each([
      'Asha\r\nBcc: evil@example.net',
      'Asha\nTo: evil@example.net',
      'Asha\r\n\r\nDear customer',
      'Asha\u2028Bcc: evil@example.net',
      'Asha\0Rao',
    ])('lets no line break in a name or subject make a header: %j', async (text) => {
      const email = await send({
        to: { name: text, address: 'asha@example.com' },
        replyTo: { name: text, address: 'asha@example.com' },
        subject: text,
      })
      expectOnly(email, 'asha@example.com')
      expect(lines(email.text)).toEqual(lines(letter.body))
    })

    test.each(['Rao, Asha', 'A "quoted" name', 'आशा राव', 'Zoë 😀'])(
      'keeps the name %s as it is',
      async (person) => {
        const email = await send({ to: { name: person, address: 'asha@example.com' } })
        expect(email.to).toEqual([{ name: person, address: 'asha@example.com' }])
      },
    )

    test.each([
      ['dots at the beginning of lines', '.\n..\n.hidden\nend'],
      ['From at the beginning of a line', 'From here on\nFrom there on'],
      ['what looks like headers', 'Bcc: evil@example.net\n\nSubject: x'],
      ['long lines', `${'long '.repeat(400)}\n${'x'.repeat(3_000)}`],
      ['other scripts', 'नमस्ते 😀\nΓειά σου'],
    ])('keeps %s in the text', async (_what, body) => {
      const email = await send({ body })
      expect(lines(email.text)).toEqual(lines(body))
      expectOnly(email, 'asha@example.com')
    })

    test('gives a letter that is sent again the same Message-ID, and another letter another', async () => {
      const first = await send({})
      await place.mailer.send(letter)
      const ids = (await arrived()).map(({ messageId }) => messageId)
      expect(new Set(ids)).toEqual(new Set([first.messageId]))

      await place.mailer.send({ ...letter, id: 'letter-2' })
      expect(new Set((await arrived()).map(({ messageId }) => messageId)).size).toBe(2)
    })

    test('sends many at once', async () => {
      const all = Array.from({ length: 30 }, (_, number) => `letter-${number}`)
      await Promise.all(all.map((id) => place.mailer.send({ ...letter, id })))
      const ids = (await arrived()).map(({ messageId }) => messageId)
      expect(ids.sort()).toEqual(all.map((id) => `<${id}@example.org>`).sort())
    })

    test('says when a letter was not handed over, and takes it later', async () => {
      const repair = await place.breakDown()
      await expect(place.mailer.send(letter)).rejects.toBeInstanceOf(Error)
      await repair()
      expect(await arrived()).toEqual([])
      expect((await send({})).messageId).toBe('<letter-1@example.org>')
    })
  })
}

const letter: Letter = {
  id: 'letter-1',
  to: { name: 'Asha Rao', address: 'asha@example.com' },
  replyTo: { name: 'Staff', address: 'staff@example.org' },
  subject: 'Your application: Zoë & आशा',
  body: 'Dear Asha,\n\nThank you.\n\nThe Council\n',
}

function expectOnly(email: Email, address: string): void {
  expect(email.to?.map((person) => person.address)).toEqual([address])
  expect(email.cc ?? []).toEqual([])
  expect(email.bcc ?? []).toEqual([])
  const replyTo = email.replyTo?.map((person) => person.address) ?? []
  expect(['asha@example.com', 'staff@example.org']).toContain(replyTo[0])
  expect(replyTo).toHaveLength(1)
  expect(email.headers.filter(({ key }) => /^(to|cc|bcc)$/.test(key))).toHaveLength(1)
}

const lines = (text: string | undefined) => (text ?? '').trimEnd().split(/\r?\n/)
