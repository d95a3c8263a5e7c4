import type { ApplicationStatus } from '#server/applications/application-status.ts'
import { changeStatus, type Planned, planStatusChange } from '#server/applications/set-status.ts'
import type { StatusMistake } from '#server/applications/status-rules.ts'
import type { Config } from '#server/config.ts'
import { outboxToPostIn } from '#server/mail/outbox.ts'
import { timeInIndia } from '#server/sheets/indian-day.ts'
import { printable } from '#server/sheets/printable-text.ts'
import { openStored } from '#server/storage.ts'
import type { Run } from './command-run.ts'
import { describeStatusPlan } from './describe-status-plan.ts'
import { sayNotFound } from './say-not-found.ts'
import { confirmed } from './ask.ts'

/** Without a status it stays as it is, for a note alone. */
type Wanted = { asked: string; to: ApplicationStatus | undefined }

/** As they were typed. */
export type SetStatusOptions = {
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

export async function setOneStatus(
  run: Run,
  settings: () => Config,
  wanted: Wanted,
  options: SetStatusOptions,
): Promise<void> {
  const { note, message, on: completedOn, internship, letter: withLetter } = options
  const config = settings()
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
