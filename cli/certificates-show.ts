import { cleanCertificateId } from '#forms/certificate-id.ts'
import { findCertificate } from '#server/registry/issuing/find-certificate.ts'
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
      const found = await findCertificate(registry, id)
      if (!found) {
        console.error(`There is no certificate ${id}.`)
        process.exitCode = 1
        return true
      }
      const { facts, revoked, logIndex } = found
      for (const fact of Object.entries(facts)) console.log(tableLine(fact))
      console.log(`address\t${certificateAddress(registry.siteUrl, id)}`)
      const state = revoked ? `revoked at ${revoked.at}: ${revoked.reason}` : 'stands'
      console.log(tableLine(['state', state]))
      console.log(`\n${printableLines(await holderReceipt(registry, logIndex))}`)
      return true
    } finally {
      await close()
    }
  },
}
