import { InvalidArgumentError, Option } from 'commander'
import { readOneOf } from '@naic/admissions/applications/application-filter.ts'
import {
  type ApplicationStatus,
  applicationStatuses,
  toldStatuses,
} from '@naic/admissions/applications/application-status.ts'
import { receiptsInWords } from '@naic/admissions/applications/kept-facts.ts'
import {
  changeStatus,
  type Planned,
  planStatusChange,
  type StatusPlan,
  type StatusServices,
} from '@naic/admissions/applications/set-status.ts'
import type { StatusMistake } from '@naic/admissions/applications/status-rules.ts'
import {
  type PlannedLine,
  planStatusChanges,
  readStatusChanges,
} from '@naic/admissions/applications/status-sheet.ts'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import { openStored } from '@naic/installation/storage.ts'
import { outboxToPostIn } from '@naic/platform/mail/outbox.ts'
import { type Mistake, readTable } from '@naic/platform/sheets/read-table.ts'
import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { agrees, canAsk, confirmed, type Switches } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { call, type Commands, givenText, PersonalOption, readNamedFile } from '../command.ts'
import { describeLetter } from '../describe-letter.ts'
import { counted, failWithoutOne } from '../print.ts'
import { withProgress } from '../progress.ts'

export const commands: Commands = {
  'applications set-status': {
    summary: 'how far an application is; tells the applicant by a letter',
    examples: [
      'applications set-status NAIC-7F3K-92QD shortlisted --dry-run',
      'applications set-status NAIC-7F3K-92QD accepted --message "Welcome, Asha."',
      'applications set-status NAIC-7F3K-92QD declined --note "No resume to speak of" --no-letter',
      'applications set-status NAIC-7F3K-92QD --note "Sends her marks on Monday"',
      'applications set-status --sheet decided.csv --dry-run',
    ],
    define(line, run) {
      const ofOne = (option: Option) =>
        line.addOption(option.helpGroup('For one application:').conflicts('sheet'))
      const text = (flags: string, what: string) => new Option(flags, what).argParser(givenText)
      line
        .usage('(<reference> [<status>] | --sheet <file>) [options]')
        .argument('[reference]', 'its reference as people type it, or its id')
        .argument('[status]', applicationStatuses.join(', '), givenStatus)
      ofOne(new PersonalOption('--note <text>', 'for the staff alone; stays in the history'))
      ofOne(new PersonalOption('--message <text>', 'words for the letter'))
      ofOne(text('--on <day>', 'when it was completed, such as 14-03-2026'))
      ofOne(
        text(
          '--internship <internship>',
          'which was completed, if the application does not say that',
        ),
      )
      line
        .addOption(
          text(
            '--sheet <file>',
            'columns reference, status, and if you like note, message, completed_on, internship; or a sheet that was exported',
          ).helpGroup('For the rows of a file:'),
        )
        .option('--no-letter', 'sends none')
        .option('--without-receipts', 'completes even if tasks or fee were not received')
        .option('--dry-run', 'shows what would happen, and changes nothing')
        .option('--yes', 'does not ask before letters go out')
        .addHelpText('after', `\n${more}`)
        .action(async (asked: string | undefined, to: Status, options: Options) => {
          const { sheet, note } = options
          if (sheet !== undefined && asked === undefined) await setMany(run, sheet, options)
          else if (sheet === undefined && asked !== undefined && (to ?? note) !== undefined) {
            await setOne(run, asked, to, options)
          } else line.error('error: give a reference and a status or --note, or give --sheet')
        })
    },
  },
}

const more = `Without a status, --note is added to the history and nothing else happens.
In a sheet with the column status_changed_at, as an export has it, a row whose application somebody has changed since is
named and left alone. A sheet without it is the last word, whatever was decided before.
${toldStatuses()} tell the applicant by a letter, which is shown before it goes out;
where nobody can be asked, that needs --yes. The others tell nobody.
To complete an internship whose tasks or fee nobody has recorded, somebody must agree, or --without-receipts.
Ends with 0 when it is so, now or before; with 1 when nothing was changed, or not every row of a file.`

/** Without one it stays as it is, for a note alone. */
type Status = ApplicationStatus | undefined

/** As they were typed; `letter` is false for --no-letter. */
type Options = Switches &
  Partial<Record<'note' | 'message' | 'on' | 'internship' | 'sheet', string>> & {
    letter: boolean
    withoutReceipts?: true
  }

function givenStatus(typed: string): ApplicationStatus {
  const read = readOneOf(applicationStatuses, typed)
  if ('reason' in read) throw new InvalidArgumentError(`It ${read.reason.replace(/^".*?" /, '')}`)
  return read.value as ApplicationStatus
}

const optionOf: Record<StatusMistake['field'], string> = {
  status: 'The status',
  note: '--note',
  message: '--message',
  completedOn: '--on',
  internship: '--internship',
}

