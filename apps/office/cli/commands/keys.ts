import { generateKeyPairSync } from 'node:crypto'
import { Argument } from 'commander'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { isNew, openStored } from '@naic/house/storage.ts'
import { toVkey } from '@naic/ledger/format/checkpoint.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { counted, printable } from '@naic/store/sheets/printable-text.ts'
import {
  type KeyRevocationPlan,
  planKeyRevocation,
  revokeKey,
  rotateKey,
} from '@naic/registry/change-keys.ts'
import {
  type ListedKey,
  logPublicKeys,
  readKeys,
  type RegistryKeys,
} from '@naic/registry/keys/registry-keys.ts'
import type { AddCommands, Agreement, Run } from '../command-run.ts'
import { givenNumber, yes } from '../options.ts'
import { type Column, printRows } from '../print.ts'

type Use = 'credentials' | 'log'

/** The keys that sign certificates and their log. */
export const add: AddCommands = (program, run) => {
  const keys = program.command('keys').description('the keys that sign certificates and their log')

  keys
    .command('list')
    .description('all keys, oldest first, and how log tools name the log’s')
    .addHelpText('after', '\nExample: council keys list')
    .action(() => list(run))

  keys
    .command('make')
    .description('a new private key, as CREDENTIALS_KEYS and LOG_KEYS take them')
    .addHelpText('after', '\nExample: council keys make')
    .action(() => make(run))

  keys
    .command('rotate')
    .description('a new key signs from now on; the old one stays listed')
    .addArgument(new Argument('<use>', 'what the key signs').choices(['credentials', 'log']))
    .addHelpText('after', '\nExample: council keys rotate credentials')
    .action((use: Use) => rotate(run, use))

  keys
    .command('revoke')
    .description('for a key that somebody else may have: it counts no more (docs/stolen-key.md)')
    .argument('<name>', 'of the key, as "keys list" has it')
    .option(
      '--from <entry>',
      'index of the first entry of the log that it does not count for; without it, the next',
      givenNumber(0, 1e15),
    )
    .option(...yes)
    .addHelpText('after', '\nExample: council keys revoke key-2026 --from 41')
    .action((name: string, options: Agreement & { from?: number }) => revoke(run, name, options))
}

async function list(run: Run): Promise<void> {
  await using opened = await openCertificates(run.settings())
  const { database, log } = opened.registry
  const keys = await readKeys(database)
  const columns: readonly Column<ListedKey>[] = [
    { key: 'name', title: 'Name', of: ({ name }) => name },
    { key: 'use', title: 'Signs', of: ({ use }) => use },
    { key: 'added_at', title: 'Since', of: ({ added_at: at }) => at, kind: 'time' },
    { key: 'public_key', title: 'Public key', of: (key) => key.public_key },
    { key: 'state', title: 'State', of: (key) => stateOf(key, keys) },
  ]
  printRows(run, keys, columns)
  run.print('')
  for (const key of logPublicKeys(keys, log.origin)) run.print(await toVkey(key))
}

function stateOf({ name, use, revoked_from: from }: ListedKey, keys: RegistryKeys): string {
  if (from !== null) return `revoked from entry ${from} on`
  return keys.findLast((key) => key.use === use)?.name === name ? 'signs' : 'retired'
}

async function make(run: Run): Promise<void> {
  // The command is needed while these settings are half done.
  const config = run.settings(['CREDENTIALS_KEYS', 'LOG_KEYS'])
  // There is no journal before anything is stored.
  if (!(await isNew(config))) {
    await using stored = await openStored(config)
    await stored.database.write((transaction) =>
      enterDeed(transaction, config.account, { did: 'keys make' }, new Date()),
    )
  }
  const { privateKey } = generateKeyPairSync('ed25519')
  run.print(privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'))
}

async function rotate(run: Run, use: Use): Promise<void> {
  const config = run.settings()
  await using opened = await openCertificates(config)
  const { added, retired, left } = await rotateKey(opened.registry, use, config.account)
  run.print(`${added} signs from now on. ${retired} is retired. ${left}`)
}

async function revoke(
  run: Run,
  name: string,
  { from, ...agreement }: Agreement & { from?: number },
): Promise<void> {
  const config = run.settings()
  await using opened = await openCertificates(config)
  const { registry } = opened
  const shown = describeRevocation(await planKeyRevocation(registry, name, from))
  if (!run.isAgreed(agreement, 'Nothing was revoked', shown)) return
  const revoked = await revokeKey(registry, name, config.account, from)
  const next = revoked.added ? ` ${revoked.added} signs from now on.` : ''
  run.print(
    `${name} counts for nothing from entry ${revoked.from} of the log on. ${revoked.left}${next}`,
  )
}

function describeRevocation(plan: KeyRevocationPlan): string {
  const { key, from, size, isFollowed, certificates, checkpoints } = plan
  const signs = key.use === 'log' ? 'the log' : 'certificates'
  return [
    printable(
      `${key.name} signs ${signs} since entry ${key.log_index}; the newest is ${size - 1}.`,
    ),
    from >= size
      ? 'It counts for nothing from the next entry on; all that is there stays right.'
      : `It counts for nothing from entry ${from} on.`,
    key.use === 'log'
      ? `${counted(checkpoints, 'checkpoint')} of the log will count no more: receipts that holders downloaded under them are to be downloaded again.`
      : `${counted(certificates.length, 'certificate')} will be void: ${certificates.join(', ')}`,
    isFollowed
      ? 'Its private half is destroyed, or is to be taken out of the settings; another key signs from then on.'
      : 'It no longer signs, and no other takes its place.',
  ].join('\n')
}
