import { type Command as CommandLine } from 'commander'
import { isAddress, type Sought, whoIsMeant } from '#privacy/find-candidates.ts'
import type { Asked, PersonFound } from '#privacy/find-person.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { askLine, canAsk } from './ask.ts'
import type { Run } from './command-run.ts'
import { PersonalOption } from './command.ts'
import { failWithoutOne } from './print.ts'

/** Adds the reference or the address that says who is meant. */
export const addPerson = (line: CommandLine, ofReference: string): CommandLine =>
  line
    .usage('[<reference> | --email <address>] [options]')
    .argument('[reference]', ofReference)
    .addOption(
      new PersonalOption(
        '--email <address>',
        'all that has this address; letter case does not matter',
      ),
    )
    .addHelpText('after', `\n${whomItAsks}`)

const whomItAsks = `Without a reference it asks for one, or for an e-mail address. "--email -" reads the address from
standard input. An address among the arguments stays in the shell's history and in the system's log.`

/**
 * Says who is meant, by one of the two. Without either it asks at a terminal, so that no address has to
 * be among the arguments (`PersonalOption`).
 */
export async function personAsked(
  run: Run,
  line: CommandLine,
  reference: string | undefined,
  email: string | undefined,
): Promise<Asked> {
  if (reference === undefined && email === undefined && canAsk(run)) {
    const typed = await askLine(run, 'Reference or e-mail address')
    const hasSign = typed.includes('@')
    return personAsked(run, line, hasSign ? undefined : typed, hasSign ? typed : undefined)
  }
  if (reference !== undefined && email !== undefined) {
    line.error('Say whom by a reference or by --email, not by both')
  }
  if (email !== undefined) {
    return isAddress(email) ? { email } : line.error('--email takes an e-mail address')
  }
  if (reference) return { reference }
  return line.error('Say whom: by a reference, or by --email and an e-mail address')
}

/** The same, and asks for a telephone or a name as well. */
export async function personOrSought(
  run: Run,
  line: CommandLine,
  reference: string | undefined,
  email: string | undefined,
): Promise<Asked | Sought> {
  if (reference !== undefined || email !== undefined || !canAsk(run)) {
    return personAsked(run, line, reference, email)
  }
  const typed = await askLine(run, 'Reference, e-mail address, telephone or name')
  return whoIsMeant(typed) ?? personAsked(run, line, undefined, typed)
}

/** Says why nobody was found, and that the command has failed. */
export function failWithoutPerson(
  run: Run,
  found: Exclude<PersonFound, { state: 'found' }>,
  asked: Asked,
): void {
  const typed = 'reference' in asked ? asked.reference : ''
  if (found.state === 'our own') {
    run.fail(
      "This is an address of the council's own (STAFF_EMAIL or MAIL_FROM), which letters about everybody have. Nothing was done.",
    )
  } else if (found.state === 'several') {
    const others = found.ids.map((id) => ({ id }))
    failWithoutOne(run, 'person', typed, others)
  } else run.fail(`${printable(typed)} is no reference such as NAIC-7F3K-92QD, and no id.`)
}
