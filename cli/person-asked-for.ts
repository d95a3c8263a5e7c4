import type { Command as CommandLine } from 'commander'
import type { Asked, PersonFound } from '#server/privacy/person-asked.ts'
import { printable } from '#server/sheets/printable-text.ts'

/** What was typed says whom it is about, by one of the two; anything else makes no sense. */
export function askedFor(
  line: CommandLine,
  reference: string | undefined,
  email: string | undefined,
): Asked {
  if (reference !== undefined && email !== undefined) {
    return line.error('Say whom by a reference or by --email, not by both')
  }
  if (email !== undefined) {
    if (!/^\s*[^\s@]+@[^\s@]+\s*$/.test(email)) return line.error('--email takes an e-mail address')
    return { email }
  }
  if (reference !== undefined) return { reference }
  return line.error('Say whom: by a reference, or by --email and an e-mail address')
}

/** Says why nobody was found. */
export function sayNotFound(found: Exclude<PersonFound, { state: 'found' }>, asked: Asked): void {
  process.exitCode = 1
  if (found.state === 'our own') {
    console.error(
      "This is an address of the council's own (STAFF_EMAIL or MAIL_FROM), which letters about everybody have. Nothing was done.",
    )
  } else if (found.state === 'several') {
    console.error(`Several have this reference. Ask for one by its id:\n${found.ids.join('\n')}`)
  } else {
    const typed = 'reference' in asked ? printable(asked.reference) : ''
    console.error(`${typed} is no reference such as NAIC-7F3K-92QD, and no id.`)
  }
}
