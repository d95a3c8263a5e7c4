import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { BackupRefused, type Manifest, sayDamage } from '#backup/backup-format.ts'
import { makeBackup } from '#backup/make-backup.ts'
import { rehearseBackup } from '#backup/rehearse-backup.ts'
import { type Age, restoreBackup } from '#backup/restore-backup.ts'
import { requireStored } from '@naic/house/storage.ts'
import { FileRefused, writeNewFile } from '@naic/store/files/write-new-file.ts'
import { counted, printable } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands, Run } from '../command-run.ts'
import { givenNumber } from '../options.ts'

/** All that is kept as one file, and back. */
export const add: AddCommands = (program, run) => {
  program
    .command('backup')
    .description('all that is kept as one file, while the server runs')
    .argument('<file>', 'where to; "-" for standard output, such as for "| age -r …"')
    .option('--overwrite', 'replaces the file if there is one')
    .option('--copy-bucket', 'with all resumes that are in a bucket (FILES_URL)')
    .addHelpText('after', '\nExample: council backup naic-2026-03-14.tar')
    .action((file: string, options: BackupOptions) => backUp(run, file, options))

  program
    .command('restore')
    .description('puts a backup into an empty DATA_DIR, if all of it is right')
    .argument('<file>', 'what "backup" made; "-" for standard input')
    .option(
      '--last-checkpoint <file>',
      'of the folder that was lost: tells whether the backup is the newest',
    )
    .addHelpText('after', '\nExample: council restore naic-2026-03-14.tar')
    .action((file: string, { lastCheckpoint }: { lastCheckpoint?: string }) =>
      restore(run, file, lastCheckpoint),
    )

  program
    .command('rehearse')
    .description('tries a backup: restores it apart, checks it, and removes that again')
    .argument('<file>', 'what "backup" made; "-" for standard input')
    .option('--in <folder>', 'with room for all that is in it', '/var/tmp')
    .option('--hours <number>', 'how old it may be', givenNumber(1, 100_000))
    .addHelpText(
      'after',
      '\nExample: council rehearse naic-2026-03-14.tar\n\nNothing of the site is changed, and no letter is sent.',
    )
    .action((file: string, options: RehearseOptions) => rehearse(run, file, options))
}

type BackupOptions = { overwrite?: boolean; copyBucket?: boolean }

async function backUp(
  run: Run,
  file: string,
  { overwrite: mayReplace = false, copyBucket: copiesBucket = false }: BackupOptions,
): Promise<void> {
  if (file === '-' && run.process.stdout.isTTY) {
    return run.fail(
      'A backup is no text for a screen. Add "> FILE" to the command, or name a file.',
      2,
    )
  }
  const config = run.settings()
  await requireStored(config)
  // Until it is whole it has failed, also if its reader has had enough.
  run.exitCode = 1
  try {
    const { manifest, complaints } =
      file === '-'
        ? await makeBackup(config, copiesBucket, run.process.stdout)
        : await writeNewFile(file, mayReplace, (to) => makeBackup(config, copiesBucket, to))
    const megabytes = manifest.entries.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2
    run.say(
      `The backup has all that was acknowledged before ${manifest.begunAt}: ${contentsOf(manifest)}; ${megabytes.toFixed(1)} MB.`,
    )
    if (manifest.resumes === 'in the bucket') {
      const found = manifest.counts.applications - manifest.damaged.length
      run.say(
        `The resumes are in the bucket and not in it; ${found} of ${manifest.counts.applications} were seen there. Keep versions or a copy of the bucket (docs/backup.md), or use --copy-bucket.`,
      )
    }
    if (config.privateKeys) {
      run.say('The private keys are in settings and not in it: keep them by yourself.')
    }
    if (complaints.length > 0) {
      run.say(complaints.map(printable).join('\n'))
      run.say('All else is in the backup. Keep the ones before it.')
      run.exitCode = 3
    } else run.exitCode = 0
  } catch (error) {
    if (!(error instanceof BackupRefused || error instanceof FileRefused)) throw error
    run.fail(printable(`No backup was made. ${error.message}`))
  }
}

const contentsOf = ({ counts }: Pick<Manifest, 'counts'>) =>
  (['application', 'message', 'certificate'] as const)
    .map((what) => counted(counts[`${what}s`], what))
    .join(', ')

async function restore(run: Run, file: string, noteFile: string | undefined): Promise<void> {
  const config = run.settings()
  try {
    const note = noteFile === undefined ? undefined : await readNote(noteFile)
    const restored = await restoreBackup(config, bytesOf(run, file), note || undefined)
    const { manifest, age, siteUrl } = restored
    const { begunAt, damaged, counts } = manifest
    run.say(
      `Restored into ${config.database ? `${config.database.shown} and ${config.dataDir}` : config.dataDir}: ${contentsOf(manifest)}, as they were at ${begunAt}. What was received after that is not there.`,
    )
    for (const one of damaged) run.say(printable(`When it was made: ${sayDamage(one)}`))
    if (siteUrl !== config.siteUrl) {
      run.say(`Set SITE_URL to ${siteUrl}, which its certificates are signed for.`)
    }
    if (counts.unsentLetters > 0) {
      const goes = counts.unsentLetters === 1 ? 'It goes' : 'They go'
      run.say(
        `${counted(counts.unsentLetters, 'letter')} still waited to be sent at that time. ${goes} out after the start, sent later or not.`,
      )
    }
    sayAge(run, age)
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    run.fail(printable(`Nothing was restored from ${file}. ${error.message}`))
  }
}

type RehearseOptions = { in: string; hours?: number }

const hourMs = 60 * 60_000

async function rehearse(run: Run, file: string, options: RehearseOptions): Promise<void> {
  const config = run.settings()
  const oldest = options.hours && new Date(Date.now() - options.hours * hourMs)
  try {
    const place = { place: options.in, oldest: oldest || undefined }
    const { manifest, live, read, faults } = await rehearseBackup(config, bytesOf(run, file), place)
    run.say(
      `Restored apart, checked and removed: ${contentsOf(manifest)}, as they were at ${manifest.begunAt}.`,
    )
    run.say(
      live
        ? `The site has ${contentsOf({ counts: live })} now.`
        : 'The database of the site was not looked at: it is not here, or cannot be read.',
    )
    if (read !== undefined) {
      run.say(`The resumes are in the bucket: all are listed, and ${read} were read.`)
    } else if (manifest.resumes === 'in the bucket') {
      run.say('The resumes are in a bucket, which was not looked at: FILES_URL is not set here.')
    }
    if (faults.length > 0) run.fail(printable(`It is not right. ${faults.join('\n')}`))
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    run.fail(printable(`The backup ${file} cannot be restored. ${error.message}`))
  }
}

async function readNote(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new BackupRefused(`${file} cannot be read (${(error as Error).message}).`)
  }
}

async function* bytesOf(run: Run, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? run.process.stdin : createReadStream(file)
  } catch (error) {
    throw new BackupRefused(`It cannot be read (${(error as Error).message}).`)
  }
}

function sayAge(run: Run, age: Age): void {
  if (age.state === 'unknown') {
    run.say(
      'If keys/last-checkpoint of the folder that was lost can be read, restore again with --last-checkpoint: it tells whether certificates were issued or revoked since. Then start the server.',
    )
  } else if (age.state === 'newest') {
    run.say('No certificate was issued or revoked since. Start the server.')
  } else {
    run.fail(
      `${printable(age.refusal)}\nThe server will not start on this folder, as docs/backup.md says. Look for a newer backup first.`,
    )
  }
}
