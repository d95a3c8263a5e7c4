import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { findLetters, listLetters } from '#server/mail/list-letters.ts'
import { sendAgain } from '#server/mail/send-again.ts'
import { printable } from '#server/sheets/printable-text.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from '../command.ts'
import { confirmed } from '../terminal/confirm.ts'

type Options = { all?: true; dryRun?: true; yes?: true }

export const command: Command = {
  summary: 'puts letters up for sending again, now, as if they had never been tried',
  examples: [
    'outbox retry 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-sender --yes',
    'outbox retry --all --dry-run',
    'outbox retry --all --yes',
  ],
  define: (line, settings) =>
    line
      .usage('(<letter…> | --all) [options]')
      .argument('[letter...]', 'which: their ids, as "outbox list" has them')
      .option('--all', 'all that were refused, for now or for good, or given up')
      .option('--dry-run', 'says which would go out, and does nothing')
      .option('--yes', 'does not ask before they go out; needed where nobody can be asked')
      .action(async (ids: string[], options: Options) => {
        if (ids.length > 0 === Boolean(options.all)) line.error('name letters, or say --all')
        await retry(settings(), options.all ? 'all' : ids, options)
      }),
}

async function retry(config: Config, ids: string[] | 'all', options: Options): Promise<void> {
  const { database, close } = await openStored(config)
  try {
    const count = ids === 'all' ? await countRefused(database) : await countUnsent(database, ids)
    if (count === undefined) process.exitCode = 1
    else if (count === 0) console.error('No letter was refused or given up.')
    else if (options.dryRun)
      console.error(`${letters(count)} would go out again. Nothing was done.`)
    else if (await mayGoOut(count, options)) {
      const done = await sendAgain(database, ids, { who: config.account, now: new Date() })
      console.error(
        `${letters(done)} ${done === 1 ? 'goes' : 'go'} out again as soon as the server looks, within half a minute.`,
      )
    } else process.exitCode = 1
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

/** @returns undefined where one is not there or was sent, which was said. */
async function countUnsent(
  database: Database,
  ids: readonly string[],
): Promise<number | undefined> {
  let isRight = true
  for (const id of ids) {
    const letter = (await findLetters(database, id)).find((one) => one.id === id)
    if (letter && letter.state !== 'sent' && letter.state !== 'held-back') continue
    isRight = false
    console.error(
      letter
        ? `The letter ${printable(id)} was ${letter.state === 'sent' ? 'sent' : 'held back'} at ${letter.at}.`
        : `There is no letter ${printable(id)}. "outbox list" has their ids.`,
    )
  }
  if (isRight) return new Set(ids).size
  console.error('Nothing was done.')
  return undefined
}

const mayGoOut = async (count: number, { yes }: Options): Promise<boolean> =>
  yes ??
  confirmed({
    question: `Send ${letters(count)} again?`,
    refused: 'Nothing was done.',
    nobody: `Nothing was done: ${letters(count)} would go out. Add --yes.`,
  })

const letters = (count: number) => `${count} ${count === 1 ? 'letter' : 'letters'}`
