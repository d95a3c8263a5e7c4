import { cleanCertificateId } from '#forms/certificate-id.ts'
import { findEvidence } from '#server/registry/certificate-evidence.ts'
import { holderReceipt } from '#server/registry/holder-receipt.ts'
import { certificateAddress } from '#server/registry/registry.ts'
import { openCertificates } from '#server/services.ts'
import type { Command } from './command.ts'
import { printableLines, tableLine } from './printable-text.ts'

export const command: Command = {
  usage: 'certificates show ID      all about one certificate, with its receipt',
  async run(config, args) {
    const [typed = '', ...more] = args
    const id = cleanCertificateId(typed)
    if (!id || more.length > 0) return false
    const { registry, close } = await openCertificates(config)
    try {
      const found = await findEvidence(registry, id)
      if (!found) {
        console.error(`There is no certificate ${id}.`)
        process.exitCode = 1
        return true
      }
      const { facts, revoked } = found.certificate
      for (const fact of Object.entries(facts)) console.log(tableLine(fact))
      console.log(`address\t${certificateAddress(registry.siteUrl, id)}`)
      const state = revoked ? `revoked at ${revoked.at}: ${revoked.reason}` : 'stands'
      console.log(tableLine(['state', state]))
      console.log(`\n${printableLines(holderReceipt(found))}`)
      return true
    } finally {
      await close()
    }
  },
}
