import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { erasePerson } from '#privacy/erase-person.ts'
import {
  type Candidate,
  findCandidates,
  isAddress,
  mostCandidates,
  whoIsMeant,
} from '#privacy/find-candidates.ts'
import { type Asked, nothingUnder } from '#privacy/find-person.ts'
import { openPerson, personArchive } from '#privacy/hand-over.ts'
import { planErasure } from '#privacy/plan-erasure.ts'
import type { Config } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { openFiles } from '@naic/house/storage.ts'
import { writeNewFile } from '@naic/store/files/write-new-file.ts'
import { counted, printable } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands, Agreement, Run } from '../command-run.ts'
import { forgetInFiles } from '../forget-in-files.ts'
import { PersonalOption, yes } from '../options.ts'
import { type Column, printRows } from '../print.ts'

/** All that is held of one person: handed over, erased. */
export const add: AddCommands = (program, run) => {
  const byAddress = () =>
    new PersonalOption('--email <address>', 'all with this address; letter case does not matter')

  const person = program
    .command('person')
    .description('all that is held about a person, for them to have')
    .argument('[reference]', 'of an application or message: all that has the same address')
    .addOption(byAddress())
    .addOption(
      new PersonalOption('--find <words>', 'lists what has this telephone or name, to choose from'),
    )
    .option('--out <file>', 'the zip to write: a page to read, resumes, letters, certificates')
    .option('--overwrite', 'replaces the file if there is one')
    .addHelpText('after', `\nExample: council person --email - --out person.zip\n${notTyped}`)
    .action((reference: string | undefined, values: PersonOptions) => {
      if (values.find !== undefined) return list(run, values.find)
      const { out = person.error('error: say where to, with --out'), overwrite } = values
      return handOver(run, whomOf(person, reference, values.email), out, overwrite)
    })

  const erasing = program
    .command('erase')
    .description('removes what is held of a person, at their request; nothing brings it back')
    .argument('[reference]', 'of one application or message: that one goes, with its letters')
    .addOption(byAddress())
    .option('--with-certificates', 'erases their certificates as well')
    .option('--without-resume', 'also if a resume is not where resumes are kept')
    .option(...yes)
    .addHelpText('after', `\nExample: council erase NAIC-7F3K-92QD\n${notTyped}`)
    .action(async (reference: string | undefined, values: EraseOptions) => {
      const asked = whomOf(erasing, reference, values.email)
      const config = run.settings()
      if (await erase(run, config, asked, values)) forgetInFiles(run, config)
    })
}

const notTyped = `
Type no address or name among the words: they stay in the shell's history and in the system's log,
which no erasure reaches. "-" reads them from standard input.`

function whomOf(command: Command, reference?: string, email?: string): Asked {
  if ((reference === undefined) === (email === undefined)) {
    command.error('error: say whom, either by a reference or by --email')
  }
  if (email === undefined) return { reference: reference ?? '' }
  return isAddress(email) ? { email } : command.error('error: --email takes an email address')
}

type PersonOptions = { email?: string; find?: string; out?: string; overwrite?: true }

/**
 * Lists what a telephone or a name leads to, and shows nothing else: two people may share either, and one
 * may have written from two addresses. Which of them is meant, somebody says by the reference.
 */
async function list(run: Run, words: string): Promise<void> {
  await using opened = await openCertificates(run.settings(), 'unchecked')
  const meant = whoIsMeant(words)
  const sought = meant && 'phone' in meant ? meant : { name: words }
  const { candidates, areMore } = await findCandidates(opened.registry.database, sought)
  if (candidates.length === 0) {
    return run.say(`Nothing is held under this ${'phone' in sought ? 'telephone' : 'name'}.`)
  }
  printRows(run, candidates, candidateColumns)
  run.say(
    `${areMore ? `Only the newest ${mostCandidates} are listed. ` : ''}Choose one: "council person REFERENCE --out FILE" hands over all that has the same email address.`,
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

async function handOver(run: Run, asked: Asked, out: string, mayReplace = false): Promise<void> {
  const config = run.settings()
  await using opened = await openCertificates(config, 'unchecked')
  const deed = { who: config.account, how: 'written to a file', now: new Date() }
  const found = await openPerson(opened.registry, asked, config, deed)
  if ('detail' in found) return run.fail(printable(found.detail))
  const { zip, missing } = personArchive(found, { ...config, files: await openFiles(config) })
  await writeNewFile(out, mayReplace, (to) => pipeline(zip, to))
  run.say(`${printable(out)} is written, for your eyes alone. Hand it over, and remove it.`)
  if (missing.length > 0) {
    run.fail(`Not in it, since they are not where resumes are kept: ${missing.join(', ')}.`)
  }
}

type EraseOptions = Agreement & {
  email?: string
  withCertificates?: boolean
  withoutResume?: boolean
}

/** @returns whether the database's files are to be cleaned: also after an earlier run that could not. */
async function erase(
  run: Run,
  config: Config,
  asked: Asked,
  { withCertificates = false, withoutResume, ...agreement }: EraseOptions,
): Promise<boolean> {
  await using opened = await openCertificates(config, 'unchecked')
  const { registry } = opened
  const places = { ...config, files: await openFiles(config) }
  const plan = await planErasure(registry, asked, places, withCertificates)
  if (plan.state === 'nobody') {
    run.fail(printable(plan.detail))
    return false
  }
  const left = ['What stays:', ...asList(plan.stays)].join('\n')
  if (plan.goes.length === 0) {
    run.print(nothingUnder(asked, plan.leavesCertificates ? ' but certificates' : ''))
    run.print(left)
    if ('reference' in asked) run.exitCode = 1
    return agreement.yes ?? false
  }
  if (plan.resumesMissing.length > 0 && !withoutResume) {
    const { bucket, dataDir } = config
    const place = bucket ? 'the bucket of FILES_URL' : `${path.join(dataDir, 'resumes')} (DATA_DIR)`
    run.fail(`Nothing was removed: ${counted(plan.resumesMissing.length, 'resume')} of theirs cannot be found in ${place}: ${plan.resumesMissing.join(', ')}.
Give this command the settings that the server has. If a resume is really gone, add --without-resume to erase the rest.`)
    return false
  }
  const goes = [...asList(plan.goes), left].join('\n')
  if (!run.isAgreed(agreement, 'Nothing was removed', `To be removed:\n${goes}`)) return false
  const deed = { who: config.account, now: new Date() }
  const erased = await erasePerson(registry.database, places, plan, deed)
  run.print(`Removed:\n${goes}`)
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

const asList = (lines: readonly string[]) => lines.map((line) => `- ${line}`)
