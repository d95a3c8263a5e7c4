import type { Letter } from '@naic/store/mail/mailer.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { indented } from './print.ts'

/** @returns all of a letter for a terminal, its text a little to the right. */
export const describeLetter = ({ to, replyTo, subject, body }: Letter): string =>
  [
    `Letter to:  ${printable(to.name)} <${printable(to.address)}>`,
    ...(replyTo ? [`Reply to:   ${printable(replyTo.name)} <${printable(replyTo.address)}>`] : []),
    `Subject:    ${printable(subject)}`,
    '',
    indented(body),
    '',
  ].join('\n')
