import { whyNoPlace } from '../files-of-people.ts'
import { type Command as CommandLine, Option } from 'commander'
import type { Config } from '@naic/installation/config.ts'
import { openStoredRegistry } from '@naic/installation/open-certificates.ts'
import { type Collected, collectPerson, holdsNothing } from '#privacy/collect-person.ts'
import { enterHandOver, saveArchive } from '#privacy/hand-over.ts'
import type { Asked } from '#privacy/find-person.ts'
import { personInWords } from '#privacy/show-person.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { openFiles } from '@naic/installation/storage.ts'
import { type Command, givenText, PersonalOption } from '../command.ts'
import type { Run } from '../command-run.ts'
import { counted } from '../print.ts'
import { askedFor, sayNotFound, whomItAsks } from '../person-asked-for.ts'

type Values = { email?: string; out?: string; overwrite?: boolean }

export const command: Command = {
  summary: 'all that is held about a person, for them to have',
  examples: ['person NAIC-7F3K-92QD', 'person NAIC-7F3K-92QD --out person.zip'],
  define: (line: CommandLine, run) =>
    line
      .usage('[<reference> | --email <address>] [options]')
      .argument('[reference]', 'of an application or message: all that has the same address')
      .addOption(
        new PersonalOption(
          '--email <address>',
          'all that has this address; letter case does not matter',
        ),
      )
      .addOption(
        new Option(
          '--out <file>',
          'a zip with resumes and certificates; else words alone',
        ).argParser(givenText),
      )
      .option('--overwrite', 'replaces the file where there is one')
      .addHelpText('after', `\n${whomItAsks}`)
      .action(async (reference: string | undefined, values: Values) => {
        await tell(run, run.settings(), await askedFor(run, line, reference, values.email), values)
      }),
}

async function tell(run: Run, config: Config, asked: Asked, values: Values): Promise<void> {
  const { registry, close } = await openStoredRegistry(config)
  try {
    const now = new Date()
    const found = await collectPerson(registry, asked, config, now)
    if (found.state !== 'collected') sayNotFound(run, found, asked)
    else if (holdsNothing(found)) {
      run.say(`Nothing is held under this ${'email' in asked ? 'address' : 'reference'}.`)
      if ('reference' in asked) run.exitCode = 1
    } else await hand(run, found, { registry, config, values, now })
    if (found.state === 'collected' && found.unread > 0) {
      run.say(
        `${counted(found.unread, 'certificate')} could not be opened, so that nobody can say whose they are: see "log verify".`,
      )
      run.exitCode = 1
    }
  } finally {
    await close()
  }
}

type Parts = { registry: Registry; config: Config; values: Values; now: Date }

async function hand(
  run: Run,
  found: Collected,
  { registry, config, values, now }: Parts,
): Promise<void> {
  const { out } = values
  if (out === undefined) run.print(personInWords(found.data))
  else if (!(await save(run, found, config, { ...values, out }, now))) {
    run.exitCode = 1
    return
  }
  const how = out === undefined ? 'shown' : 'written to a file'
  await enterHandOver(registry.database, found, { who: config.account, how, now })
}

/** @returns false where it could not be; why was said. */
async function save(
  run: Run,
  found: Collected,
  config: Config,
  { out: file, overwrite = false }: Values & { out: string },
  now: Date,
): Promise<boolean> {
  const why = await whyNoPlace(file)
  if (why) {
    run.say(`${printable(file)} ${why}.`)
    return false
  }
  const files = await openFiles(config)
  const saved = await saveArchive(found, files, { file, mayReplace: overwrite, now })
  const named = printable(file)
  if (saved.state === 'taken') {
    run.say(`${named} is there already. Give another name, or --overwrite to have it replaced.`)
    return false
  }
  if (saved.state === 'refused') {
    run.say(`${named} cannot be written (${saved.reason}).`)
    return false
  }
  run.say(`${named} is written, for your eyes alone. Hand it over, and remove it.`)
  if (saved.missing.length === 0) return true
  run.say(`Not in it, since they are not where resumes are kept: ${saved.missing.join(', ')}.`)
  run.exitCode = 1
  return true
}
