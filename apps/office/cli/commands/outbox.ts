import { Option } from 'commander'
import { openStored } from '@naic/house/storage.ts'
import {
  letterStates,
  type ListedLetter,
  listLetters,
  sendAgain,
  type WhichLetters,
} from '@naic/store/mail/stored-letters.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands, Agreement, Run } from '../command-run.ts'
import { givenNumber, yes } from '../options.ts'
import { type Column, type Format, printRows } from '../print.ts'

/** The letters of the outbox. One alone is read, corrected and sent again at the desk. */
export const add: AddCommands = (program, run) => {
  const outbox = program.command('outbox').description('letters: those that were not sent, and why')

  outbox
    .command('list')
    .description('the letters that were not sent, or others: state, to whom, why')
    .addOption(
      new Option('--state <state>', 'which letters; "unsent" is all but those that were sent')
        .choices(['unsent', ...letterStates, 'all'])
        .default('unsent'),
    )
    .option('--newest <number>', 'how many at most', givenNumber(1, 1_000_000), 100)
    .option('--json', 'for programs: a list of objects')
    .addHelpText('after', `\nExample: council outbox list --state all\n\n${states}`)
    .action((options: ListOptions) => list(run, options))

  outbox
    .command('retry')
    .description('puts all letters that were refused or given up up for sending again, now')
    .option(...yes)
    .addHelpText('after', '\nExample: council outbox retry --yes')
    .action((agreement: Agreement) => retry(run, agreement))
}

const states = `States:
  waiting           goes out at the time that is shown, or as soon as the server runs
  refused-for-now   is tried again by itself at that time
  refused-for-good  the mail relay will never take it, for the reason that is shown
  given-up          was refused for now for three days
  held-back         does not go: the certificate that it tells of was revoked before
  sent              the mail relay has it, or it is a file in DATA_DIR/mail`

type ListOptions = { state: WhichLetters; newest: number } & Format

const columns: readonly Column<ListedLetter>[] = [
  { key: 'state', title: 'State', of: ({ state }) => state },
  { key: 'id', title: 'Letter', of: ({ id }) => id },
  { key: 'to', title: 'To', of: ({ to }) => to.address, most: 32 },
  { key: 'subject', title: 'Subject', of: ({ subject }) => subject, most: 40 },
  { key: 'at', title: 'Next try, or since', of: ({ at }) => at, kind: 'time' },
  { key: 'attempts', title: 'Tries', of: ({ attempts }) => attempts },
  { key: 'why', title: 'Why', of: ({ why }) => why, most: 60 },
]

async function list(run: Run, { state, newest, ...format }: ListOptions): Promise<void> {
  await using stored = await openStored(run.settings())
  const { letters, total } = await listLetters(stored.database, state, { perPage: newest })
  printRows(run, letters, columns, format)
  if (total > letters.length) {
    run.say(`These are the ${letters.length} newest of ${total}. --newest ${total} shows all.`)
  } else if (total === 0) {
    run.say(state === 'unsent' ? 'All letters were sent.' : 'There is none.')
  }
}

async function retry(run: Run, agreement: Agreement): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const refused = (['refused-for-now', 'refused-for-good', 'given-up'] as const).map((state) =>
    listLetters(database, state, { perPage: 1 }),
  )
  const count = (await Promise.all(refused)).reduce((sum, { total }) => sum + total, 0)
  if (count === 0) return run.say('No letter was refused or given up.')
  const shown = `${counted(count, 'letter')} would go out again.`
  if (!run.isAgreed(agreement, 'Nothing was sent', shown)) return
  const again = await sendAgain(database, 'all', { who: config.account, now: new Date() })
  run.say(
    `${counted(again, 'letter')} ${again === 1 ? 'goes' : 'go'} out again as soon as the server looks, within half a minute.`,
  )
}
