import { type Command as CommandLine, InvalidArgumentError, Option } from 'commander'
import { referenceOf } from '#forms/reference.ts'
import type { Config } from '#server/config.ts'
import { type ListedMessage, listMessages } from '#server/contact/list-messages.ts'
import { daySamples, readDay } from '#server/sheets/indian-day.ts'
import { openStored } from '#server/storage.ts'
import { type Command, givenNumber, PersonalOption } from '../command.ts'
import {
  addFormats,
  type Column,
  type Formats,
  perPageHelp,
  printRows,
  usualPerPage,
} from '../terminal/print-rows.ts'

const columns: readonly Column<ListedMessage>[] = [
  { key: 'reference', title: 'Reference', of: ({ id }) => referenceOf(id) },
  {
    key: 'received_at',
    title: 'Received',
    of: ({ received_at }) => received_at,
    kind: 'time',
  },
  { key: 'name', title: 'Name', of: ({ name }) => name, most: 24 },
  { key: 'email', title: 'E-mail', of: ({ email }) => email, most: 30 },
  { key: 'subject', title: 'Subject', of: ({ subject }) => subject, most: 40 },
  {
    key: 'answered_at',
    title: 'Answered',
    of: ({ answered_at }) => answered_at,
    kind: 'time',
  },
  { key: 'answered_by', title: 'By', of: ({ answered_by }) => answered_by },
]

/** For programs, which have room for it, and the ids. */
const wholeColumns: readonly Column<ListedMessage>[] = [
  ...columns,
  { key: 'id', title: 'ID', of: ({ id }) => id },
  { key: 'message', title: 'Message', of: ({ message }) => message },
]

type Page = { page?: number; perPage?: number }

type Values = Formats &
  Page & {
    answered?: true
    open?: true
    since?: string
    until?: string
    text?: string
  }

export const command: Command = {
  summary: 'what came in through the contact form, newest first',
  isDefault: true,
  examples: [
    'messages list --open',
    'messages list --since 2026-11-01 --until 2026-11-30',
    'messages list --text refund --page 2',
    'messages list --csv > messages.csv',
  ],
  define: (line, settings) =>
    addFormats(filters(line)).action((values: Values) => list(settings(), values)),
}

const filters = (line: CommandLine) =>
  line
    .addOption(new Option('--open', 'those that nobody has answered').conflicts('answered'))
    .option('--answered', 'those that are marked as answered')
    .option('--since <day>', 'those that came in on this day in India or later', givenDay)
    .option('--until <day>', 'those that came in on this day in India or before', givenDay)
    .addOption(
      new PersonalOption('--text <text>', 'those with it in name, e-mail, subject or message'),
    )
    .option('--page <number>', 'which page of them', givenNumber(1, 1_000_000))
    .option('--per-page <number>', perPageHelp, givenNumber(1, 100_000))

function givenDay(text: string): string {
  const day = readDay(text)
  if (day !== undefined) return day
  throw new InvalidArgumentError(`It must be a day such as ${daySamples}.`)
}

async function list(config: Config, values: Values): Promise<void> {
  const { answered, open, since, until, text, json, csv, page } = values
  const isWhole = (json || csv) && page === undefined
  const perPage = values.perPage ?? (isWhole ? Number.MAX_SAFE_INTEGER : usualPerPage)
  const shown = { page: page ?? 1, perPage }
  const isAnswered = answered ? true : open ? false : undefined
  const { database, close } = await openStored(config)
  try {
    const filter = { isAnswered, since, until, text }
    const { messages, total } = await listMessages(database, filter, shown)
    await printRows(messages, json || csv ? wholeColumns : columns, values)
    console.error(whichOf(messages.length, total, shown))
  } finally {
    await close()
  }
}

function whichOf(shown: number, total: number, { page, perPage }: Required<Page>): string {
  if (total === 0) return 'There are no such messages.'
  const pages = Math.ceil(total / perPage)
  if (shown === 0) return `There are ${pages} pages; page ${page} is past the last.`
  const all = total === 1 ? '1 message.' : `${total} messages.`
  return pages === 1 ? all : `Page ${page} of ${pages}; in all ${all}`
}
