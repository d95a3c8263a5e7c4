import { domainToASCII } from 'node:url'
import * as fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { email, personName } from '@naic/admissions/forms/text-rules.ts'
import { compose, htmlOf } from './compose.ts'

const council = { name: 'Council', address: 'office@example.org' }
const transport = createTransport({ streamTransport: true, buffer: true })

/** A letter to somebody, with their address for the answer too, as a mail program reads it. */
async function letterTo(name: string, address: string) {
  const to = { name, address }
  const letter = { id: 'letter-1', to, replyTo: to, subject: name, body: 'Dear student.' }
  const { message, envelope } = await transport.sendMail(compose(letter, council))
  return { envelope, ...(await PostalMime.parse(message as Buffer)) }
}

/**
 * An address as it is written in a letter: the domain in small letters, one of numbers alone
 * as the URL standard reads it, and quotes around a name that has its dots in odd places.
 */
function asWritten(address: string): string {
  const [mailbox = '', domain = ''] = address.split('@')
  const isPlain = !/^[.]|[.][.]|[.]$/.test(mailbox)
  return `${isPlain ? mailbox : `"${mailbox}"`}@${domainToASCII(domain) || domain.toLowerCase()}`
}

const anyAddress = fc
  .oneof(
    fc.stringMatching(
      /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-zA-Z]+$/,
    ),
    fc.stringMatching(/^[=?.a-z]{1,9}@[a-z0-9-]{1,70}([.][A-Z0-9-]{1,9}){1,4}$/),
    fc.stringMatching(/^=[?]utf-8[?][qbQB][?][=A-Za-z0-9]{0,40}[?]=@example[.]com$/),
  )
  .filter((address) => v.is(email, address))

const anyName = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 250 }),
    fc.stringMatching(/^["\\<>,;:@() A-Za-z.]{2,60}$/),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  .map((name) => v.safeParse(personName, name))
  .filter((parsed) => parsed.success)
  .map((parsed) => String(parsed.output))

test('a letter goes to exactly the address that a form accepted, and to nobody else', async () => {
  await fc.assert(
    fc.asyncProperty(anyName, anyAddress, async (name, address) => {
      const letter = await letterTo(name, address)
      const written = asWritten(address)
      expect(letter.to?.map((person) => person.address)).toEqual([written])
      expect(letter.replyTo?.map((person) => person.address)).toEqual([written])
      expect(letter.envelope).toEqual({ from: council.address, to: [written] })
      expect(letter.headers.map(({ key }) => key).sort()).toEqual(
        'auto-submitted content-type date from message-id mime-version reply-to subject to'.split(
          ' ',
        ),
      )
      expect(letter.text?.trimEnd()).toBe('Dear student.')
      expect(letter.html).toContain('<p>Dear student.</p>')
    }),
    { numRuns: 300 },
  )
})

const tags = (html: string) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag)
/** What a program shows of it. */
const shown = (html: string) =>
  (/<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? '')
    .replaceAll('</p>', '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&lt;/g, '<')
    .replaceAll(/&gt;/g, '>')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&#39;/g, "'")
    .replaceAll(/&amp;/g, '&')

const anyWords = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...`"'<>& \n`),
        fc.constantFrom('<img src=x onerror=alert(1)>', '&lt;', '</a>', 'https://'),
        fc.constantFrom('https://evil.example/?a=1&b="><b>', "http://x'onclick='y"),
      ),
    )
    .map((parts) => parts.join('')),
)

test('no word of a letter becomes markup, and none is lost', () => {
  fc.assert(
    fc.property(anyWords, (words) => {
      const html = htmlOf(words)
      const ours =
        /^<(!doctype html|html lang="en-IN"|head|meta charset="utf-8"|body style="[\w:;. -]+"|p|br|\/(head|html|body|p|a)|a href="https?:\/\/[^"'<>\s]+")>$/
      expect(tags(html).filter((tag) => !ours.test(tag))).toEqual([])
      expect(shown(html).replaceAll(/\s/g, '')).toBe(words.replaceAll(/\s/g, ''))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['See https://naic.example/verify/NAIC26.', 'https://naic.example/verify/NAIC26'],
  ['(http://naic.example/a?b=1&c=2)', 'http://naic.example/a?b=1&amp;c=2'],
])('an address is a link to what it says: %s', (text, address) => {
  expect(htmlOf(text)).toContain(`<a href="${address}">${address}</a>`)
})

test('paragraphs and lines stay apart', () => {
  expect(htmlOf('Dear Asha,\n\nOne\nTwo\n')).toContain('<p>Dear Asha,</p>\n<p>One<br>\nTwo</p>')
})
