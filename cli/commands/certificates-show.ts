import type { Config } from '#server/config.ts'
import { findEvidence } from '#server/registry/certificate-evidence.ts'
import { holderReceipt } from '#server/registry/holder-receipt.ts'
import { certificateAddress } from '#server/registry/registry.ts'
import { openCertificates } from '#server/open-certificates.ts'
import { type Command, givenId } from '../command.ts'
import { printableLines, tableLine } from '#server/sheets/printable-text.ts'

export const command: Command = {
  summary: 'all about one certificate, with its receipt',
  examples: ['certificates show NAIC25A7K2M', 'certificates show "naic25 a7k2m"'],
  define: (line, settings) =>
    line
      .argument('<id>', 'its ID, as people write it', givenId)
      .action((id: string) => showCertificate(settings(), id)),
}

async function showCertificate(config: Config, id: string): Promise<void> {
  const { registry, close } = await openCertificates(config)
  try {
    const found = await findEvidence(registry, id)
    if (!found) {
      console.error(`There is no certificate ${id}.`)
      process.exitCode = 1
      return
    }
    if ('erasedAt' in found) {
      console.log(tableLine(['id', id]))
      console.log(tableLine(['state', `erased at ${found.erasedAt}`]))
      return
    }
    const { facts, revoked } = found.certificate
    for (const fact of Object.entries(facts)) console.log(tableLine(fact))
    console.log(`address\t${certificateAddress(registry.siteUrl, id)}`)
    const state = revoked ? `revoked at ${revoked.at}: ${revoked.reason}` : 'stands'
    console.log(tableLine(['state', state]))
    console.log(`\n${printableLines(holderReceipt(found))}`)
  } finally {
    await close()
  }
}
