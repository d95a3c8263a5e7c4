import path from 'node:path'
import {
  erasePerson,
  type ErasurePlan,
  isEmpty,
  planErasure,
  standingOf,
} from '#privacy/erase-person.ts'
import { inCounts, whatGoes, whatStays } from '#privacy/erasure-in-words.ts'
import type { Asked } from '#privacy/find-person.ts'
import type { Config } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { openFiles } from '@naic/house/storage.ts'
import { confirmed, type Switches } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { call, type Commands } from '../command.ts'
import { forgetInFiles } from '../forget-in-files.ts'
import { addPerson, failWithoutPerson, personAsked } from '../person-asked-for.ts'
import { counted } from '../print.ts'

/** What it says names references and IDs, and nobody. */
export const commands: Commands = {
  erase: {
    summary: 'removes what is held of a person, at their request; nothing brings it back',
    examples: ['erase NAIC-7F3K-92QD --dry-run', 'erase NAIC-7F3K-92QD --with-certificates --yes'],
    define: (line, run) =>
      addPerson(line, 'of one application or message: that one goes, with its letters')
        .option('--with-certificates', 'erases their certificates as well')
        .option('--without-resume', 'also if a resume is not where resumes are kept')
        .option('--dry-run', 'says what would be removed, and what would stay, and removes nothing')
        .option('--yes', 'asks nothing')
        .addHelpText('after', exitCodes)
        .action(async (reference: string | undefined, values: Values) => {
          const asked = await personAsked(run, line, reference, values.email)
          const config = run.settings()
          if (await erase(run, config, asked, values)) forgetInFiles(run, config)
        }),
  },
}

const exitCodes = `Ends with 0 when all was removed, or nothing is held under the address; with 1 when nothing was
removed, or not everywhere, which is said, or there is no such reference; with 2 for what makes no sense.`

type Values = Switches & { email?: string; withCertificates?: true; withoutResume?: true }

/** @returns whether the database's files are to be cleaned: also after an earlier run that could not. */
async function erase(run: Run, config: Config, asked: Asked, values: Values): Promise<boolean> {
  await using opened = await openCertificates(config, 'unchecked')
  const { registry } = opened
  const places = {
    ...config,
    files: await openFiles(config),
    mailFolder: path.join(config.dataDir, 'mail'),
  }
  const plan = await planErasure(registry, asked, places)
  if (plan.state !== 'planned') {
    failWithoutPerson(run, plan, asked)
    return false
  }
  const withCertificates = values.withCertificates ?? false
  if (isEmpty(plan) && !(withCertificates && standingOf(plan).length > 0)) {
    sayNothingHeld(run, plan, config, asked)
    return !values.dryRun
  }
  if (plan.resumesMissing.length > 0 && !values.withoutResume) {
    const { bucket, dataDir } = config
    const place = bucket ? 'the bucket of FILES_URL' : `${path.join(dataDir, 'resumes')} (DATA_DIR)`
    run.fail(`Nothing was removed: ${counted(plan.resumesMissing.length, 'resume')} of theirs cannot be found in ${place}: ${plan.resumesMissing.join(', ')}.
Give this command the settings that the server has. If a resume is really gone, add --without-resume to erase the rest.`)
    return false
  }
  const left = stays(plan, config, withCertificates)
  const mayErase = await confirmed(run, values, {
    shown: ['To be removed:', ...asList(whatGoes(plan, withCertificates)), left].join('\n'),
    question: 'Nothing brings it back. Remove it?',
    nothing: 'Nothing was removed',
  })
  if (!mayErase) return false
  const how = { withCertificates, who: config.account, now: new Date() }
  const erased = await erasePerson({ ...places, database: registry.database }, plan, how)
  run.print(`Removed: ${inCounts(erased)}.\n${left}`)
  if (erased.waiting > 0) {
    run.print('A letter that the server has in hand just now may still be sent.')
  }
  if (erased.resumesLeft > 0) {
    run.fail(
      `${erased.resumesLeft} of the resumes could not be removed now. No row names them now: the running server removes them within some hours, or says in its log that they are many; then "council sweep" does it.`,
    )
  }
  return true
}

function sayNothingHeld(run: Run, plan: ErasurePlan, config: Config, asked: Asked): void {
  const what = standingOf(plan).length > 0 ? 'Nothing but certificates' : 'Nothing'
  run.print(`${what} is held under this ${'email' in asked ? 'address' : 'reference'}.`)
  if (plan.certificates.length > 0) {
    run.print(stays(plan, config, false))
  }
  if ('reference' in asked) run.exitCode = 1
}

const asList = (lines: readonly string[]) => lines.map((line) => `- ${line}`)

const stays = (plan: ErasurePlan, { database }: Config, withCertificates: boolean): string =>
  [
    'What stays:',
    ...asList(
      whatStays(plan, { isOnPostgres: database !== undefined, withCertificates, howToErase }),
    ),
  ].join('\n')

const howToErase = `"${call} certificates erase ID" erases one, --with-certificates all of these.`
