import { InvalidArgumentError } from 'commander'
import type { Config } from '#server/config.ts'
import { revokeKey } from '#server/registry/revoke-key.ts'
import { openCertificates } from '#server/open-certificates.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  summary: 'for a key that somebody else may have: it counts no more, and another signs',
  examples: ['keys revoke key-2026', 'keys revoke key-2026 --from 1200'],
  define: (line, settings) =>
    line
      .argument('<name>', 'of the key, as "keys list" has it')
      .option(
        '--from <entry>',
        'index of the first entry of the log that it does not count for; without it, the next',
        givenIndex,
      )
      .action((name: string, { from }: { from?: number }) => revoke(settings(), name, from)),
}

async function revoke(config: Config, name: string, from: number | undefined): Promise<void> {
  const { registry, close } = await openCertificates(config)
  try {
    const revoked = await revokeKey(registry, name, from)
    const next = revoked.added ? ` ${revoked.added} signs from now on.` : ''
    console.log(
      `${name} counts for nothing from entry ${revoked.from} of the log on.${next} ${revoked.left}`,
    )
  } finally {
    await close()
  }
}

function givenIndex(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is no number of an entry.')
  return Number(text)
}
