import { findSwept, sweepAllResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import type { Config } from '@naic/installation/config.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import { openStored } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { counted } from '../print.ts'
import { mayRemove, type RemovalSwitches } from '../ask.ts'

export const command: Command = {
  summary: 'removes resumes that belong to no application, however many they are',
  examples: ['sweep --dry-run', 'sweep'],
  define: (line, run) =>
    line
      .option('--dry-run', 'says how many there are, and removes nothing')
      .option('--yes', 'asks nothing')
      .addHelpText('after', `\n${more}`)
      .action((values: RemovalSwitches) => sweep(run, run.settings(), values)),
}

const more = `The server removes a few by itself, an hour after they came. Many mean that their applications are lost,
as where an older database stands beside newer resumes: restore the right one first, if there is one
(docs/operating.md, "Resumes without an application"). Resumes of the last hour stay in any case.`

async function sweep(run: Run, config: Config, values: RemovalSwitches): Promise<void> {
  const { database, files, close } = await openStored(config)
  try {
    const now = new Date()
    const { count } = await findSwept({ database, files }, now)
    const words = `${counted(count, 'resume')} without an application, older than an hour.`
    if (count === 0) return run.print(words)
    if (!(await mayRemove(run, words, values))) return
    const deed = { did: 'sweep', detail: String(count) }
    await database.atomic([enterDeed(database, config.account, deed, now)])
    const removed = await sweepAllResumes({ database, files }, now)
    run.print(`Removed: ${counted(removed, 'resume')}.`)
  } finally {
    await close()
  }
}
