import * as fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { compose } from './compose.ts'
import { messageOf } from './message-of.ts'

const council = { name: 'Council', address: 'office@example.org' }

/** Boundaries are drawn anew each time. */
const withoutBoundaries = (message: Buffer) =>
  message.toString('latin1').replaceAll(/--_NmP-\w+-/g, '--_NmP-x-')

/** Lines as people write them, and whatever a form lets through. */
const words = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('\n', '\r\n', '\r', '.', '=', ' \n', '\t', 'x'.repeat(999), 'नमस्ते ', '😀'),
  ),
  { maxLength: 30 },
)

test('a message is, byte for byte, what nodemailer itself makes of it', async () => {
  const text = words.map((pieces) => pieces.join(''))
  const date = new Date('2026-03-14T15:09:26Z')
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, subject, body) => {
      const to = { name, address: 'asha@example.com' }
      const letter = { id: 'letter-1', to, replyTo: to, subject, body }
      const composed = { ...compose(letter, council), date }
      const theirs = await new MailComposer(composed).compile().build()
      expect(withoutBoundaries(messageOf(composed))).toBe(withoutBoundaries(theirs))
    }),
    { numRuns: 500, examples: [['', '', ' =  AAA AA   A  A\nनमस्ते ']] },
  )
})
