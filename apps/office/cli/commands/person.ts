import type { Command as CommandLine } from 'commander'
import { type Collected, collectPerson, holdsNothing } from '#privacy/collect-person.ts'
import { enterHandOver, saveArchive } from '#privacy/hand-over.ts'
import {
  type Candidate,
  findCandidates,
  isPhone,
  mostCandidates,
  type Sought,
} from '#privacy/find-candidates.ts'
import type { Asked } from '#privacy/find-person.ts'
import { personInWords } from '#privacy/show-person.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { Config } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { openFiles } from '@naic/house/storage.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import type { Run } from '../command-run.ts'
import { call, type Commands, givenText, PersonalOption } from '../command.ts'
import { addPerson, failWithoutPerson, personOrSought } from '../person-asked-for.ts'
import { type Column, printRows } from '../print.ts'

export const commands: Commands = {
  person: {
    summary: 'all that is held about a person, for them to have',
    examples: ['person NAIC-7F3K-92QD', 'person NAIC-7F3K-92QD --out person.zip'],
    define: (line, run) =>
      addPerson(line, 'of an application or message: all that has the same address')
        .option(
          '--out <file>',
          'a zip with resumes, letters and certificates; without it, words alone',
          givenText,
        )
        .option('--overwrite', 'replaces the file if there is one')
        .addOption(
          new PersonalOption('--phone <number>', 'lists what has this telephone, to choose from'),
        )
        .addOption(new PersonalOption('--name <words>', 'lists what has this name, to choose from'))
        .action(async (reference: string | undefined, values: Values) => {
          const sought = soughtBy(line, reference, values)
          if (sought) return list(run, sought)
          const asked = await personOrSought(run, line, reference, values.email)
          return 'reference' in asked || 'email' in asked
            ? tell(run, asked, values)
            : list(run, asked)
        }),
  },
}

type Values = Partial<Record<'email' | 'phone' | 'name' | 'out', string>> & { overwrite?: boolean }

function soughtBy(
  line: CommandLine,
  reference: string | undefined,
  { email, phone, name }: Values,
): Sought | undefined {
  const given = [reference, email, phone, name].filter((one) => one !== undefined)
  if (given.length > 1 && (phone !== undefined || name !== undefined)) {
    line.error('Say whom by one of these: a reference, --email, --phone or --name')
  }
  if (phone !== undefined) return isPhone(phone) ? { phone } : line.error(noPhone)
  return name === undefined ? undefined : { name }
}

const noPhone = '--phone takes a telephone number of nine digits at least'

/**
 * Lists what a telephone or a name leads to, and shows nothing else: two people may share either, and one
 * may have written from two addresses. Which of them is meant, somebody says by the reference.
 */
async function list(run: Run, sought: Sought): Promise<void> {
  await using opened = await openCertificates(run.settings(), 'unchecked')
  const { candidates, areMore } = await findCandidates(opened.registry.database, sought)
  if (candidates.length === 0) {
    return run.say(`Nothing is held under this ${'phone' in sought ? 'telephone' : 'name'}.`)
  }
  await printRows(run, candidates, candidateColumns, {})
  run.say(
    `${areMore ? `Only the newest ${mostCandidates} are listed. ` : ''}Choose one: "${call} person REFERENCE" shows all that has the same e-mail address.`,
  )
}

const candidateColumns: readonly Column<Candidate>[] = [
  { key: 'reference', title: 'Reference', of: ({ reference }) => reference },
  { key: 'name', title: 'Name', of: ({ name }) => name, most: 32 },
  { key: 'email', title: 'Email', of: ({ email }) => email, most: 40 },
  { key: 'phone', title: 'Phone', of: ({ phone }) => phone },
  { key: 'received', title: 'Received', of: ({ receivedAt }) => receivedAt, kind: 'time' },
  { key: 'what', title: 'What', of: ({ what }) => what },
]

async function tell(run: Run, asked: Asked, values: Values): Promise<void> {
  const config = run.settings()
  await using opened = await openCertificates(config, 'unchecked')
  const { registry } = opened
  const now = new Date()
  const found = await collectPerson(registry, asked, config, now)
  if (found.state !== 'collected') return failWithoutPerson(run, found, asked)
  if (holdsNothing(found)) {
    run.say(`Nothing is held under this ${'email' in asked ? 'address' : 'reference'}.`)
    if ('reference' in asked) run.exitCode = 1
  } else {
    const { out } = values
    if (out === undefined) run.print(personInWords(found.data))
    if (out === undefined || (await save(run, found, config, { ...values, out }, now))) {
      const how = out === undefined ? 'shown' : 'written to a file'
      await enterHandOver(registry.database, found, { who: config.account, how, now })
    }
  }
}

/** @returns false if there is no file; why was said. */
async function save(
  run: Run,
  found: Collected,
  config: Config,
  { out: file, overwrite = false }: Values & { out: string },
  now: Date,
): Promise<boolean> {
  const from = { name: organisation.name, address: config.mailFrom }
  const sources = { files: await openFiles(config), from }
  const saved = await saveArchive(found, sources, { file, mayReplace: overwrite, now })
  const named = printable(file)
  if (saved.state === 'taken') {
    run.fail(`${named} is there already. Give another name, or --overwrite to have it replaced.`)
    return false
  }
  if (saved.state === 'refused') {
    run.fail(`${named} cannot be written (${saved.reason}).`)
    return false
  }
  run.say(`${named} is written, for your eyes alone. Hand it over, and remove it.`)
  if (saved.missing.length > 0) {
    run.fail(`Not in it, since they are not where resumes are kept: ${saved.missing.join(', ')}.`)
  }
  return true
}
