import type { SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Letter, Mailbox } from './mailer.ts'

/**
 * A letter as nodemailer takes it. People's names go in as `{ name, address }` only: in a
 * header line made by hand, a name could smuggle in further recipients.
 *
 * @param from the council's own mailbox.
 */
export function compose(letter: Letter, from: Mailbox): SendMailOptions {
  // A mail program drops a letter whose Message-ID it has already seen.
  const again = letter.resent ? `.${letter.resent}` : ''
  const host = from.address.split('@')[1] ?? 'localhost'
  return {
    messageId: `<${letter.id}${again}@${host}>`,
    from,
    to: letter.to,
    ...(letter.replyTo ? { replyTo: letter.replyTo } : {}),
    subject: letter.subject,
    text: letter.body,
    // Asks other programs not to answer with "out of office" (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Nothing in a letter names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The bytes of an `.eml` file. */
export const messageOf = (composed: SendMailOptions): Promise<Buffer> =>
  new MailComposer(composed).compile().build()
