import { InvalidArgumentError } from 'commander'
import type { Config } from '@naic/installation/config.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import { openCertificates } from '@naic/installation/open-certificates.ts'
import { type KeyRevocationPlan, planKeyRevocation, revokeKey } from '@naic/registry/change-keys.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { mayRemove } from '../ask.ts'

type Options = { from?: number; dryRun?: true; yes?: true }

const mostNamed = 20

export const command: Command = {
  summary: 'for a key that somebody else may have: it counts no more, and another signs',
  examples: [
    'keys revoke key-2026 --dry-run',
    'keys revoke key-2026',
    'keys revoke key-2026 --from 1200 --yes',
  ],
  define: (line, run) =>
    line
      .argument('<name>', 'of the key, as "keys list" has it')
      .option(
        '--from <entry>',
        'index of the first entry of the log that it does not count for; without it, the next',
        givenIndex,
      )
      .option('--dry-run', 'says which certificates become void, and does nothing')
      .option('--yes', 'asks nothing; needed where nobody can be asked')
      .addHelpText('after', '\ndocs/stolen-key.md has all steps.')
      .action((name: string, options: Options) => revoke(run, run.settings(), name, options)),
}

async function revoke(run: Run, config: Config, name: string, options: Options): Promise<void> {
  const { registry, close } = await openCertificates(config)
  try {
    const plan = await planKeyRevocation(registry, name, options.from)
    if (!(await mayRemove(run, describe(plan), options, 'Revoke'))) return
    const { database } = registry
    const enter = (from: number) => {
      const deed = { did: 'keys revoke', subject: name, detail: `from entry ${from} on` }
      return [enterDeed(database, config.account, deed, new Date())]
    }
    const revoked = await revokeKey(registry, name, options.from, enter)
    const next = revoked.added ? ` ${revoked.added} signs from now on.` : ''
    run.print(
      `${name} counts for nothing from entry ${revoked.from} of the log on.${next} ${revoked.left}`,
    )
  } finally {
    await close()
  }
}

function describe({ key, from, size, isFollowed, ...loses }: KeyRevocationPlan): string {
  const signs = key.use === 'log' ? 'the log' : 'certificates'
  const last = size - 1
  return [
    printable(`${key.name} signs ${signs} since entry ${key.log_index}; the newest is ${last}.`),
    from > last
      ? 'It counts for nothing from the next entry on; all that is there stays right.'
      : `It counts for nothing from entry ${from} on.`,
    ...(key.use === 'log' ? describeCheckpoints(loses) : describeVoid(loses, from > last)),
    isFollowed
      ? 'Another key signs from then on; its private half is destroyed, or is to be taken out of the settings.'
      : 'It does not sign any more, and no other takes its place.',
  ].join('\n')
}

function describeVoid(
  { certificates }: Pick<KeyRevocationPlan, 'certificates'>,
  isFromNext: boolean,
): string[] {
  if (certificates.length === 0) return isFromNext ? [] : ['No certificate becomes void.']
  const named = certificates.slice(0, mostNamed).map((id) => `  ${id}`)
  const more = certificates.length - named.length
  const count =
    certificates.length === 1
      ? '1 certificate becomes'
      : `${certificates.length} certificates become`
  return [`${count} void:`, ...named, ...(more > 0 ? [`  and ${more} more`] : [])]
}

const describeCheckpoints = ({ checkpoints }: Pick<KeyRevocationPlan, 'checkpoints'>): string[] =>
  checkpoints === 0
    ? []
    : [
        `${checkpoints} of the log's checkpoints count no more: receipts that holders downloaded under them are to be downloaded again.`,
      ]

function givenIndex(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is no number of an entry.')
  return Number(text)
}
