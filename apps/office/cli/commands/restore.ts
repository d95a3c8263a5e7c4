import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { BackupRefused, type Manifest, requireEmbedded } from '#backup/backup-format.ts'
import { type Age, restoreBackup } from '#backup/restore-backup.ts'
import type { Config } from '@naic/installation/config.ts'
import { type Command, givenText } from '../command.ts'
import type { Run } from '../command-run.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'

export const command: Command = {
  summary: 'puts a backup into an empty DATA_DIR, if all of it is right',
  examples: [
    'restore naic-2026-03-14.tar',
    'restore naic-2026-03-14.tar --last-checkpoint old-data/keys/last-checkpoint',
    'restore - < naic.tar',
  ],
  define: (line, run) =>
    line
      .argument('<file>', 'what "backup" made; "-" for standard input')
      .option(
        '--last-checkpoint <file>',
        'of the folder that was lost: tells whether the backup is the newest',
        givenText,
      )
      .action((file: string, { lastCheckpoint }: { lastCheckpoint?: string }) =>
        restore(run, run.settings(), file, lastCheckpoint),
      ),
}

async function restore(
  run: Run,
  config: Config,
  file: string,
  lastCheckpoint: string | undefined,
): Promise<void> {
  requireEmbedded(config)
  try {
    const note = lastCheckpoint && (await readText(lastCheckpoint))
    const bytes = bytesOf(run, file)
    const { manifest, siteUrl, age } = await restoreBackup(config, bytes, note || undefined)
    report(run, manifest, config)
    sayNext(run, manifest, age, siteUrl === config.siteUrl ? undefined : siteUrl)
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    run.say(printable(`Nothing was restored from ${file}. ${error.message}`))
    run.exitCode = 1
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new BackupRefused(`${file} cannot be read (${(error as Error).message}).`)
  }
}

async function* bytesOf(run: Run, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? run.stdin : createReadStream(file)
  } catch (error) {
    throw new BackupRefused(`It cannot be read (${(error as Error).message}).`)
  }
}

function report(run: Run, { begunAt, counts, damaged }: Manifest, { dataDir }: Config): void {
  run.say(
    `Restored into ${dataDir}: ${counts.applications} applications, ${counts.messages} messages, ${counts.certificates} certificates, as they were at ${begunAt}. What was received after that is not there.`,
  )
  for (const { name, application, why } of damaged) {
    run.say(
      printable(
        `When the backup was made, the resume of application ${application} (${name}) ${why}.`,
      ),
    )
  }
}

function sayNext(run: Run, { counts }: Manifest, age: Age, siteUrl: string | undefined): void {
  if (siteUrl !== undefined) {
    run.say(`Set SITE_URL to ${siteUrl}, which its certificates are signed for.`)
  }
  if (counts.unsentLetters > 0) {
    const [what, goes] =
      counts.unsentLetters === 1
        ? ['1 letter', 'It goes']
        : [`${counts.unsentLetters} letters`, 'They go']
    run.say(
      `${what} still waited to be sent at that time. ${goes} out after the start, sent later or not.`,
    )
  }
  if (age.state === 'unknown') {
    run.say(
      'If keys/last-checkpoint of the folder that was lost can be read, restore again with --last-checkpoint: it tells whether certificates were issued or revoked since. Then start the server.',
    )
  } else if (age.state === 'newest') {
    run.say('No certificate was issued or revoked since. Start the server.')
  } else {
    run.say(printable(age.refusal))
    run.say(
      'The server will not start on this folder, as docs/backup.md says. Look for a newer backup first.',
    )
    run.exitCode = 1
  }
}
