import type { SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { type Letter, type Mailbox, messageName } from './mailer.ts'

/**
 * A letter as nodemailer takes it. People's names go in as `{ name, address }` only: in a
 * header line made by hand, a name could smuggle in further recipients.
 */
export function compose(letter: Letter, from: Mailbox): SendMailOptions {
  const host = from.address.split('@')[1] ?? 'localhost'
  const { answers } = letter
  const before = answers ? `<${answers}@${host}>` : undefined
  return {
    messageId: `<${messageName(letter)}@${host}>`,
    ...(before ? { inReplyTo: before, references: before } : {}),
    from,
    to: letter.to,
    ...(letter.replyTo ? { replyTo: letter.replyTo } : {}),
    subject: letter.subject,
    text: letter.body,
    html: htmlOf(letter.body),
    // Asks other programs not to answer with "out of office" (RFC 3834): nobody wrote it by hand.
    headers: answers === undefined ? { 'Auto-Submitted': 'auto-generated' } : {},
    // Nothing in a letter names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The bytes of an `.eml` file. */
export const messageOf = (composed: SendMailOptions): Promise<Buffer> =>
  new MailComposer(composed).compile().build()

/**
 * The same letter for programs that show HTML: its words as they are, in paragraphs, with web
 * addresses as links. Nothing is fetched, and no character of the text becomes markup.
 */
export function htmlOf(text: string): string {
  const paragraphs = text.trim().split(/(?:\r?\n){2,}/)
  return `<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"></head>
<body style="font-family: sans-serif; line-height: 1.5">
${paragraphs.map((paragraph) => `<p>${inLines(paragraph)}</p>`).join('\n')}
</body>
</html>
`
}

const inLines = (paragraph: string) => paragraph.split(/\r?\n/).map(withLinks).join('<br>\n')

/** A full stop or a bracket after an address is not part of it. */
const webAddress = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?()[\]{}])/

/** Splitting by a group leaves what it matched at the odd places. */
const withLinks = (line: string) =>
  line
    .split(webAddress)
    .map((part, at) =>
      at % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part),
    )
    .join('')

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text for HTML, inside attributes as well. */
export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => entities.get(sign) ?? sign)
