import { toVkey } from '@naic/ledger/format/checkpoint.ts'
import {
  type ListedKey,
  logPublicKeys,
  readKeys,
  type RegistryKeys,
} from '@naic/registry/keys/registry-keys.ts'
import { openCertificates } from '@naic/installation/open-certificates.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { type Column, printRows } from '../print.ts'

export const command: Command = {
  summary: 'all keys, oldest first, and how log tools name the log’s',
  examples: ['keys list'],
  define: (line, run) => line.action(() => listKeys(run)),
}

async function listKeys(run: Run): Promise<void> {
  const { registry, close } = await openCertificates(run.settings())
  try {
    const keys = await readKeys(registry.database)
    const columns: readonly Column<ListedKey>[] = [
      { key: 'name', title: 'Name', of: ({ name }) => name },
      { key: 'use', title: 'Signs', of: ({ use }) => use },
      { key: 'added_at', title: 'Since', of: ({ added_at: at }) => at, kind: 'time' },
      { key: 'public_key', title: 'Public key', of: (key) => key.public_key },
      { key: 'state', title: 'State', of: (key) => stateOf(key, keys) },
    ]
    await printRows(run, keys, columns, {})
    run.print('')
    for (const key of logPublicKeys(keys, registry.log.origin)) run.print(await toVkey(key))
  } finally {
    await close()
  }
}

function stateOf({ name, use, revoked_from: from }: ListedKey, keys: RegistryKeys): string {
  if (from !== null) return `revoked from entry ${from} on`
  return keys.findLast((key) => key.use === use)?.name === name ? 'signs' : 'retired'
}
