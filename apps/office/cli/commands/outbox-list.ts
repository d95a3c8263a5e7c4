import { Option } from 'commander'
import {
  letterStates,
  listLetters,
  type ListedLetter,
  type WhichLetters,
} from '@naic/platform/mail/stored-letters.ts'
import { openStored } from '@naic/installation/storage.ts'
import { call, type Command, givenNumber } from '../command.ts'
import type { Run } from '../command-run.ts'
import { addFormats, type Column, type Formats, printRows } from '../print.ts'

type Options = { state: WhichLetters; newest: number } & Formats

const columns: readonly Column<ListedLetter>[] = [
  { key: 'state', title: 'State', of: ({ state }) => state },
  { key: 'id', title: 'Letter', of: ({ id }) => id },
  { key: 'to', title: 'To', of: ({ to }) => to.address, most: 32 },
  { key: 'subject', title: 'Subject', of: ({ subject }) => subject, most: 40 },
  { key: 'at', title: 'Next try, or since', of: ({ at }) => at, kind: 'time' },
  { key: 'attempts', title: 'Tries', of: ({ attempts }) => attempts },
  { key: 'why', title: 'Why', of: ({ why }) => why, most: 60 },
]

export const command: Command = {
  summary: 'the letters that were not sent, or others: state, to whom, why',
  examples: [
    'outbox list',
    'outbox list --state refused-for-good',
    'outbox list --state all --csv',
  ],
  define: (line, run) =>
    addFormats(line)
      .addOption(
        new Option('--state <state>', 'which letters; "unsent" is all but those that were sent')
          .choices(['unsent', ...letterStates, 'all'])
          .default('unsent'),
      )
      .option('--newest <number>', 'how many at most, newest first', givenNumber(1, 1_000_000), 100)
      .addHelpText('after', `\n${states}`)
      .action((options: Options) => list(run, options)),
}

const states = `States:
  waiting           goes out at the time that is shown, or as soon as the server runs
  refused-for-now   is tried again by itself at that time
  refused-for-good  the mail relay will never take it, for the reason that is shown
  given-up          was refused for now for three days
  held-back         does not go: the certificate that it tells of was revoked before
  sent              the mail relay has it, or it is a file in DATA_DIR/mail
Of those that will not be tried again, "${call} outbox retry" puts up what you name.`

async function list(run: Run, options: Options): Promise<void> {
  const { database, close } = await openStored(run.settings())
  try {
    const { letters, total } = await listLetters(database, options.state, options.newest)
    await printRows(run, letters, columns, options)
    if (total > letters.length) {
      run.say(`These are the ${letters.length} newest of ${total}. --newest ${total} shows all.`)
    } else if (total === 0 && !options.json && !options.csv) {
      run.say(options.state === 'unsent' ? 'All letters were sent.' : 'There is none.')
    }
  } finally {
    await close()
  }
}
