import { readFile } from 'node:fs/promises'
import { InvalidArgumentError, Option } from 'commander'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import { readOneOf } from '@naic/admissions/applications/application-filter.ts'
import {
  type ApplicationStatus,
  applicationStatuses,
  toldStatuses,
} from '@naic/admissions/applications/application-status.ts'
import {
  type Planned,
  type StatusPlan,
  type StatusServices,
  changeStatus,
  planStatusChange,
} from '@naic/admissions/applications/set-status.ts'
import type { StatusMistake } from '@naic/admissions/applications/status-rules.ts'
import {
  type OutdatedLine,
  type PlannedLine,
  planStatusChanges,
  readStatusChanges,
} from '@naic/admissions/applications/status-sheet.ts'
import type { Letter } from '@naic/platform/mail/mailer.ts'
import { outboxToPostIn } from '@naic/platform/mail/outbox.ts'
import type { Mistake } from '@naic/platform/sheets/decode-table.ts'
import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { openStored } from '@naic/installation/storage.ts'
import { canAsk, confirmed } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { type Command, PersonalOption, givenText } from '../command.ts'
import { whyNotRead } from '../files-of-people.ts'
import { indented } from '../print.ts'
import { withProgress } from '../progress.ts'
import { sayNotFound } from '../asked-by-reference.ts'

export const command: Command = {
  summary: 'how far an application is; tells the applicant by a letter',
  examples: [
    'applications set-status NAIC-7F3K-92QD shortlisted --dry-run',
    'applications set-status NAIC-7F3K-92QD accepted --message "Welcome, Asha."',
    'applications set-status NAIC-7F3K-92QD declined --note "No resume to speak of" --no-letter',
    'applications set-status NAIC-7F3K-92QD completed --on 14-03-2026',
    'applications set-status NAIC-7F3K-92QD --note "Sends her marks on Monday"',
    'applications set-status --csv decided.csv --dry-run',
  ],
  define(line, run) {
    const one = 'For one application:'
    const many = 'For the rows of a file:'
    const text = (flags: string, what: string) => new Option(flags, what).argParser(givenText)
    line
      .usage('(<reference> [<status>] | --csv <file>) [options]')
      .argument('[reference]', 'its reference as people type it, or its id')
      .argument('[status]', applicationStatuses.join(', '), givenStatus)
      .addOption(
        new PersonalOption('--note <text>', 'for the staff alone; stays in the history').helpGroup(
          one,
        ),
      )
      .addOption(
        new PersonalOption('--message <text>', 'words that stand in the letter').helpGroup(one),
      )
      .addOption(text('--on <day>', 'when it was completed, such as 14-03-2026').helpGroup(one))
      .addOption(
        text(
          '--internship <internship>',
          'which was completed, where the application does not say',
        ).helpGroup(one),
      )
      .addOption(
        text(
          '--csv <file>',
          'columns reference, status, and if you like note, message, completed_on, internship; or a sheet that was exported',
        )
          .conflicts(['note', 'message', 'on', 'internship'])
          .helpGroup(many),
      )
      .option('--no-letter', 'sends none')
      .option('--dry-run', 'shows what would happen, and changes nothing')
      .option('--yes', 'does not ask before letters go out')
      .addHelpText('after', `\n${more}`)
      .action(
        async (
          asked: string | undefined,
          to: ApplicationStatus | undefined,
          options: SetStatusOptions,
        ) => {
          const { csv } = options
          if (csv !== undefined && asked === undefined) await setManyStatuses(run, csv, options)
          else if (csv === undefined && asked !== undefined && (to ?? options.note) !== undefined) {
            await setOneStatus(run, { asked, to }, options)
          } else line.error('error: give a reference and a status or --note, or give --csv')
        },
      )
  },
}

const more = `Without a status, --note is added to the history and nothing else happens.
In a sheet with the column status_changed_at, as an export has it, a row whose application somebody has changed since is
named and left alone. A sheet without it is the last word, whatever was decided before.
${toldStatuses()} tell the applicant by a letter, which is shown before it goes out;
where nobody can be asked, that needs --yes. The others tell nobody.
Ends with 0 when it is so, now or before; with 1 when nothing was changed, or not every row of a file.`

function givenStatus(typed: string): ApplicationStatus {
  const read = readOneOf(applicationStatuses, typed)
  if ('reason' in read) throw new InvalidArgumentError(`It ${read.reason.replace(/^".*?" /, '')}`)
  return read.value as ApplicationStatus
}

