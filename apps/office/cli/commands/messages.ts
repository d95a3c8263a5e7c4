import { InvalidArgumentError, Option } from 'commander'
import {
  answerByLetter,
  type AnsweredResult,
  markAnswered,
  planAnswerByLetter,
} from '@naic/admissions/messages/answer-message.ts'
import {
  findMessages,
  type ListedMessage,
  listMessages,
  messageColumns,
  type MessageRead,
  readMessage,
} from '@naic/admissions/messages/messages.ts'
import { correctMessageAddress } from '@naic/admissions/letters/correct-address.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { messageFacts, searchedWords, shownOfMessage } from '@naic/admissions/forms/shown-fields.ts'
import { openStored } from '@naic/installation/storage.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { outboxToPostIn } from '@naic/platform/mail/outbox.ts'
import { daySamples, readDay, timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import type { Run } from '../command-run.ts'
import { confirmed, type Switches } from '../ask.ts'
import { type Commands, laterLetters, oneOf, PersonalOption } from '../command.ts'
import { describeLetter } from '../describe-letter.ts'
import {
  addFormats,
  addPages,
  areForPrograms,
  type Column,
  type Fact,
  failWithoutOne,
  type Formats,
  pageOf,
  printRecord,
  printRows,
  sayPage,
} from '../print.ts'

/** The messages of the contact form: listed, read, answered. */
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

  'messages show': {
    summary: 'one message: all of it, whether it was answered, and whether its letters went',
    examples: ['messages show NAIC-7F3K-92QD', 'messages show NAIC-7F3K-92QD --json'],
    define: (line, run) =>
      line
        .argument('<reference>', 'its reference as people type it, or its id')
        .option('--json', 'for programs: one object')
        .action((asked: string, formats: { json?: true }) => show(run, asked, formats)),
  },

  'messages answer': {
    summary: 'answers a message by a letter, which is shown first, and marks it as answered',
    examples: [
      'messages answer NAIC-7F3K-92QD --text -',
      'messages answer NAIC-7F3K-92QD --text "You can pay until Friday." --dry-run',
    ],
    define: (line, run) =>
      line
        .argument('<reference>', 'its reference as people type it, or its id')
        .addOption(
          new PersonalOption(
            '--text <text>',
            'the answer, without greeting and ending',
          ).makeOptionMandatory(),
        )
        .option('--dry-run', 'shows the letter, and does nothing')
        .option(
          '--yes',
          'does not ask before the letter goes out; needed where nobody can be asked',
        )
        .action((asked: string, options: AnswerOptions) => answer(run, asked, options)),
  },

  'messages answered': {
    summary: 'marks a message as answered, without a letter',
    examples: ['messages answered NAIC-7F3K-92QD'],
    define: (line, run) =>
      line
        .argument('<reference>', 'its reference as people type it, or its id')
        .action((asked: string) => answered(run, asked)),
  },

  'messages correct-email': {
    summary: 'the address for letters, where whoever wrote mistyped it',
    examples: [
      'messages correct-email NAIC-7F3K-92QD --to -',
      'messages correct-email NAIC-7F3K-92QD --as-sent',
    ],
    define: (line, run) =>
      line
        .argument('<reference>', 'its reference as people type it, or its id')
        .addOption(new PersonalOption('--to <address>', 'the right address'))
        .option('--as-sent', 'takes the correction back')
        .addHelpText('after', `\n${laterLetters}`)
        .action((asked: string, { to, asSent }: { to?: string; asSent?: true }) =>
          correctEmail(run, asked, oneOf(line, to, asSent, '--to or --as-sent')),
        ),
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

async function show(run: Run, asked: string, formats: { json?: true }): Promise<void> {
  await using stored = await openStored(run.settings())
  const message = await messageAsked(run, stored.database, asked)
  if (!message) return
  const { id, received_at: receivedAt, answered_at: at, answered_by: by, letters } = message
  const { email, sent_email: emailSent } = message
  const reference = referenceOf(id)
  const answers = messageFacts(message)
  const [texts, lines] = [
    answers.filter(({ kind }) => kind === 'text'),
    answers.filter(({ kind }) => kind !== 'text'),
  ]
  printRecord(run, formats, { reference, ...message }, [
    ['Reference', reference],
    ['ID', id],
    ['Received', timeInIndia(receivedAt)],
    ...lines.map(({ short, value }): Fact => [short, value ?? '(not given)']),
    ['Email as sent', email === emailSent ? undefined : emailSent],
    ['Answered', at === null ? 'not yet' : `${timeInIndia(at)}, by ${by}`],
    ...letters.map((letter): Fact => ['Letter', stateOf(letter)]),
    ...texts.map(({ short, value }): Fact => [short, `${value ?? ''}\n`]),
  ])
}

type AnswerOptions = { text: string } & Switches

async function answer(run: Run, asked: string, options: AnswerOptions): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const message = await messageAsked(run, database, asked)
  if (!message) return
  const services = { database, outbox: outboxToPostIn(database) }
  const planned = await planAnswerByLetter(services, { id: message.id, text: options.text })
  if (planned.state === 'refused') return run.fail(`The answer ${planned.reason}. ${nothing}.`)
  if (planned.state !== 'planned') return sayAnswered(run, message, planned)
  run.say(describeLetter(planned.plan.letter))
  const question = 'Send this letter?'
  if (!(await confirmed(run, options, { question, nothing }))) return
  sayAnswered(run, message, await answerByLetter(services, planned.plan, config.account))
}

async function answered(run: Run, asked: string): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const message = await messageAsked(run, database, asked)
  if (!message) return
  const result = await markAnswered(database, message.id, config.account, new Date())
  sayAnswered(run, message, result)
}

