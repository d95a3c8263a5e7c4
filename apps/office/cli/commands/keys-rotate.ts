import { Argument } from 'commander'
import type { Config } from '@naic/installation/config.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import { rotateKey } from '@naic/registry/change-keys.ts'
import { openCertificates } from '@naic/installation/open-certificates.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'

export const command: Command = {
  summary: 'a new key signs from now on; the old one stays listed',
  examples: ['keys rotate credentials', 'keys rotate log'],
  define: (line, run) =>
    line
      .addArgument(new Argument('<use>', 'what the key signs').choices(['credentials', 'log']))
      .action((use: 'credentials' | 'log') => rotate(run, run.settings(), use)),
}

async function rotate(run: Run, config: Config, use: 'credentials' | 'log'): Promise<void> {
  const { registry, close } = await openCertificates(config)
  try {
    const { database } = registry
    const enter = (subject: string, next: string) => [
      enterDeed(
        database,
        config.account,
        { did: 'keys rotate', subject, detail: `${next} signs` },
        new Date(),
      ),
    ]
    const { added, retired, left } = await rotateKey(registry, use, enter)
    run.print(`${added} signs from now on. ${retired} is retired. ${left}`)
  } finally {
    await close()
  }
}
