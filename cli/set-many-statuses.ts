import { readFile } from 'node:fs/promises'
import { SingleBar } from 'cli-progress'
import {
  type OutdatedLine,
  type PlannedLine,
  planStatusChanges,
  readStatusChanges,
} from '#server/applications/status-sheet.ts'
import { changeStatus, type StatusServices } from '#server/applications/set-status.ts'
import type { Config } from '#server/config.ts'
import { outboxToPostIn } from '#server/mail/outbox.ts'
import type { Mistake } from '#server/sheets/decode-table.ts'
import { timeInIndia } from '#server/sheets/indian-day.ts'
import { printable } from '#server/sheets/printable-text.ts'
import { openStored } from '#server/storage.ts'
import type { Run } from './command-run.ts'
import { describeLetter } from './describe-status-plan.ts'
import { whyNotRead } from './files-of-people.ts'
import { canAsk } from './ask.ts'
import { confirmed } from './ask.ts'

type Options = { letter: boolean; dryRun?: true; yes?: true }

export async function setManyStatuses(
  run: Run,
  settings: () => Config,
  file: string,
  options: Options,
): Promise<void> {
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
  const config = settings()
  const { database, close } = await openStored(config)
  try {
    const services = { database, outbox: outboxToPostIn(database) }
    const looked = await withBar(run, 'Looking', lines.length, (tell) =>
      planStatusChanges(services, lines, tell),
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
  withBar(run, 'Changing', planned.length, async (tell) => {
    const overtaken: PlannedLine[] = []
    for (const [at, one] of planned.entries()) {
      const { state } = await changeStatus(services, one.plan, { note: one.note, who })
      if (state === 'overtaken') overtaken.push(one)
      tell(at + 1)
    }
    return overtaken
  })

/** Shows how far it is, where somebody looks. */
async function withBar<Result>(
  run: Run,
  what: string,
  total: number,
  work: (tell: (done: number) => void) => Promise<Result>,
): Promise<Result> {
  const bar = new SingleBar({ format: `${what} {bar} {value}/{total}, {eta_formatted} left` })
  if (run.stderr.isTTY) bar.start(total, 0)
  try {
    return await work((done) => bar.update(done))
  } finally {
    bar.stop()
  }
}
