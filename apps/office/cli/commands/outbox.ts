import { Option } from 'commander'
import { idsOf } from '@naic/admissions/forms/reference.ts'
import { readEmail } from '@naic/admissions/forms/text-rules.ts'
import { sendToCorrectedAddress } from '@naic/admissions/letters/correct-address.ts'
import { openStored } from '@naic/house/storage.ts'
import type { Database } from '@naic/store/database/database.ts'
import {
  findLetters,
  letterStates,
  type ListedLetter,
  listLetters,
  sendAgain,
  type StoredLetter,
  type WhichLetters,
} from '@naic/store/mail/stored-letters.ts'
import type { Mailbox } from '@naic/store/mail/mailer.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { confirmed, type Switches } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { call, type Commands, givenNumber, PersonalOption } from '../command.ts'
import {
  addFormats,
  areForPrograms,
  type Column,
  counted,
  type Formats,
  printRecord,
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

  'outbox show': {
    summary: 'one letter whole, and what happened to it',
    examples: [
      'outbox show 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-sender',
      'outbox show NAIC-7F3K-92QD',
    ],
    define: (line, run) =>
      line
        .argument(
          '<letter>',
          'its id as "outbox list" has it, or the reference of what it is about',
        )
        .option('--json', 'for programs: an object')
        .action((asked: string, formats: { json?: true }) => show(run, asked, formats)),
  },

  'outbox retry': {
    summary: 'puts letters up for sending again, now, as if they had never been tried',
    examples: [
      'outbox retry 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-sender --yes',
      'outbox retry 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-applicant --sent',
      'outbox retry 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-applicant --to -',
      'outbox retry --all --dry-run',
    ],
    define: (line, run) =>
      line
        .usage('(<letter…> | --all) [options]')
        .argument('[letter...]', 'which: their ids, as "outbox list" has them')
        .option('--all', 'all that were refused, for now or for good, or given up')
        .addOption(new Option('--sent', 'also what was sent: it goes once more').conflicts('all'))
        .addOption(
          new PersonalOption(
            '--to <address>',
            'one letter alone, sent or not; corrects the address of what it is about',
          ).conflicts('all'),
        )
        .option('--dry-run', 'says which would go out, and does nothing')
        .option('--yes', 'does not ask before they go out; needed where nobody can be asked')
        .action(async (ids: string[], options: RetryOptions) => {
          if (ids.length > 0 === Boolean(options.all)) line.error('name letters, or say --all')
          if (options.to !== undefined && ids.length > 1) line.error('--to is for one letter')
          await retry(run, options.all ? 'all' : ids, options)
        }),
  },
}

const states = `States:
  waiting           goes out at the time that is shown, or as soon as the server runs
  refused-for-now   is tried again by itself at that time
  refused-for-good  the mail relay will never take it, for the reason that is shown
  given-up          was refused for now for three days
  held-back         does not go: the certificate that it tells of was revoked before
  sent              the mail relay has it, or it is a file in DATA_DIR/mail
"${call} outbox retry" sends those again that you name.`

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

async function show(run: Run, asked: string, formats: { json?: true }): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const [letter, ...others] = await findLetters(stored.database, asked, idsOf(asked))
  if (!letter) {
    return run.fail(`There is no letter ${printable(asked)}. "outbox list --state all" has all.`)
  }
  if (others.length > 0) {
    const ids = [letter, ...others].map(({ id, subject }) => printable(`  ${id}  ${subject}`))
    return run.fail(`Several are about that. Ask for one by its id:\n${ids.join('\n')}`)
  }
  printRecord(run, formats, letter, [
    ['Letter', letter.id],
    ['From', config.mailFrom],
    ['To', mailbox(letter.to)],
    ['Reply to', letter.replyTo && mailbox(letter.replyTo)],
    ['Subject', letter.subject],
    ['Written', letter.createdAt],
    ['State', whatHappened(letter)],
    ['Text', `${letter.body}\n`],
  ])
}

const mailbox = ({ name, address }: Mailbox) => (name === '' ? address : `${name} <${address}>`)