/** Without a status it stays as it is, for a note alone. */
type Wanted = { asked: string; to: ApplicationStatus | undefined }

/** As they were typed. */
type SetStatusOptions = {
  note?: string
  message?: string
  on?: string
  internship?: string
  csv?: string
  /** False for --no-letter. */
  letter: boolean
  dryRun?: true
  yes?: true
}

const optionOf: Record<StatusMistake['field'], string> = {
  status: 'The status',
  note: '--note',
  message: '--message',
  completedOn: '--on',
  internship: '--internship',
}

async function setOneStatus(run: Run, wanted: Wanted, options: SetStatusOptions): Promise<void> {
  const { note, message, on: completedOn, internship, letter: withLetter } = options
  const config = run.settings()
  const { database, close } = await openStored(config)
  try {
    const services = { database, outbox: outboxToPostIn(database) }
    const asked = { ...wanted, note, message, completedOn, internship, withLetter }
    const planned = await planStatusChange(services, asked)
    if (planned.state !== 'planned') return sayNotPlanned(run, planned, wanted.asked, note)
    const { plan } = planned
    run.say(describeStatusPlan(plan))
    if (options.dryRun) return run.say('Nothing was done: this was a dry run.')
    if (plan.letter && !options.yes && !(await maySend(run))) return
    const { state } = await changeStatus(services, plan, { note, who: config.account })
    const reference = printable(plan.application.reference)
    if (state === 'overtaken') {
      return run.fail(
        `Nothing was changed: somebody else changed ${reference} just now. Look again.`,
      )
    }
    if (plan.isNoteAlone) return run.say(`The note on ${reference} is kept.`)
    const letter = plan.letter ? ' The letter goes out as soon as the server looks.' : ''
    run.say(`${reference} is ${plan.to}.${letter}`)
  } finally {
    await close()
  }
}

function sayNotPlanned(
  run: Run,
  planned: Exclude<Planned, { state: 'planned' }>,
  asked: string,
  note: string | undefined,
): void {
  if (planned.state === 'unknown' || planned.state === 'several')
    return sayNotFound(run, planned, asked)
  const { reference, status, statusChangedAt } = planned.application
  if (planned.state === 'already') {
    const since = statusChangedAt === null ? '' : ` since ${timeInIndia(statusChangedAt)}`
    const same = note?.trim() ? ', and its newest note says the same' : ''
    run.say(`${printable(reference)} is ${status} already${since}${same}. Nothing was changed.`)
    return
  }
  const sentences = planned.mistakes.map(
    ({ field, reason }) => `${optionOf[field]} ${printable(reason)}.`,
  )
  run.fail(`${sentences.join('\n')}\nNothing was changed.`)
}

const maySend = (run: Run) =>
  confirmed(run, {
    question: 'Change the status, and send this letter?',
    refused: 'Nothing was changed.',
    nobody:
      'Nothing was changed: a letter would go out, and nobody can be asked here. Add --yes, or --no-letter.',
  })

async function setManyStatuses(run: Run, file: string, options: SetStatusOptions): Promise<void> {
  const bytes = await readFile(file).catch(whyNotRead)
  if (typeof bytes === 'string') {
    return run.fail(`The file ${printable(file)} cannot be read: ${bytes}.`)
  }
  const { lines, mistakes, passedOver } = readStatusChanges(bytes, options.letter)
  if (passedOver.length > 0) {
    run.say(
      `This sheet has the columns of an export: in it, ${passedOver.join(' and ')} are the applicants' own words, and are passed over.`,
    )
  }
  if (lines.length === 0) return sayMistakes(run, file, mistakes)
  const config = run.settings()
  const { database, close } = await openStored(config)
  try {
    const services = { database, outbox: outboxToPostIn(database) }
    const looked = await withProgress(run, 'Looking', (tell) =>
      planStatusChanges(services, lines, (done) => tell(done, lines.length)),
    )
    if (!looked.ok) mistakes.push(...looked.mistakes)
    if (!looked.ok || mistakes.length > 0) return sayMistakes(run, file, mistakes)
    const { planned, outdated, already } = looked
    sayOutdated(run, outdated)
    const left = outdated.length === 0 ? '' : `, ${outdated.length} left alone`
    const before = `${already} ${already === 1 ? 'is' : 'are'} so already${left}`
    if (planned.length === 0) return run.say(`Nothing to change: ${before}.`)
    run.say(describe(planned))
    if (options.dryRun) {
      return run.say(
        `${planned.length} would be changed, ${before}. Nothing was done: this was a dry run.`,
      )
    }
    if (!options.yes && !(await mayChange(run, planned))) return
    const overtaken = await changeAll(run, services, planned, config.account)
    run.say(`${planned.length - overtaken.length} changed, ${before}.`)
    for (const { line, plan } of overtaken) {
      run.fail(
        `line ${line}: somebody else changed ${printable(plan.application.reference)} just now; look again`,
      )
    }
  } finally {
    await close()
  }
}

