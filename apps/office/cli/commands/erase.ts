import path from 'node:path'
import type { Command as CommandLine } from 'commander'
import type { Config } from '@naic/installation/config.ts'
import { openStoredRegistry } from '@naic/installation/open-certificates.ts'
import {
  erasePerson,
  type ErasurePlan,
  isEmpty,
  planErasure,
  standingOf,
} from '#privacy/erase-person.ts'
import type { Asked } from '#privacy/find-person.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { openFiles } from '@naic/installation/storage.ts'
import { mayRemove, type RemovalSwitches } from '../ask.ts'
import { type Command, PersonalOption } from '../command.ts'
import type { Run } from '../command-run.ts'
import { counted } from '../print.ts'
import { forgetInFiles, inCounts, inPlan, whatStays } from '../erasure-words.ts'
import { askedFor, sayNotFound, whomItAsks } from '../person-asked-for.ts'

type Values = RemovalSwitches & {
  email?: string
  withCertificates?: true
  withoutResume?: true
}

export const command: Command = {
  summary: 'removes what is held of a person, at their request; nothing brings it back',
  examples: [
    'erase NAIC-7F3K-92QD --dry-run',
    'erase NAIC-7F3K-92QD',
    'erase NAIC-7F3K-92QD --with-certificates --yes',
  ],
  define: (line: CommandLine, run) =>
    line
      .usage('[<reference> | --email <address>] [options]')
      .argument('[reference]', 'of one application or message: that one goes, with its letters')
      .addOption(
        new PersonalOption(
          '--email <address>',
          'all that has this address; letter case does not matter',
        ),
      )
      .option('--with-certificates', 'erases their certificates as well')
      .option('--without-resume', 'also where a resume is not where resumes are kept')
      .option('--dry-run', 'says what would be removed, and what would stay, and removes nothing')
      .option('--yes', 'asks nothing')
      .addHelpText('after', `\n${whomItAsks}\n${exitCodes}`)
      .action(async (reference: string | undefined, values: Values) => {
        await erase(run, run.settings(), await askedFor(run, line, reference, values.email), values)
      }),
}

const exitCodes = `Ends with 0 when all was removed, or nothing is held under the address; with 1 when nothing was
removed, or not everywhere, which is said, or there is no such reference; with 2 for what makes no sense.`

async function erase(run: Run, config: Config, asked: Asked, values: Values): Promise<void> {
  const { registry, close } = await openStoredRegistry(config)
  let mayBeLeft: boolean
  try {
    mayBeLeft = await eraseAsked(run, registry, config, asked, values)
  } finally {
    await close()
  }
  if (mayBeLeft) forgetInFiles(run, config)
}

/** @returns whether the files are to be cleaned: also of what a run before this one could not. */
async function eraseAsked(
  run: Run,
  registry: Registry,
  config: Config,
  asked: Asked,
  values: Values,
): Promise<boolean> {
  const places = {
    ...config,
    files: await openFiles(config),
    mailFolder: path.join(config.dataDir, 'mail'),
  }
  const plan = await planErasure(registry, asked, places)
  if (plan.state !== 'planned') {
    sayNotFound(run, plan, asked)
    return false
  }
  const withCertificates = values.withCertificates ?? false
  if (isEmpty(plan) && !(withCertificates && standingOf(plan).length > 0)) {
    sayNothingHeld(run, plan, config, asked)
    return !values.dryRun
  }
  if (plan.resumesMissing.length > 0 && !values.withoutResume) {
    sayResumesMissing(run, plan.resumesMissing, config)
    return false
  }
  if (!(await mayRemove(run, inWords(plan, config, withCertificates), values))) return false
  const erased = await erasePerson({ ...places, database: registry.database }, plan, {
    withCertificates,
    who: config.account,
    now: new Date(),
  })
  run.print(`Removed: ${inCounts(erased)}.`)
  run.print(`What stays:\n${whatStays(plan, config, withCertificates).join('\n')}`)
  if (erased.waiting > 0) {
    run.print('A letter that the server has in hand just now may still be sent.')
  }
  if (erased.resumesLeft > 0) {
    run.say(
      `${erased.resumesLeft} of the resumes could not be removed now. Nothing names them any more: the running server removes them within some hours, or says in its log that they are many; then "council sweep" does it.`,
    )
    run.exitCode = 1
  }
  return true
}

function sayResumesMissing(run: Run, keys: readonly string[], { bucket, dataDir }: Config): void {
  const place = bucket ? 'the bucket of FILES_URL' : `${path.join(dataDir, 'resumes')} (DATA_DIR)`
  run.say(`Nothing was removed: ${counted(keys.length, 'resume')} of theirs cannot be found in ${place}: ${keys.join(', ')}.
Give this command the settings that the server has. If a resume is really gone, add --without-resume to erase the rest.`)
  run.exitCode = 1
}

function sayNothingHeld(run: Run, plan: ErasurePlan, config: Config, asked: Asked): void {
  const stays = plan.certificates.length > 0 || plan.unread > 0
  const what = standingOf(plan).length > 0 ? 'Nothing but certificates' : 'Nothing'
  run.print(`${what} is held under this ${'email' in asked ? 'address' : 'reference'}.`)
  if (stays) run.print(`What stays:\n${whatStays(plan, config, false).join('\n')}`)
  if ('reference' in asked) run.exitCode = 1
}

function inWords(plan: ErasurePlan, config: Config, withCertificates: boolean): string {
  const goes = ['To be removed:', ...inPlan(plan, withCertificates)]
  return [...goes, 'What stays:', ...whatStays(plan, config, withCertificates)].join('\n')
}
