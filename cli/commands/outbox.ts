import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { sendAgain, unsentLetters } from '#server/mail/unsent-letters.ts'
import { openStored } from '#server/storage.ts'
import { type Command, givenText } from '../command.ts'
import { printable, tableLine } from '#server/sheets/printable-text.ts'

export const command: Command = {
  summary: 'the letters that were not sent: state, id, subject, when, tries, why',
  examples: [
    'outbox',
    'outbox --retry 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-sender',
    'outbox --retry all',
  ],
  define: (line, settings) =>
    line
      .option('--retry <id>', 'sends that letter again now, or "all" of them', givenText)
      .action((options: { retry?: string }) => outbox(settings(), options.retry)),
}

async function outbox(config: Config, retry: string | undefined): Promise<void> {
  const { database, close } = await openStored(config)
  try {
    if (retry === undefined) await list(database)
    else await again(database, retry)
  } finally {
    await close()
  }
}

async function list(database: Database): Promise<void> {
  for (const { state, id, subject, at, attempts, why } of await unsentLetters(database)) {
    console.log(tableLine([state, id, subject, at, String(attempts), why ?? '']))
  }
}

async function again(database: Database, retry: string): Promise<void> {
  const letters = await unsentLetters(database)
  const ids = letters.map(({ id }) => id).filter((id) => retry === 'all' || id === retry)
  if (ids.length === 0 && retry !== 'all') {
    console.error(`There is no letter ${printable(retry)} that was not sent.`)
    process.exitCode = 1
    return
  }
  if (ids.length > 0) await sendAgain(database, ids, new Date())
  console.error(
    `${ids.length} ${ids.length === 1 ? 'letter goes' : 'letters go'} out again as soon as the server looks.`,
  )
}
