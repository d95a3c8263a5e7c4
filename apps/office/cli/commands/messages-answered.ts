import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Config } from '@naic/installation/config.ts'
import { markAnswered, readMessage } from '@naic/admissions/messages/messages.ts'
import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { openStored } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { messageAsked } from '../asked-by-reference.ts'

export const command: Command = {
  summary: 'marks a message as answered',
  examples: ['messages answered NAIC-7F3K-92QD', 'messages answered NAIC-7F3K-92QD --dry-run'],
  define: (line, run) =>
    line
      .argument('<reference>', 'its reference as people type it, or its id')
      .option('--dry-run', 'says what would be done, and does nothing')
      .action((asked: string, { dryRun }: { dryRun?: true }) =>
        answered(run, run.settings(), asked, dryRun ?? false),
      ),
}

async function answered(run: Run, config: Config, asked: string, isDry: boolean): Promise<void> {
  const { database, close } = await openStored(config)
  try {
    const id = await messageAsked(run, database, asked)
    const message = id === undefined ? undefined : await readMessage(database, id)
    if (!message) return
    const named = `${referenceOf(message.id)} (${printable(message.name)}, "${printable(message.subject)}")`
    if (isDry && message.answered_at === null) {
      run.print(
        `${named} would be marked as answered by ${printable(config.account)}. Nothing was done.`,
      )
      return
    }
    const result = await markAnswered(database, message.id, config.account, new Date())
    if (result.state === 'answered') run.print(`${named} is marked as answered.`)
    if (result.state === 'already') {
      const when = timeInIndia(result.at)
      run.print(`${named} was marked as answered before, ${when}, by ${printable(result.by)}.`)
    }
  } finally {
    await close()
  }
}
