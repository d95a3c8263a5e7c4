import type { SendMailOptions } from 'nodemailer'
import { htmlOf } from './html-of.ts'
import type { Letter, Mailbox } from './mailer.ts'

/**
 * A letter as nodemailer takes it. People's names go in as `{ name, address }` only: in a
 * header line made by hand, a name could smuggle in further recipients.
 *
 * @param from the council's own mailbox.
 */
export function compose(letter: Letter, from: Mailbox): SendMailOptions {
  // Under a Message-ID that is there, a mail program would drop it.
  const again = letter.resent ? `.${letter.resent}` : ''
  const host = from.address.split('@')[1] ?? 'localhost'
  return {
    messageId: `<${letter.id}${again}@${host}>`,
    from,
    to: letter.to,
    ...(letter.replyTo ? { replyTo: letter.replyTo } : {}),
    subject: letter.subject,
    text: letter.body,
    html: htmlOf(letter.body),
    // Asks other programs not to answer with "out of office" (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    // A letter is its words: nothing in it names a file or an address to take in.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
