import type { Config } from '@naic/installation/config.ts'
import { BackupRefused, type Manifest, requireEmbedded } from '#backup/backup-format.ts'
import { makeBackup, writeBackup } from '#backup/make-backup.ts'
import { requireStored } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'

export const command: Command = {
  summary: 'all that is kept as one file, while the server runs',
  examples: ['backup naic-2026-03-14.tar', 'backup - > naic.tar'],
  define: (line, run) =>
    line
      .argument('<file>', 'where to; "-" for standard output, such as for "| age -r …"')
      .option('--overwrite', 'replaces the file where there is one')
      .action((file: string, { overwrite }: { overwrite?: true }) =>
        backUp(run, run.settings, file, overwrite ?? false),
      ),
}

async function backUp(
  run: Run,
  settings: () => Config,
  file: string,
  mayReplace: boolean,
): Promise<void> {
  if (file === '-' && run.stdout.isTTY) {
    run.say('A backup is no text for a screen. Add "> FILE" to the command, or name a file.')
    run.exitCode = 2
    return
  }
  const config = run.settings()
  requireEmbedded(config)
  await requireStored(config)
  run.lowerPriority()
  const source = { dataDir: config.dataDir, areKeysInSettings: config.privateKeys !== undefined }
  // As long as it is not whole, it failed, even where whoever reads it has had enough.
  run.exitCode = 1
  try {
    const { manifest, complaints } =
      file === '-'
        ? await makeBackup(source, run.stdout)
        : await writeBackup(source, file, mayReplace)
    report(run, manifest, complaints, source.areKeysInSettings)
    if (complaints.length === 0) run.exitCode = 0
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    run.say(printable(`No backup was made. ${error.message}`))
  }
}

function report(
  run: Run,
  manifest: Manifest,
  complaints: string[],
  areKeysInSettings: boolean,
): void {
  const { begunAt, counts, entries } = manifest
  const megabytes = entries.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2
  run.say(
    `The backup has all that was acknowledged before ${begunAt}: ${counts.applications} applications, ${counts.messages} messages, ${counts.certificates} certificates; ${megabytes.toFixed(1)} MB.`,
  )
  if (areKeysInSettings) {
    run.say('The private keys are in settings and not in it: keep them by yourself.')
  }
  if (complaints.length === 0) return
  run.say(complaints.map(printable).join('\n'))
  run.say('All else is in the backup. It can be restored as it is; keep the ones before it.')
}
