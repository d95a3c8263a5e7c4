import { findUnclaimed, underWayMs } from '@naic/admissions/applications/sweep-resumes.ts'
import { openStored } from '@naic/house/storage.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands, Agreement, Run } from '../command-run.ts'
import { yes } from '../options.ts'

export const add: AddCommands = (program, run) => {
  program
    .command('sweep')
    .description('removes resumes that belong to no application, however many they are')
    .option(...yes)
    .addHelpText('after', `\nExample: council sweep\n\n${about}`)
    .action((agreement: Agreement) => sweep(run, agreement))
}

const about = `The server removes a few by itself, an hour after they came. Many mean that their applications are lost,
as with an older database beside newer resumes: restore the right one first, if there is one
(docs/operating.md, "Resumes without an application"). Resumes of the last hour stay in any case.`

async function sweep(run: Run, agreement: Agreement): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const now = new Date()
  const { unclaimed } = await findUnclaimed(stored, now.getTime() - underWayMs)
  const resumes = counted(unclaimed.length, 'resume')
  const shown = `${resumes} without an application, older than an hour.`
  if (unclaimed.length === 0) return run.print(shown)
  if (!run.isAgreed(agreement, 'Nothing was removed', shown)) return
  const deed = { did: 'sweep', detail: String(unclaimed.length) } as const
  await database.write((transaction) => enterDeed(transaction, config.account, deed, now))
  for (const { key } of unclaimed) await stored.files.remove(key)
  run.print(`Removed: ${resumes}.`)
}
