import path from 'node:path'
import type { Command as CommandLine } from 'commander'
import type { Config } from '#server/config.ts'
import { openStoredRegistry } from '#server/open-certificates.ts'
import { erasePerson } from '#server/privacy/erase-person.ts'
import { type ErasurePlan, isEmpty, planErasure, standingOf } from '#server/privacy/plan-erasure.ts'
import type { Asked } from '#server/privacy/person-asked.ts'
import type { Registry } from '#server/registry/registry.ts'
import { openFiles } from '#server/storage.ts'
import { mayRemove, type RemovalSwitches } from '../terminal/confirm-removal.ts'
import { type Command, PersonalOption } from '../command.ts'
import { counted, forgetInFiles, inCounts, inPlan, whatStays } from '../erasure-words.ts'
import { askedFor, sayNotFound, whomItAsks } from '../person-asked-for.ts'
import { certificateProgress } from '../certificate-progress.ts'

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
  define: (line: CommandLine, settings) =>
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
        await erase(settings(), await askedFor(line, reference, values.email), values)
      }),
}

const exitCodes = `Ends with 0 when all was removed, or nothing is held under the address; with 1 when nothing was
removed, or not everywhere, which is said, or there is no such reference; with 2 for what makes no sense.`

async function erase(config: Config, asked: Asked, values: Values): Promise<void> {
  const { registry, close } = await openStoredRegistry(config)
  let mayBeLeft: boolean
  try {
    mayBeLeft = await eraseAsked(registry, config, asked, values)
  } finally {
    await close()
  }
  if (mayBeLeft) forgetInFiles(config)
}

/** @returns whether the files are to be cleaned: also of what a run before this one could not. */
async function eraseAsked(
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
  const plan = await certificateProgress((onLooked) =>
    planErasure(registry, asked, places, onLooked),
  )
  if (plan.state !== 'planned') {
    sayNotFound(plan, asked)
    return false
  }
  const withCertificates = values.withCertificates ?? false
  if (isEmpty(plan) && !(withCertificates && standingOf(plan).length > 0)) {
    sayNothingHeld(plan, config, asked)
    return !values.dryRun
  }
  if (plan.resumesMissing.length > 0 && !values.withoutResume) {
    sayResumesMissing(plan.resumesMissing, config)
    return false
  }
  if (!(await mayRemove(inWords(plan, config, withCertificates), values))) return false
  const erased = await erasePerson({ ...places, database: registry.database }, plan, {
    withCertificates,
    who: config.account,
    now: new Date(),
  })
  console.log(`Removed: ${inCounts(erased)}.`)
  console.log(`What stays:\n${whatStays(plan, config, withCertificates).join('\n')}`)
  if (erased.waiting > 0) {
    console.log('A letter that the server has in hand just now may still be sent.')
  }
  if (erased.resumesLeft > 0) {
    console.error(
      `${erased.resumesLeft} of the resumes could not be removed now. Nothing names them any more: the running server removes them within some hours, or says in its log that they are many; then "council sweep" does it.`,
    )
    process.exitCode = 1
  }
  return true
}

function sayResumesMissing(keys: readonly string[], { bucket, dataDir }: Config): void {
  const place = bucket ? 'the bucket of FILES_URL' : `${path.join(dataDir, 'resumes')} (DATA_DIR)`
  console.error(`Nothing was removed: ${counted(keys.length, 'resume')} of theirs cannot be found in ${place}: ${keys.join(', ')}.
Give this command the settings that the server has. If a resume is really gone, add --without-resume to erase the rest.`)
  process.exitCode = 1
}

function sayNothingHeld(plan: ErasurePlan, config: Config, asked: Asked): void {
  const stays = plan.certificates.length > 0 || plan.unread > 0
  const what = standingOf(plan).length > 0 ? 'Nothing but certificates' : 'Nothing'
  console.log(`${what} is held under this ${'email' in asked ? 'address' : 'reference'}.`)
  if (stays) console.log(`What stays:\n${whatStays(plan, config, false).join('\n')}`)
  if ('reference' in asked) process.exitCode = 1
}

function inWords(plan: ErasurePlan, config: Config, withCertificates: boolean): string {
  const goes = ['To be removed:', ...inPlan(plan, withCertificates)]
  return [...goes, 'What stays:', ...whatStays(plan, config, withCertificates)].join('\n')
}
