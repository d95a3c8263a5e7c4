import path from 'node:path'
import { findSwept, sweepAllResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import {
  countExpired,
  type ExpiredCounts,
  keptSince,
  removeExpired,
} from '@naic/admissions/retention/remove-expired.ts'
import type { Config } from '@naic/house/config.ts'
import { openStored } from '@naic/house/storage.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands } from '../command-line.ts'
import type { Run, Switches } from '../command-run.ts'
import { forgetInFiles } from '../forget-in-files.ts'

/** Removes at once what the server removes bit by bit: what is too old, and resumes without an application. */
export const add: AddCommands = (program, run) => {
  program
    .command('retention')
    .description('removes what is older than RETENTION_DAYS, as the server does every hour')
    .option('--dry-run', 'says how much is older, and removes nothing')
    .option('--yes', 'asks nothing; needed where nobody can be asked')
    .addHelpText('after', '\nExample: council retention --dry-run')
    .action((switches: Switches) => retention(run, switches))

  program
    .command('sweep')
    .description('removes resumes that belong to no application, however many they are')
    .option('--dry-run', 'says how many there are, and removes nothing')
    .option('--yes', 'asks nothing; needed where nobody can be asked')
    .addHelpText('after', `\nExample: council sweep --dry-run\n\n${ofSweep}`)
    .action((switches: Switches) => sweep(run, switches))
}

const ofSweep = `The server removes a few by itself, an hour after they came. Many mean that their applications are lost,
as with an older database beside newer resumes: restore the right one first, if there is one
(docs/operating.md, "Resumes without an application"). Resumes of the last hour stay in any case.`

const asked = {
  question: 'Nothing brings it back. Remove it?',
  nothing: 'Nothing was removed',
}

async function retention(run: Run, switches: Switches): Promise<void> {
  const config = run.settings()
  const { retentionDays } = config
  if (retentionDays === undefined) {
    return run.fail(
      "RETENTION_DAYS is not set here: give this shell the server's settings. If the server has none either, nothing is removed for its age.",
    )
  }
  if (await remove(run, config, retentionDays, switches)) forgetInFiles(run, config)
}

/** @returns whether the files are to be cleaned: also after an earlier run that could not do it. */
async function remove(
  run: Run,
  config: Config,
  days: number,
  switches: Switches,
): Promise<boolean> {
  await using stored = await openStored(config)
  const { database, files } = stored
  const now = new Date()
  const before = keptSince(days, now)
  const expired = await countExpired(database, before)
  const shown = `Older than ${days} days, since ${before.toISOString().slice(0, 10)}: ${inWords(expired)}.`
  if (Object.values(expired).every((count) => count === 0)) {
    run.print(shown)
    return !switches.dryRun
  }
  if (!(await run.confirmed(switches, { shown, ...asked }))) return false
  const places = { database, files, mailFolder: path.join(config.dataDir, 'mail') }
  const options = { before, who: config.account, now }
  const removed = await removeExpired(places, options, () => Promise.resolve())
  const andFiles =
    removed.letterFiles > 0 ? `, ${counted(removed.letterFiles, 'file')} in mail/` : ''
  run.print(`Removed: ${inWords(removed.rows)}${andFiles}.`)
  run.print('Backups that were made before still have it, until the last of them is deleted.')
  if (removed.resumesLeft > 0) {
    run.fail(
      `${counted(removed.resumesLeft, 'resume')} could not be removed now: the running server does it within some hours, or says in its log that they are many; then "council sweep" does it.`,
    )
  }
  return true
}

const words: Partial<Record<string, [one: string, more?: string]>> = {
  application: ['application', ' with resume and letters'],
  contact_message: ['message'],
}

const inWords = (expired: ExpiredCounts): string =>
  Object.entries(expired)
    .map(([table, count]) => {
      const [one, more = ''] = words[table] ?? [table]
      return `${counted(count, one)}${more}`
    })
    .join(', ')

async function sweep(run: Run, switches: Switches): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const now = new Date()
  const { count } = await findSwept(stored, now)
  const shown = `${counted(count, 'resume')} without an application, older than an hour.`
  if (count === 0) return run.print(shown)
  if (!(await run.confirmed(switches, { shown, ...asked }))) return
  const deed = { did: 'sweep', detail: String(count) } as const
  await database.write((transaction) => enterDeed(transaction, config.account, deed, now))
  run.print(`Removed: ${counted(await sweepAllResumes(stored, now), 'resume')}.`)
}
