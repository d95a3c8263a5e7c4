import { openStoredRegistry } from '@naic/installation/open-certificates.ts'
import { openStored } from '@naic/installation/storage.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { verifyLog } from '@naic/registry/audit/verify-log.ts'
import { formatCheckpoints, readCheckpoints } from '@naic/registry/log/published-log.ts'
import type { Run } from '../command-run.ts'
import type { Commands } from '../command.ts'

/** The log of certificates: checked here, and its checkpoints for others. */
export const commands: Commands = {
  'log verify': {
    summary: 'checks every entry, checkpoint, certificate, key and stamp',
    examples: ['log verify'],
    define: (line, run) => line.action(() => verify(run)),
  },

  'checkpoints export': {
    summary: 'the signed checkpoints as JSON lines, for mirrors of the log',
    examples: [
      'checkpoints export > checkpoints.jsonl',
      'checkpoints export --newest > last-checkpoint',
    ],
    define: (line, run) =>
      line
        .option('--newest', 'the newest one alone, as it was signed')
        .action((options: { newest?: true }) => exportCheckpoints(run, options)),
  },
}

async function verify(run: Run): Promise<void> {
  await using opened = await openStoredRegistry(run.settings())
  const { faults, ...counts } = await verifyLog(opened.registry)
  const { entries, checkpoints, certificates, stamps, inBlocks, erased, void: voided } = counts
  run.print(`${entries} entries, ${checkpoints} checkpoints, ${certificates} certificates.`)
  if (stamps > 0) run.print(`${stamps} stamps, ${inBlocks} of them in a block of Bitcoin.`)
  if (erased > 0) {
    run.print(`${erased} of the certificates were erased; their entries are in the log.`)
  }
  if (voided.length > 0) {
    run.print(
      `${voided.length} of the certificates are void, since their key was revoked from before them on. Issue anew those that are right:\n${voided.join('\n')}`,
    )
  }
  if (faults.length === 0) run.print('All is as it was signed.')
  else run.fail(faults.map(printable).join('\n'))
}

async function exportCheckpoints(run: Run, { newest }: { newest?: true }): Promise<void> {
  await using stored = await openStored(run.settings())
  const { database } = stored
  const { build, read } = database
  if (newest) {
    const query = build.selectFrom('log_checkpoint').select('note').orderBy('size', 'desc').limit(1)
    const [row] = await read(query.compile())
    run.stdout.write(row?.note ?? '')
    return
  }
  let part = await readCheckpoints(database, 0)
  for (; part.length > 0; part = await readCheckpoints(database, part.at(-1)?.size ?? 0)) {
    run.stdout.write(formatCheckpoints(part))
  }
}
