import { type Command as CommandLine, InvalidArgumentError, Option } from 'commander'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { searchedWords, shownOfMessage } from '@naic/admissions/forms/shown-fields.ts'
import {
  type ListedMessage,
  listMessages,
  messageColumns,
} from '@naic/admissions/messages/messages.ts'
import { daySamples, readDay } from '@naic/platform/sheets/indian-day.ts'
import { openStored } from '@naic/installation/storage.ts'
import { type Command, PersonalOption } from '../command.ts'
import type { Run } from '../command-run.ts'
import {
  addFormats,
  addPages,
  type Column,
  type Formats,
  type Page,
  pageOf,
  printRows,
  sayPage,
} from '../print.ts'

const forPeople: readonly Column<ListedMessage>[] = [
  { key: 'reference', title: 'Reference', of: ({ id }) => referenceOf(id) },
  { key: 'received_at', title: 'Received', of: ({ received_at: at }) => at, kind: 'time' },
  { key: 'name', title: 'Name', of: ({ name }) => name, most: 24 },
  { key: 'email', title: 'Email', of: ({ email }) => email, most: 30 },
  { key: 'subject', title: 'Subject', of: ({ subject }) => subject, most: 40 },
  { key: 'answered_at', title: 'Answered', of: ({ answered_at: at }) => at, kind: 'time' },
  { key: 'answered_by', title: 'By', of: ({ answered_by: by }) => by },
]

type Options = Formats &
  Page & { answered?: true; open?: true; since?: string; until?: string; text?: string }

export const command: Command = {
  summary: 'what came in through the contact form, newest first',
  examples: [
    'messages list --open',
    'messages list --since 2026-11-01 --until 2026-11-30',
    'messages list --text refund --page 2',
    'messages list --csv > messages.csv',
  ],
  define: (line, run) =>
    addPages(addFormats(filters(line))).action((options: Options) => list(run, options)),
}

const filters = (line: CommandLine) =>
  line
    .addOption(new Option('--open', 'those that nobody has answered').conflicts('answered'))
    .option('--answered', 'those that are marked as answered')
    .option('--since <day>', 'those that came in on this day in India or later', givenDay)
    .option('--until <day>', 'those that came in on this day in India or before', givenDay)
    .addOption(
      new PersonalOption('--text <text>', `those with it in ${searchedWords(shownOfMessage)}`),
    )

function givenDay(text: string): string {
  const day = readDay(text)
  if (day !== undefined) return day
  throw new InvalidArgumentError(`It must be a day such as ${daySamples}.`)
}

async function list(run: Run, options: Options): Promise<void> {
  const { answered, open, since, until, text, json, csv } = options
  const isAnswered = answered ? true : open ? false : undefined
  const page = pageOf(options)
  const { database, close } = await openStored(run.settings())
  try {
    const filter = { isAnswered, since, until, text }
    const shown = page ?? { page: 1, perPage: Number.MAX_SAFE_INTEGER }
    const { messages, total } = await listMessages(database, filter, shown)
    await printRows(run, messages, json || csv ? messageColumns : forPeople, options)
    sayPage(run, total, 'message', page)
  } finally {
    await close()
  }
}
