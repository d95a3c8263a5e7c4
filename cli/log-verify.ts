import { verifyLog } from '#server/registry/verify-log.ts'
import { openStoredRegistry } from '#server/services.ts'
import type { Command } from './council.ts'

export const command: Command = {
  usage: 'log verify                checks every entry, checkpoint, certificate and key',
  async run(config, args) {
    if (args.length > 0) return false
    const { registry, close } = await openStoredRegistry(config)
    try {
      const { entries, checkpoints, certificates, faults } = await verifyLog(registry)
      console.log(`${entries} entries, ${checkpoints} checkpoints, ${certificates} certificates.`)
      if (faults.length === 0) console.log('All is as it was signed.')
      else {
        console.error(faults.join('\n'))
        process.exitCode = 1
      }
      return true
    } finally {
      await close()
    }
  },
}
