import { findSwept, sweepAllResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import { openStored } from '@naic/house/storage.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands } from '../command-line.ts'
import type { Run, Switches } from '../command-run.ts'

export const add: AddCommands = (program, run) => {
  program
    .command('sweep')
    .description('removes resumes that belong to no application, however many they are')
    .option('--dry-run', 'says how many there are, and removes nothing')
    .option('--yes', 'asks nothing; needed where nobody can be asked')
    .addHelpText('after', `\nExample: council sweep --dry-run\n\n${about}`)
    .action((switches: Switches) => sweep(run, switches))
}

const about = `The server removes a few by itself, an hour after they came. Many mean that their applications are lost,
as with an older database beside newer resumes: restore the right one first, if there is one
(docs/operating.md, "Resumes without an application"). Resumes of the last hour stay in any case.`

async function sweep(run: Run, switches: Switches): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const now = new Date()
  const { count } = await findSwept(stored, now)
  const shown = `${counted(count, 'resume')} without an application, older than an hour.`
  if (count === 0) return run.print(shown)
  const asked = {
    shown,
    question: 'Nothing brings it back. Remove it?',
    nothing: 'Nothing was removed',
  }
  if (!(await run.confirmed(switches, asked))) return
  const deed = { did: 'sweep', detail: String(count) } as const
  await database.write((transaction) => enterDeed(transaction, config.account, deed, now))
  run.print(`Removed: ${counted(await sweepAllResumes(stored, now), 'resume')}.`)
}
