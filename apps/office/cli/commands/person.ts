import { type Collected, collectPerson, holdsNothing } from '#privacy/collect-person.ts'
import { enterHandOver, saveArchive } from '#privacy/hand-over.ts'
import type { Asked } from '#privacy/find-person.ts'
import { personInWords } from '#privacy/show-person.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { Config } from '@naic/installation/config.ts'
import { openStoredRegistry } from '@naic/installation/open-certificates.ts'
import { openFiles } from '@naic/installation/storage.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenText } from '../command.ts'
import { addPerson, failWithoutPerson, personAsked } from '../person-asked-for.ts'

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
        .action(async (reference: string | undefined, values: Values) => {
          await tell(run, await personAsked(run, line, reference, values.email), values)
        }),
  },
}

type Values = { email?: string; out?: string; overwrite?: boolean }

async function tell(run: Run, asked: Asked, values: Values): Promise<void> {
  const config = run.settings()
  await using opened = await openStoredRegistry(config)
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