function sayMistakes(run: Run, file: string, mistakes: readonly Mistake[]): void {
  for (const { line, reason } of mistakes.toSorted((one, other) => one.line - other.line))
    run.say(`line ${line}: ${printable(reason)}`)
  run.fail(`Nothing was changed: ${printable(file)} has ${mistakes.length} mistake(s).`)
}

function sayOutdated(run: Run, outdated: readonly OutdatedLine[]): void {
  for (const { line, application } of outdated) {
    const { reference, status, statusChangedAt, receivedAt } = application
    const since = timeInIndia(statusChangedAt ?? receivedAt)
    run.fail(
      `line ${line}: ${printable(reference)} is ${status} since ${since}, which this sheet does not know of; it is left alone`,
    )
  }
}

/** How many go from where to where, and of each kind of letter the first as it will go out. */
function describe(planned: readonly PlannedLine[]): string {
  const ways = Object.entries(Object.groupBy(planned, wayOf))
  const counts = ways.map(([way, of = []]) => `  ${way}: ${of.length}, letters: ${lettersIn(of)}`)
  const kinds = Object.entries(Object.groupBy(planned, ({ plan }) => plan.to))
  const examples = kinds.flatMap(([to, of = []]) => {
    const letter = of.find(({ plan }) => plan.letter)?.plan.letter
    return letter ? [`One of the letters to those who are ${to}:`, describeLetter(letter)] : []
  })
  return ['To be changed:', ...counts, '', ...examples].join('\n')
}

const wayOf = ({ plan: { application, to, isNoteAlone } }: PlannedLine) =>
  isNoteAlone ? 'a note alone' : `${application.status} -> ${to}`

const lettersIn = (planned: readonly PlannedLine[]) =>
  planned.filter(({ plan }) => plan.letter).length

/** @returns false where nothing is to be done; why was said. */
async function mayChange(run: Run, planned: readonly PlannedLine[]): Promise<boolean> {
  const count = lettersIn(planned)
  if (count === 0 && !canAsk(run)) return true
  const letters = count === 1 ? '1 letter' : `${count} letters`
  return confirmed(run, {
    question: `Change ${planned.length}, and send ${letters}?`,
    refused: 'Nothing was changed.',
    nobody: `Nothing was changed: ${letters} would go out, and nobody can be asked here. Add --yes, or --no-letter.`,
  })
}

/** @returns those that somebody else has changed meanwhile. */
const changeAll = (
  run: Run,
  services: StatusServices,
  planned: readonly PlannedLine[],
  who: string,
) =>
  withProgress(run, 'Changing', async (tell) => {
    const overtaken: PlannedLine[] = []
    for (const [at, one] of planned.entries()) {
      const { state } = await changeStatus(services, one.plan, { note: one.note, who })
      if (state === 'overtaken') overtaken.push(one)
      tell(at + 1, planned.length)
    }
    return overtaken
  })

/** @returns lines about one change, with the letter as it will go out. */
function describeStatusPlan({
  application,
  to,
  completedOn,
  internship,
  letter,
  isNoteAlone,
}: StatusPlan): string {
  const title = internship === null ? undefined : internshipOnDisk(internship)?.title
  return [
    `${printable(application.reference)}  ${printable(application.name)}`,
    `Status:     ${isNoteAlone ? `stays ${to}, with a note` : `${application.status} -> ${to}`}`,
    ...(completedOn === null ? [] : [`Completed:  ${completedOn}, ${title} (${internship})`]),
    ...(letter ? [describeLetter(letter)] : ['Letter:     none']),
  ].join('\n')
}

/** @returns all of a letter, its text a little to the right. */
const describeLetter = ({ to, subject, body }: Letter): string =>
  [
    `Letter to:  ${printable(to.name)} <${printable(to.address)}>`,
    `Subject:    ${printable(subject)}`,
    '',
    indented(body),
    '',
  ].join('\n')