async function correctEmail(run: Run, asked: string, typed: string | null): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const message = await messageAsked(run, database, asked)
  if (!message) return
  const reference = referenceOf(message.id)
  const done = await correctMessageAddress(database, message.id, { typed, who: config.account })
  switch (done.state) {
    case 'no address':
      return run.fail('That is not an e-mail address.\nNothing was changed.')
    case 'unknown':
      return run.fail(`${reference} was removed meanwhile.`)
    default: {
      const was = done.state === 'already' ? ' already. Nothing was changed' : ''
      return run.say(`${reference}  email: ${printable(done.email)}${was}.`)
    }
  }
}

const nothing = 'Nothing was sent'

function sayAnswered(run: Run, { id, name, subject }: MessageRead, result: AnsweredResult): void {
  const named = `${referenceOf(id)} (${printable(name)}, "${printable(subject)}")`
  switch (result.state) {
    case 'answered':
      return run.print(`${named} is marked as answered.`)
    case 'already': {
      const when = timeInIndia(result.at)
      return run.print(
        `${named} was marked as answered before, ${when}, by ${printable(result.by)}.`,
      )
    }
    case 'unknown':
      return run.fail(`${named} was removed meanwhile.`)
  }
}

/** @returns the one message that a reference is about; undefined if there is not one, which was said. */
async function messageAsked(
  run: Run,
  database: Database,
  asked: string,
): Promise<MessageRead | undefined> {
  const found = await findMessages(database, asked)
  const [one, another] = found
  if (one && !another) return readMessage(database, one.id)
  failWithoutOne(run, 'message', asked, found)
  return undefined
}

function stateOf({ to, state, at, attempts, why }: MessageRead['letters'][number]): string {
  const when = timeInIndia(at)
  const reason = why === null ? '' : ` (${why})`
  switch (state) {
    case 'waiting':
      return `to ${to.address}: waits to be sent`
    case 'refused-for-now':
      return `to ${to.address}: tried ${attempts} times, again ${when}${reason}`
    default:
      return `to ${to.address}: ${state.replaceAll('-', ' ')} ${when}${reason}`
  }
}
