import { Option } from 'commander'
import type { Config } from '@naic/installation/config.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { readEmail } from '@naic/admissions/forms/text-rules.ts'
import {
  findLetters,
  listLetters,
  sendAgain,
  type StoredLetter,
} from '@naic/platform/mail/stored-letters.ts'
import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { openStored } from '@naic/installation/storage.ts'
import { type Command, PersonalOption } from '../command.ts'
import type { Run } from '../command-run.ts'
import { confirmed } from '../ask.ts'

type Options = { all?: true; sent?: true; to?: string; dryRun?: true; yes?: true }

export const command: Command = {
  summary: 'puts letters up for sending again, now, as if they had never been tried',
  examples: [
    'outbox retry 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-sender --yes',
    'outbox retry 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-applicant --sent',
    'outbox retry 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-applicant --to -',
    'outbox retry --all --dry-run',
    'outbox retry --all --yes',
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
          'one letter alone, sent or not, to this address instead of its own',
        ).conflicts('all'),
      )
      .option('--dry-run', 'says which would go out, and does nothing')
      .option('--yes', 'does not ask before they go out; needed where nobody can be asked')
      .action(async (ids: string[], options: Options) => {
        if (ids.length > 0 === Boolean(options.all)) line.error('name letters, or say --all')
        if (options.to !== undefined && ids.length > 1) line.error('--to is for one letter')
        await retry(run, run.settings(), options.all ? 'all' : ids, options)
      }),
}

async function retry(
  run: Run,
  config: Config,
  ids: string[] | 'all',
  options: Options,
): Promise<void> {
  const to = options.to === undefined ? undefined : readEmail(options.to)
  if (to === null) {
    return run.fail(`${printable(options.to ?? '')} is not an e-mail address. Nothing was done.`)
  }
  const evenSent = Boolean(options.sent) || to !== undefined
  const { database, close } = await openStored(config)
  try {
    const count =
      ids === 'all' ? await countRefused(database) : await countNamed(run, database, ids, evenSent)
    if (count === undefined) run.exitCode = 1
    else if (count === 0) run.say('No letter was refused or given up.')
    else if (options.dryRun)
      run.say(`${letters(count)} would go out again${toWhom(to)}. Nothing was done.`)
    else if (await mayGoOut(run, letters(count), toWhom(to), options)) {
      const how = { who: config.account, now: new Date(), evenSent, to }
      const done = await sendAgain(database, ids, how)
      run.say(
        `${letters(done)} ${done === 1 ? 'goes' : 'go'} out again${toWhom(to)} as soon as the server looks, within half a minute.`,
      )
    } else run.exitCode = 1
  } finally {
    await close()
  }
}

async function countRefused(database: Database): Promise<number> {
  let sum = 0
  for (const state of ['refused-for-now', 'refused-for-good', 'given-up'] as const) {
    sum += (await listLetters(database, state, 1)).total
  }
  return sum
}

const toWhom = (to: string | undefined) => (to === undefined ? '' : ` to ${printable(to)}`)

/** @returns undefined where one is not there or cannot be put up, which was said. */
async function countNamed(
  run: Run,
  database: Database,
  ids: readonly string[],
  evenSent: boolean,
): Promise<number | undefined> {
  let isRight = true
  for (const id of ids) {
    const letter = (await findLetters(database, id)).find((one) => one.id === id)
    const why = whyNot(letter, evenSent)
    if (why === undefined) continue
    isRight = false
    run.say(
      letter
        ? `The letter ${printable(id)} ${why}.`
        : `There is no letter ${printable(id)}. "outbox list" has their ids.`,
    )
  }
  if (isRight) return new Set(ids).size
  run.say('Nothing was done.')
  return undefined
}

/** @returns undefined where it may go out. */
function whyNot(letter: StoredLetter | undefined, evenSent: boolean): string | undefined {
  if (!letter) return 'is not there'
  if (letter.state === 'held-back') return `was held back at ${timeInIndia(letter.at)}`
  if (letter.state !== 'sent') return undefined
  if (letter.to.address === '') return 'was erased'
  return evenSent
    ? undefined
    : `was sent at ${timeInIndia(letter.at)}; --sent sends it once more, and --to to another address`
}

const mayGoOut = async (
  run: Run,
  what: string,
  where: string,
  { yes }: Options,
): Promise<boolean> =>
  yes ??
  confirmed(run, {
    question: `Send ${what} again${where}?`,
    refused: 'Nothing was done.',
    nobody: `Nothing was done: ${what} would go out again${where}. Add --yes.`,
  })

const letters = (count: number) => `${count} ${count === 1 ? 'letter' : 'letters'}`
