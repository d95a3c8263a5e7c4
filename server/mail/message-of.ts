import type { SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import * as base64 from 'nodemailer/lib/base64'
import * as quotedPrintable from 'nodemailer/lib/qp'

/** What nodemailer knows of a part of a message, and its types do not say. */
type MimePart = {
  multipart: string | false
  boundary: string
  childNodes: MimePart[]
  content: string | undefined
  buildHeaders: () => string
  getTransferEncoding: () => string | false
}

/**
 * The bytes of a message of words only, byte for byte what nodemailer's own `build` makes of it.
 * That one sends every part through a handful of streams, which takes five times as long: more
 * than all else that is done for a letter into a folder.
 */
export function messageOf(composed: SendMailOptions): Buffer {
  return Buffer.from(textOf(new MailComposer(composed).compile() as unknown as MimePart))
}

function textOf(part: MimePart): string {
  return `${part.buildHeaders()}\r\n\r\n${part.multipart ? partsOf(part) : encodedContentOf(part)}`
}

function partsOf({ boundary, childNodes }: MimePart): string {
  const parts = childNodes.map((part) => `--${boundary}\r\n${textOf(part)}`)
  return `${parts.join('\r\n')}\r\n--${boundary}--\r\n`
}

function encodedContentOf(part: MimePart): string {
  const { content = '' } = part
  const encoding = part.getTransferEncoding()
  if (encoding === 'quoted-printable') {
    return quotedPrintableOf(content)
  }
  return encoding === 'base64' ? base64.wrap(base64.encode(content)) : content
}

/** nodemailer holds back the spaces that a text ends with, and wraps its last line once more with them. */
function quotedPrintableOf(content: string): string {
  let end = content.length
  while (content[end - 1] === ' ' || content[end - 1] === '\t') {
    end -= 1
  }
  const wrapped = quotedPrintable.wrap(quotedPrintable.encode(content.slice(0, end)))
  const lastLine = wrapped.lastIndexOf('\n') + 1
  const spaces = quotedPrintable.encode(content.slice(end))
  return wrapped.slice(0, lastLine) + quotedPrintable.wrap(wrapped.slice(lastLine) + spaces)
}
