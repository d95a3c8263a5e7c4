import { toVkey } from '#credential/checkpoint.ts'
import type { Config } from '#server/config.ts'
import {
  type ListedKey,
  logPublicKeys,
  readKeys,
  type RegistryKeys,
} from '#server/registry/keys/registry-keys.ts'
import { openCertificates } from '#server/open-certificates.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { tableLine } from '#server/sheets/printable-text.ts'

export const command: Command = {
  summary: 'all keys, oldest first, and how log tools name the log’s',
  examples: ['keys list'],
  define: (line, run) => line.action(() => listKeys(run, run.settings())),
}

async function listKeys(run: Run, config: Config): Promise<void> {
  const { registry, close } = await openCertificates(config)
  try {
    const keys = await readKeys(registry.database)
    for (const key of keys) {
      const { name, use, added_at, public_key } = key
      run.print(tableLine([name, use, added_at, public_key, stateOf(key, keys)]))
    }
    for (const key of logPublicKeys(keys, registry.log.origin)) run.print(await toVkey(key))
  } finally {
    await close()
  }
}

function stateOf({ name, use, revoked_from: from }: ListedKey, keys: RegistryKeys): string {
  if (from !== null) return `revoked from entry ${from} on`
  return keys.findLast((key) => key.use === use)?.name === name ? 'signs' : 'retired'
}
