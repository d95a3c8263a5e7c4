import { toVkey } from '#credential/checkpoint.ts'
import { logPublicKeys, readKeys } from '#server/registry/keys/registry-keys.ts'
import { openCertificates } from '#server/services.ts'
import type { Command } from './command.ts'
import { tableLine } from './printable-text.ts'

export const command: Command = {
  usage: 'keys list                 all keys, oldest first, and how log tools name the log’s',
  async run(config, args) {
    if (args.length > 0) return false
    const { registry, close } = await openCertificates(config)
    try {
      const keys = await readKeys(registry.database)
      for (const { name, use, added_at, public_key } of keys) {
        const isCurrent = keys.findLast((key) => key.use === use)?.name === name
        console.log(tableLine([name, use, added_at, public_key, isCurrent ? 'signs' : 'retired']))
      }
      for (const key of logPublicKeys(keys, registry.log.origin)) console.log(await toVkey(key))
      return true
    } finally {
      await close()
    }
  },
}