function whatHappened({ state, at, attempts, failingSince, why }: StoredLetter): string {
  const tries = `after ${attempts} ${attempts === 1 ? 'try' : 'tries'}`
  const reason = why === null ? '' : `; the relay said: ${why}`
  switch (state) {
    case 'waiting':
      return `waiting, goes out at ${at}`
    case 'refused-for-now':
      return `refused for now, since ${failingSince}, ${tries}; is tried again at ${at}${reason}`
    case 'refused-for-good':
      return `refused for good at ${at}, ${tries}${reason}`
    case 'given-up':
      return `given up at ${at}, ${tries}${reason}`
    case 'held-back':
      return `held back at ${at}, since its certificate was taken back; it does not go`
    case 'sent':
      return `sent at ${at}, ${tries}`
  }
}

type RetryOptions = { all?: true; sent?: true; to?: string } & Switches

async function retry(run: Run, ids: string[] | 'all', options: RetryOptions): Promise<void> {
  const to = options.to === undefined ? undefined : readEmail(options.to)
  if (to === null) {
    return run.fail(`${printable(options.to ?? '')} is not an e-mail address. Nothing was done.`)
  }
  const evenSent = Boolean(options.sent) || to !== undefined
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const count =
    ids === 'all' ? await countRefused(database) : await countNamed(run, database, ids, evenSent)
  if (count === undefined) return
  if (count === 0) return run.say('No letter was refused or given up.')
  const where = to === undefined ? '' : ` to ${printable(to)}`
  const mayGoOut = await confirmed(run, options, {
    shown: `${counted(count, 'letter')} would go out again${where}.`,
    question: `Send ${counted(count, 'letter')} again${where}?`,
    nothing: 'Nothing was sent',
  })
  if (!mayGoOut) return
  const [only] = ids
  if (to !== undefined && ids !== 'all' && only !== undefined) {
    const corrected = await sendToCorrectedAddress(database, only, {
      typed: to,
      who: config.account,
    })
    if (corrected.state !== 'sent again') return run.fail(`Nothing was sent: it was removed.`)
    const { of, again } = corrected
    if (of) run.say(`The address of the ${of.kind} ${of.reference} is corrected.`)
    return sayAgain(run, again, where)
  }
  const how = { who: config.account, now: new Date(), evenSent }
  sayAgain(run, await sendAgain(database, ids, how), where)
}

const sayAgain = (run: Run, letters: number, where: string): void =>
  run.say(
    `${counted(letters, 'letter')} ${letters === 1 ? 'goes' : 'go'} out again${where} as soon as the server looks, within half a minute.`,
  )

async function countRefused(database: Database): Promise<number> {
  let sum = 0
  for (const state of ['refused-for-now', 'refused-for-good', 'given-up'] as const) {
    sum += (await listLetters(database, state, { perPage: 1 })).total
  }
  return sum
}

/** @returns undefined if one is not there or may not go out, which was said. */
async function countNamed(
  run: Run,
  database: Database,
  ids: readonly string[],
  evenSent: boolean,
): Promise<number | undefined> {
  const refusals: string[] = []
  for (const id of ids) {
    const letter = (await findLetters(database, id)).find((one) => one.id === id)
    const why = letter && whyNot(letter, evenSent)
    if (why) refusals.push(`The letter ${printable(id)} ${why}.`)
    if (!letter) refusals.push(`There is no letter ${printable(id)}. "outbox list" has their ids.`)
  }
  if (refusals.length === 0) return new Set(ids).size
  run.fail([...refusals, 'Nothing was sent.'].join('\n'))
  return undefined
}

/** @returns undefined if it may go out. */
function whyNot({ state, at, to }: StoredLetter, evenSent: boolean): string | undefined {
  if (state === 'held-back') return `was held back at ${timeInIndia(at)}`
  if (state !== 'sent') return undefined
  if (to.address === '') return 'was erased'
  return evenSent
    ? undefined
    : `was sent at ${timeInIndia(at)}; --sent sends it once more, and --to to another address`
}
