import { InvalidArgumentError } from 'commander'
import { lockDataFolder } from '@naic/house/data-folder.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { openStored } from '@naic/house/storage.ts'
import { longestReason } from '@naic/ledger/format/log-restart.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { verifyLog } from '@naic/registry/audit/verify-log.ts'
import { formatCheckpoints, readCheckpoints } from '@naic/registry/log/published-log.ts'
import { planRestart, type RestartPlan, restartLog } from '@naic/registry/restart-log.ts'
import type { AddCommands, Agreement, Run } from '../command-run.ts'
import { yes } from '../options.ts'
import { addWatching } from './log-watch.ts'

/** The log of certificates: checked here, and its checkpoints for others. */
export const add: AddCommands = (program, run) => {
  const log = program.command('log').description('the log of certificates')

  log
    .command('verify')
    .description('checks every entry, checkpoint, certificate, key and stamp')
    .addHelpText('after', '\nExample: council log verify')
    .action(() => verify(run))

  log
    .command('restart')
    .description(
      'after a restore of an old backup: the log goes on under another name (docs/backup.md)',
    )
    .requiredOption('--reason <sentence>', 'why, for everybody to read', givenReason)
    .option(...yes)
    .addHelpText('after', '\nExample: council log restart --reason "The disk failed."')
    .action((options: Agreement & { reason: string }) => restart(run, options))

  program
    .command('checkpoints')
    .description('the signed checkpoints of the log')
    .command('export')
    .description('the signed checkpoints as JSON lines, for mirrors of the log')
    .option('--newest', 'the newest one alone, as it was signed')
    .addHelpText('after', '\nExample: council checkpoints export > checkpoints.jsonl')
    .action((options: { newest?: true }) => exportCheckpoints(run, options))

  addWatching(program, log, run)
}

async function verify(run: Run): Promise<void> {
  await using opened = await openCertificates(run.settings(), 'unchecked')
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

function givenReason(text: string): string {
  const reason = text.trim()
  if (reason !== '' && reason.length <= longestReason && printable(reason) === reason) return reason
  throw new InvalidArgumentError(
    `It must be a sentence of at most ${longestReason} letters in one line.`,
  )
}

async function restart(run: Run, { reason, ...agreement }: Agreement & { reason: string }) {
  const config = run.settings()
  await using opened = await openCertificates(config, 'unchecked')
  const { registry } = opened
  // A server that runs meanwhile would add to what is being restarted.
  await lockDataFolder(config.dataDir)
  const shown = describeRestart(await planRestart(registry), reason)
  if (!run.isAgreed(agreement, 'The log was not restarted', shown)) return
  const { statement, retired, left } = await restartLog(registry, reason, config.account)
  run.print(
    `The log is ${statement.new.origin} from entry ${statement.new.size} on. ${retired} is retired. ${left} The statement is at ${registry.siteUrl}/log/restarts once the server runs. Go on with docs/backup.md.`,
  )
}

function describeRestart({ origin, head, lost }: RestartPlan, reason: string): string {
  return [
    `The database has ${head.size} entries of ${origin}.`,
    lost
      ? `The last checkpoint has ${lost.size}: what is beyond is lost, certificates, withdrawals or keys. A newer backup may have them; look for one first.`
      : 'Nothing here shows that entries were lost. Restart the log only if you know that a backup was restored, and that browsers or watchers saw more than it has.',
    'The log gets another name and another key. Whoever saw more under the old name reads your reason:',
    `  ${printable(reason)}`,
  ].join('\n')
}

async function exportCheckpoints(run: Run, { newest }: { newest?: true }): Promise<void> {
  await using stored = await openStored(run.settings())
  const { database } = stored
  const { read } = database
  if (newest) {
    const query = read.selectFrom('log_checkpoint').select('note').orderBy('size', 'desc').limit(1)
    const [row] = await query.execute()
    run.process.stdout.write(row?.note ?? '')
    return
  }
  let part = await readCheckpoints(database, 0)
  for (; part.length > 0; part = await readCheckpoints(database, part.at(-1)?.size ?? 0)) {
    run.process.stdout.write(formatCheckpoints(part))
  }
}
