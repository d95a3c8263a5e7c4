import path from 'node:path'
import type { Config } from '@naic/installation/config.ts'
import {
  countExpired,
  type ExpiredCounts,
  keptSince,
  removeExpired,
} from '@naic/admissions/retention/remove-expired.ts'
import { openStored } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { counted } from '../print.ts'
import { forgetInFiles } from '../erasure-words.ts'
import { mayRemove, type RemovalSwitches } from '../ask.ts'

export const command: Command = {
  summary: 'removes what is older than RETENTION_DAYS, as the server does every hour',
  examples: ['retention --dry-run', 'retention', 'retention --yes'],
  define: (line, run) =>
    line
      .option('--dry-run', 'says how much is older, and removes nothing')
      .option('--yes', 'asks nothing')
      .action((values: RemovalSwitches) => retention(run, run.settings(), values)),
}

async function retention(run: Run, config: Config, values: RemovalSwitches): Promise<void> {
  const { retentionDays: days } = config
  if (days === undefined) {
    run.say(
      "RETENTION_DAYS is not set here: give this shell the server's settings. Where the server has none either, nothing is removed for its age.",
    )
    run.exitCode = 1
    return
  }
  if (await remove(run, config, days, values)) forgetInFiles(run, config)
}

/** @returns whether the files are to be cleaned: also where a run before this one could not do it. */
async function remove(
  run: Run,
  config: Config,
  days: number,
  values: RemovalSwitches,
): Promise<boolean> {
  const { database, files, close } = await openStored(config)
  try {
    const now = new Date()
    const before = keptSince(days, now)
    const expired = await countExpired(database, before)
    const older = `Older than ${days} days, since ${before.toISOString().slice(0, 10)}: ${inWords(expired)}.`
    if (Object.values(expired).every((count) => count === 0)) {
      run.print(older)
      return !values.dryRun
    }
    if (!(await mayRemove(run, older, values))) return false
    const places = { database, files, mailFolder: path.join(config.dataDir, 'mail') }
    const options = { before, who: config.account, now }
    const removed = await removeExpired(places, options, () => Promise.resolve())
    const andFiles =
      removed.letterFiles > 0 ? `, ${counted(removed.letterFiles, 'file')} in mail/` : ''
    run.print(`Removed: ${inWords(removed.rows)}${andFiles}.`)
    run.print('Backups that were made before still have it, until the last of them is deleted.')
    if (removed.resumesLeft > 0) {
      run.say(
        `${counted(removed.resumesLeft, 'resume')} could not be removed now: the running server does it within some hours, or says in its log that they are many; then "council sweep" does it.`,
      )
      run.exitCode = 1
    }
    return true
  } finally {
    await close()
  }
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