const dryEnd = 'Nothing was done: this was a dry run.'

async function setOne(run: Run, asked: string, to: Status, options: Options): Promise<void> {
  const { note, message, on: completedOn, internship, letter: withLetter, dryRun, yes } = options
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const { letterDelaySeconds } = config
  const services = { database, outbox: outboxToPostIn(database), letterDelaySeconds }
  const wanted = { asked, to, note, message, completedOn, internship, withLetter }
  const planned = await planStatusChange(services, wanted)
  if (planned.state !== 'planned') return sayNotPlanned(run, planned, wanted)
  const { plan } = planned
  run.say(describePlan(plan))
  if (dryRun) return run.say(dryEnd)
  const question = 'Change the status, and send this letter?'
  const isAgreed = !plan.letter || (await confirmed(run, yes ? { yes } : {}, { question, nothing }))
  if (!isAgreed || !(await mayDoWithout(run, [plan], options))) return
  const deed = { note, who: config.account, withoutReceipts: true }
  const { state } = await changeStatus(services, plan, deed)
  const reference = printable(plan.application.reference)
  if (state === 'overtaken') {
    return run.fail(`${nothing}: somebody else changed ${reference} just now. Look again.`)
  }
  if (plan.isNoteAlone) return run.say(`The note on ${reference} is kept.`)
  const letter = plan.letter ? ` ${whenLettersLeave('The letter', 'goes', services)}` : ''
  run.say(`${reference} is ${plan.to}.${letter}`)
  if (letterDelaySeconds > 0) {
    const until = plan.letter ? 'Until then' : `For ${counted(letterDelaySeconds, 'second')}`
    run.say(`${until} you can take it back: ${takingBack} ${reference}`)
  }
}

const nothing = 'Nothing was changed'

const takingBack = `${call} applications take-back`

const whenLettersLeave = (
  letters: string,
  go: 'go' | 'goes',
  { letterDelaySeconds }: Pick<StatusServices, 'letterDelaySeconds'>,
): string =>
  letterDelaySeconds > 0
    ? `${letters} ${go} out in ${counted(letterDelaySeconds, 'second')}.`
    : `${letters} ${go} out as soon as the server looks.`

/** Asks before an internship is completed whose tasks or fee nobody has recorded. */
async function mayDoWithout(
  run: Run,
  plans: readonly StatusPlan[],
  { withoutReceipts }: Options,
): Promise<boolean> {
  const lacking = plans.filter(({ missing }) => missing.length > 0)
  if (lacking.length === 0 || withoutReceipts) return true
  if (canAsk(run)) {
    const which = lacking.length === 1 ? 'it' : lacking.length
    const isAgreed = await agrees(run, `Complete ${which} without what was not received?`)
    if (!isAgreed) run.fail(`${nothing}.`)
    return isAgreed
  }
  run.fail(
    `${nothing}: ${lacking.length} would be completed without tasks or fee, and nobody can be asked here. Record these by "applications received", or add --without-receipts.`,
  )
  return false
}

function sayNotPlanned(
  run: Run,
  planned: Exclude<Planned, { state: 'planned' }>,
  { asked, note }: { asked: string; note: string | undefined },
): void {
  if (planned.state === 'unknown') return failWithoutOne(run, 'application', asked)
  if (planned.state === 'several') return failWithoutOne(run, 'application', asked, planned.others)
  const { reference, status, statusChangedAt } = planned.application
  if (planned.state === 'already') {
    const since = statusChangedAt === null ? '' : ` since ${timeInIndia(statusChangedAt)}`
    const same = note?.trim() ? ', and its newest note says the same' : ''
    return run.say(`${printable(reference)} is ${status} already${since}${same}. ${nothing}.`)
  }
  const sentences = planned.mistakes.map(
    ({ field, reason }) => `${optionOf[field]} ${printable(reason)}.`,
  )
  run.fail(`${sentences.join('\n')}\n${nothing}.`)
}

