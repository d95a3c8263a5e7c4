import { Option } from 'commander'
import { openStored } from '@naic/house/storage.ts'
import type { Database } from '@naic/store/database/database.ts'
import {
  letterStates,
  type ListedLetter,
  listLetters,
  sendAgain,
  type WhichLetters,
} from '@naic/store/mail/stored-letters.ts'
import { confirmed, type Switches } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenNumber } from '../command.ts'
import {
  addFormats,
  areForPrograms,
  type Column,
  counted,
  type Formats,
  printRows,
} from '../print.ts'

/** The letters of the outbox: listed, read, sent again. */
export const commands: Commands = {
  'outbox list': {
    summary: 'the letters that were not sent, or others: state, to whom, why',
    examples: ['outbox list', 'outbox list --state all --csv'],
    define: (line, run) =>
      addFormats(line)
        .addOption(
          new Option('--state <state>', 'which letters; "unsent" is all but those that were sent')
            .choices(['unsent', ...letterStates, 'all'])
            .default('unsent'),
        )
        .option('--newest <number>', 'how many at most', givenNumber(1, 1_000_000), 100)
        .addHelpText('after', `\n${states}`)
        .action((options: ListOptions) => list(run, options)),
  },

  'outbox retry': {
    summary: 'puts all letters that were refused or given up up for sending again, now',
    examples: ['outbox retry --dry-run', 'outbox retry --yes'],
    define: (line, run) =>
      line
        .option('--dry-run', 'says how many would go out, and does nothing')
        .option('--yes', 'does not ask before they go out; needed where nobody can be asked')
        .action((switches: Switches) => retry(run, switches)),
  },
}

const states = `States:
  waiting           goes out at the time that is shown, or as soon as the server runs
  refused-for-now   is tried again by itself at that time
  refused-for-good  the mail relay will never take it, for the reason that is shown
  given-up          was refused for now for three days
  held-back         does not go: the certificate that it tells of was revoked before
  sent              the mail relay has it, or it is a file in DATA_DIR/mail
One letter alone is read, corrected and sent again at the desk.`

type ListOptions = { state: WhichLetters; newest: number } & Formats

const columns: readonly Column<ListedLetter>[] = [
  { key: 'state', title: 'State', of: ({ state }) => state },
  { key: 'id', title: 'Letter', of: ({ id }) => id },
  { key: 'to', title: 'To', of: ({ to }) => to.address, most: 32 },
  { key: 'subject', title: 'Subject', of: ({ subject }) => subject, most: 40 },
  { key: 'at', title: 'Next try, or since', of: ({ at }) => at, kind: 'time' },
  { key: 'attempts', title: 'Tries', of: ({ attempts }) => attempts },
  { key: 'why', title: 'Why', of: ({ why }) => why, most: 60 },
]

async function list(run: Run, options: ListOptions): Promise<void> {
  await using stored = await openStored(run.settings())
  const { letters, total } = await listLetters(stored.database, options.state, {
    perPage: options.newest,
  })
  await printRows(run, letters, columns, options)
  if (total > letters.length) {
    run.say(`These are the ${letters.length} newest of ${total}. --newest ${total} shows all.`)
  } else if (total === 0 && !areForPrograms(options)) {
    run.say(options.state === 'unsent' ? 'All letters were sent.' : 'There is none.')
  }
}

async function retry(run: Run, switches: Switches): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const count = await countRefused(database)
  if (count === 0) return run.say('No letter was refused or given up.')
  const mayGoOut = await confirmed(run, switches, {
    shown: `${counted(count, 'letter')} would go out again.`,
    question: `Send ${counted(count, 'letter')} again?`,
    nothing: 'Nothing was sent',
  })
  if (!mayGoOut) return
  const again = await sendAgain(database, 'all', { who: config.account, now: new Date() })
  run.say(
    `${counted(again, 'letter')} ${again === 1 ? 'goes' : 'go'} out again as soon as the server looks, within half a minute.`,
  )
}

async function countRefused(database: Database): Promise<number> {
  let sum = 0
  for (const state of ['refused-for-now', 'refused-for-good', 'given-up'] as const) {
    sum += (await listLetters(database, state, { perPage: 1 })).total
  }
  return sum
}
