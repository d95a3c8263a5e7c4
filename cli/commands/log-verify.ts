import type { Config } from '#server/config.ts'
import { verifyLog } from '#server/registry/audit/verify-log.ts'
import { openStoredRegistry } from '#server/open-certificates.ts'
import type { Command } from '../command.ts'
import { printable } from '#server/sheets/printable-text.ts'

export const command: Command = {
  summary: 'checks every entry, checkpoint, certificate, key and stamp',
  examples: ['log verify'],
  define: (line, settings) => line.action(() => verify(settings())),
}

async function verify(config: Config): Promise<void> {
  const { registry, close } = await openStoredRegistry(config)
  try {
    const { faults, ...counted } = await verifyLog(registry)
    console.log(
      `${counted.entries} entries, ${counted.checkpoints} checkpoints, ${counted.certificates} certificates.`,
    )
    if (counted.stamps > 0) {
      console.log(`${counted.stamps} stamps, ${counted.inBlocks} of them in a block of Bitcoin.`)
    }
    if (counted.erased > 0) {
      console.log(
        `${counted.erased} of the certificates were erased; their entries are in the log.`,
      )
    }
    if (counted.void.length > 0) {
      console.log(
        `${counted.void.length} of the certificates are void, since their key was revoked from before them on. Issue anew those that are right:\n${counted.void.join('\n')}`,
      )
    }
    if (faults.length === 0) console.log('All is as it was signed.')
    else {
      console.error(faults.map(printable).join('\n'))
      process.exitCode = 1
    }
  } finally {
    await close()
  }
}