async function setMany(run: Run, file: string, options: Options): Promise<void> {
  const bytes = await readNamedFile(run, file)
  if (!bytes) return
  const { lines, mistakes, passedOver } = readStatusChanges(await readTable(bytes), options.letter)
  if (passedOver.length > 0) {
    run.say(
      `This sheet has the columns of an export: in it, ${passedOver.join(' and ')} are the applicants' own words, and are passed over.`,
    )
  }
  if (lines.length === 0) return sayMistakes(run, file, mistakes)
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const { letterDelaySeconds } = config
  const services = { database, outbox: outboxToPostIn(database), letterDelaySeconds }
  const looked = await withProgress(run, 'Looking', (tell) =>
    planStatusChanges(services, lines, (done) => tell(done, lines.length)),
  )
  if (!looked.ok) mistakes.push(...looked.mistakes)
  if (!looked.ok || mistakes.length > 0) return sayMistakes(run, file, mistakes)
  const { planned, outdated, already } = looked
  for (const { where, application } of outdated) {
    const { reference, status, statusChangedAt, receivedAt } = application
    const since = timeInIndia(statusChangedAt ?? receivedAt)
    run.fail(
      `${where}: ${printable(reference)} is ${status} since ${since}, which this sheet does not know; it is left alone`,
    )
  }
  const left = outdated.length === 0 ? '' : `, ${outdated.length} left alone`
  const before = `${already} ${already === 1 ? 'is' : 'are'} so already${left}`
  if (planned.length === 0) return run.say(`Nothing to change: ${before}.`)
  run.say(describeAll(planned))
  if (options.dryRun) return run.say(`${planned.length} would be changed, ${before}. ${dryEnd}`)
  if (!(await mayChange(run, planned, options))) return
  const plans = planned.map(({ plan }) => plan)
  if (!(await mayDoWithout(run, plans, options))) return
  let done = 0
  await withProgress(run, 'Changing', async (tell) => {
    for (const [at, { where, plan, note }] of planned.entries()) {
      const { state } = await changeStatus(services, plan, {
        note,
        who: config.account,
        withoutReceipts: true,
      })
      if (state === 'changed') done += 1
      else {
        const reference = printable(plan.application.reference)
        run.fail(`${where}: somebody else changed ${reference} just now; look again`)
      }
      tell(at + 1, planned.length)
    }
  })
  run.say(`${done} changed, ${before}.`)
  if (done === 0) return
  const haveLetters = lettersIn(planned) > 0
  if (haveLetters) run.say(whenLettersLeave('Their letters', 'go', services))
  if (letterDelaySeconds > 0) {
    const until = haveLetters ? 'Until then' : `For ${counted(letterDelaySeconds, 'second')}`
    run.say(`${until} you can take them back: ${takingBack} …`)
  }
}

const byNumber = new Intl.Collator('en', { numeric: true })

function sayMistakes(run: Run, file: string, mistakes: readonly Mistake[]): void {
  const inOrder = mistakes.toSorted((one, other) => byNumber.compare(one.where, other.where))
  for (const { where, reason } of inOrder) run.say(`${where}: ${printable(reason)}`)
  run.fail(`${nothing}: ${printable(file)} has ${mistakes.length} mistake(s).`)
}

/** How many go from where to where, and of each kind of letter the first as it will go out. */
function describeAll(planned: readonly PlannedLine[]): string {
  const ways = Object.groupBy(planned, ({ plan: { application, to, isNoteAlone } }) =>
    isNoteAlone ? 'a note alone' : `${application.status} -> ${to}`,
  )
  const counts = Object.entries(ways).map(
    ([way, of = []]) => `  ${way}: ${of.length}, letters: ${lettersIn(of)}`,
  )
  const kinds = Object.entries(Object.groupBy(planned, ({ plan }) => plan.to))
  const examples = kinds.flatMap(([to, of = []]) => {
    const letter = of.find(({ plan }) => plan.letter)?.plan.letter
    return letter ? [`One of the letters to those who are ${to}:`, describeLetter(letter)] : []
  })
  const without = planned.flatMap(({ where, plan: { application, missing } }) =>
    missing.length === 0
      ? []
      : `  ${where}, ${printable(application.reference)}: ${receiptsInWords(missing)}`,
  )
  const lacking = without.length === 0 ? [] : ['', 'Not received:', ...without]
  return ['To be changed:', ...counts, ...lacking, '', ...examples].join('\n')
}

const lettersIn = (planned: readonly PlannedLine[]) =>
  planned.filter(({ plan }) => plan.letter).length

/** Without letters and without a terminal, it asks nobody. */
async function mayChange(run: Run, planned: readonly PlannedLine[], { yes }: Options) {
  const letters = lettersIn(planned)
  if (letters === 0 && !canAsk(run)) return true
  const question = `Change ${planned.length}, and send ${counted(letters, 'letter')}?`
  return confirmed(run, yes ? { yes } : {}, { question, nothing })
}

/** @returns lines about one change, with the letter as it will go out. */
function describePlan(plan: StatusPlan): string {
  const { application, to, completedOn, internship, letter, isNoteAlone, missing } = plan
  const title = internship === null ? undefined : internshipOnDisk(internship)?.title
  return [
    `${printable(application.reference)}  ${printable(application.name)}`,
    `Status:     ${isNoteAlone ? `stays ${to}, with a note` : `${application.status} -> ${to}`}`,
    ...(completedOn === null ? [] : [`Completed:  ${completedOn}, ${title} (${internship})`]),
    ...(missing.length === 0 ? [] : [`Not received: ${receiptsInWords(missing)}`]),
    ...(letter ? [describeLetter(letter)] : ['Letter:     none']),
  ].join('\n')
}
