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
} from '@naic/admissions/applications/set-status.ts'
import type { StatusMistake } from '@naic/admissions/applications/status-rules.ts'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import { openStored } from '@naic/house/storage.ts'
import { outboxOfServer } from '@naic/store/mail/outbox.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { agrees, canAsk, confirmed, type Switches } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { call, type Commands, givenText, PersonalOption } from '../command.ts'
import { describeLetter } from '../describe-letter.ts'
import { counted, failWithoutOne } from '../print.ts'

export const commands: Commands = {
  'applications set-status': {
    summary: 'how far an application is; tells the applicant by a letter',
    examples: [
      'applications set-status NAIC-7F3K-92QD shortlisted --dry-run',
      'applications set-status NAIC-7F3K-92QD accepted --message "Welcome, Asha."',
      'applications set-status NAIC-7F3K-92QD declined --note "No resume to speak of" --no-letter',
      'applications set-status NAIC-7F3K-92QD --note "Sends her marks on Monday"',
    ],
    define(line, run) {
      const text = (flags: string, what: string) => new Option(flags, what).argParser(givenText)
      line
        .argument('<reference>', 'its reference as people type it, or its id')
        .argument('[status]', applicationStatuses.join(', '), givenStatus)
        .addOption(new PersonalOption('--note <text>', 'for the staff alone; stays in the history'))
        .addOption(new PersonalOption('--message <text>', 'words for the letter'))
        .addOption(text('--on <day>', 'when it was completed, such as 14-03-2026'))
        .addOption(
          text(
            '--internship <internship>',
            'which was completed, if the application does not say that',
          ),
        )
        .option('--no-letter', 'sends none')
        .option('--without-receipts', 'completes even if tasks or fee were not received')
        .option('--dry-run', 'shows what would happen, and changes nothing')
        .option('--yes', 'does not ask before letters go out')
        .addHelpText('after', `\n${more}`)
        .action(async (asked: string, to: Status, options: Options) => {
          if ((to ?? options.note) === undefined) line.error('error: give a status or --note')
          await setStatus(run, asked, to, options)
        })
    },
  },
}

const more = `Without a status, --note is added to the history and nothing else happens.
${toldStatuses()} tell the applicant by a letter, which is shown before it goes out;
where nobody can be asked, that needs --yes. The others tell nobody.
To complete an internship whose tasks or fee nobody has recorded, somebody must agree, or --without-receipts.
Ends with 0 when it is so, now or before; with 1 when nothing was changed.`

/** Without one it stays as it is, for a note alone. */
type Status = ApplicationStatus | undefined

/** As they were typed; `letter` is false for --no-letter. */
type Options = Switches &
  Partial<Record<'note' | 'message' | 'on' | 'internship', string>> & {
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

async function setStatus(run: Run, asked: string, to: Status, options: Options): Promise<void> {
  const { note, message, on: completedOn, internship, letter: withLetter, dryRun, yes } = options
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const { letterDelaySeconds } = config
  const services = { database, outbox: outboxOfServer, letterDelaySeconds }
  const wanted = { asked, to, note, message, completedOn, internship, withLetter }
  const planned = await planStatusChange(services, wanted)
  if (planned.state !== 'planned') return sayNotPlanned(run, planned, wanted)
  const { plan } = planned
  run.say(describePlan(plan))
  if (dryRun) return run.say('Nothing was done: this was a dry run.')
  const question = 'Change the status, and send this letter?'
  const isAgreed = !plan.letter || (await confirmed(run, yes ? { yes } : {}, { question, nothing }))
  if (!isAgreed || !(await mayDoWithout(run, plan, options))) return
  const deed = { note, who: config.account, withoutReceipts: true }
  const { state } = await changeStatus(services, plan, deed)
  const reference = printable(plan.application.reference)
  if (state === 'overtaken') {
    return run.fail(`${nothing}: somebody else changed ${reference} just now. Look again.`)
  }
  if (plan.isNoteAlone) return run.say(`The note on ${reference} is kept.`)
  const when =
    letterDelaySeconds > 0
      ? `in ${counted(letterDelaySeconds, 'second')}`
      : 'as soon as the server looks'
  const letter = plan.letter ? ` The letter goes out ${when}.` : ''
  run.say(`${reference} is ${plan.to}.${letter}`)
  if (letterDelaySeconds > 0) {
    const until = plan.letter ? 'Until then' : `For ${counted(letterDelaySeconds, 'second')}`
    run.say(`${until} you can take it back: ${call} applications take-back ${reference}`)
  }
}

const nothing = 'Nothing was changed'

/** Asks before an internship is completed whose tasks or fee nobody has recorded. */
async function mayDoWithout(
  run: Run,
  { missing }: StatusPlan,
  { withoutReceipts }: Options,
): Promise<boolean> {
  if (missing.length === 0 || withoutReceipts) return true
  if (canAsk(run)) {
    const isAgreed = await agrees(run, 'Complete it without what was not received?')
    if (!isAgreed) run.fail(`${nothing}.`)
    return isAgreed
  }
  run.fail(
    `${nothing}: it would be completed without ${receiptsInWords(missing)}, and nobody can be asked here. Record what came by "applications received", or add --without-receipts.`,
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
