import { InvalidArgumentError, Option } from 'commander'
import {
  type ListedMessage,
  listMessages,
  messageColumns,
} from '@naic/admissions/messages/messages.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { searchedWords, shownOfMessage } from '@naic/admissions/forms/shown-fields.ts'
import { openStored } from '@naic/house/storage.ts'
import { daySamples, readDay } from '@naic/store/sheets/indian-day.ts'
import type { Run } from '../command-run.ts'
import { type Commands, PersonalOption } from '../command.ts'
import {
  addFormats,
  addPages,
  areForPrograms,
  type Column,
  type Formats,
  pageOf,
  printRows,
  sayPage,
} from '../print.ts'

/** The messages of the contact form. They are answered at the desk. */
export const commands: Commands = {
  'messages list': {
    summary: 'what came in through the contact form, newest first',
    examples: [
      'messages list --open',
      'messages list --since 2026-11-01 --until 2026-11-30',
      'messages list --text refund --page 2',
      'messages list --csv > messages.csv',
    ],
    define: (line, run) =>
      addPages(addFormats(line))
        .addOption(new Option('--open', 'those that nobody has answered').conflicts('answered'))
        .option('--answered', 'those that are marked as answered')
        .option('--since <day>', 'those that came in on this day in India or later', givenDay)
        .option('--until <day>', 'those that came in on this day in India or before', givenDay)
        .addOption(
          new PersonalOption('--text <text>', `those with it in ${searchedWords(shownOfMessage)}`),
        )
        .action((options: Options) => list(run, options)),
  },
}

type Options = Formats & {
  page?: number
  answered?: true
  open?: true
  since?: string
  until?: string
  text?: string
}

function givenDay(text: string): string {
  const day = readDay(text)
  if (day !== undefined) return day
  throw new InvalidArgumentError(`It must be a day such as ${daySamples}.`)
}

const forPeople: readonly Column<ListedMessage>[] = [
  { key: 'reference', title: 'Reference', of: ({ id }) => referenceOf(id) },
  { key: 'received_at', title: 'Received', of: ({ received_at: at }) => at, kind: 'time' },
  { key: 'name', title: 'Name', of: ({ name }) => name, most: 24 },
  { key: 'email', title: 'Email', of: ({ email }) => email, most: 30 },
  { key: 'subject', title: 'Subject', of: ({ subject }) => subject, most: 40 },
  { key: 'answered_at', title: 'Answered', of: ({ answered_at: at }) => at, kind: 'time' },
  { key: 'answered_by', title: 'By', of: ({ answered_by: by }) => by },
]

async function list(run: Run, options: Options): Promise<void> {
  await using stored = await openStored(run.settings())
  const { answered: isMarked, open, since, until, text } = options
  const filter = { isAnswered: open ? false : isMarked, since, until, text }
  const page = pageOf(options)
  const { messages, total } = await listMessages(stored.database, filter, page)
  await printRows(run, messages, areForPrograms(options) ? messageColumns : forPeople, options)
  sayPage(run, total, 'message', page)
}
