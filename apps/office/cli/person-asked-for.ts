import type { Command as CommandLine } from 'commander'
import type { Asked, PersonFound } from '#privacy/find-person.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import type { Run } from './command-run.ts'
import { askLine, canAsk } from './ask.ts'

export const whomItAsks = `Without a reference it asks for one, or for an e-mail address. "--email -" reads the address from
standard input. An address among the arguments stays in the shell's history and in the system's log.`

/**
 * What was typed says whom it is about, by one of the two. Somebody at a terminal who typed neither is
 * asked, so that no address is among the arguments (`PersonalOption`).
 */
export async function askedFor(
  run: Run,
  line: CommandLine,
  reference: string | undefined,
  email: string | undefined,
): Promise<Asked> {
  if (reference === undefined && email === undefined && canAsk(run)) {
    const typed = await askLine(run, 'Reference or e-mail address')
    return typed.includes('@')
      ? askedFor(run, line, undefined, typed)
      : askedFor(run, line, typed, undefined)
  }
  if (reference !== undefined && email !== undefined) {
    return line.error('Say whom by a reference or by --email, not by both')
  }
  if (email !== undefined) {
    if (!/^\s*[^\s@]+@[^\s@]+\s*$/.test(email)) return line.error('--email takes an e-mail address')
    return { email }
  }
  if (reference) return { reference }
  return line.error('Say whom: by a reference, or by --email and an e-mail address')
}

/** Says why nobody was found. */
export function sayNotFound(
  run: Run,
  found: Exclude<PersonFound, { state: 'found' }>,
  asked: Asked,
): void {
  run.exitCode = 1
  if (found.state === 'our own') {
    run.say(
      "This is an address of the council's own (STAFF_EMAIL or MAIL_FROM), which letters about everybody have. Nothing was done.",
    )
  } else if (found.state === 'several') {
    run.say(`Several have this reference. Ask for one by its id:\n${found.ids.join('\n')}`)
  } else {
    const typed = 'reference' in asked ? printable(asked.reference) : ''
    run.say(`${typed} is no reference such as NAIC-7F3K-92QD, and no id.`)
  }
}
