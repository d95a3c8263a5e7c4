import type { Config } from '@naic/installation/config.ts'
import { verifyLog } from '@naic/registry/audit/verify-log.ts'
import { openStoredRegistry } from '@naic/installation/open-certificates.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'

export const command: Command = {
  summary: 'checks every entry, checkpoint, certificate, key and stamp',
  examples: ['log verify'],
  define: (line, run) => line.action(() => verify(run, run.settings())),
}

async function verify(run: Run, config: Config): Promise<void> {
  const { registry, close } = await openStoredRegistry(config)
  try {
    const { faults, ...counted } = await verifyLog(registry)
    run.print(
      `${counted.entries} entries, ${counted.checkpoints} checkpoints, ${counted.certificates} certificates.`,
    )
    if (counted.stamps > 0) {
      run.print(`${counted.stamps} stamps, ${counted.inBlocks} of them in a block of Bitcoin.`)
    }
    if (counted.erased > 0) {
      run.print(`${counted.erased} of the certificates were erased; their entries are in the log.`)
    }
    if (counted.void.length > 0) {
      run.print(
        `${counted.void.length} of the certificates are void, since their key was revoked from before them on. Issue anew those that are right:\n${counted.void.join('\n')}`,
      )
    }
    if (faults.length === 0) run.print('All is as it was signed.')
    else {
      run.say(faults.map(printable).join('\n'))
      run.exitCode = 1
    }
  } finally {
    await close()
  }
}
