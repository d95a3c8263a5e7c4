import { revocationReasons, revokeCertificate } from '#server/registry/revoke-certificate.ts'
import { openCertificates } from '#server/services.ts'
import type { Command } from './council.ts'

export const command: Command = {
  usage: `certificates revoke ID REASON
                             takes a certificate back for good; REASON is public, and one of:
                             ${revocationReasons.map((reason) => `"${reason}"`).join(', ')}`,
  async run(config, args) {
    const [id, text, ...more] = args
    const reason = revocationReasons.find((one) => one === text)
    if (!id || !reason || more.length > 0) return false
    const { registry, close } = await openCertificates(config)
    try {
      const result = await revokeCertificate(registry, id, reason)
      if (result.state === 'revoked') console.log(`${id} is revoked.`)
      else if (result.state === 'already') {
        console.log(`${id} was revoked at ${result.at} already: ${result.reason}.`)
      } else {
        console.error(`There is no certificate ${id}.`)
        process.exitCode = 1
      }
      return true
    } finally {
      await close()
    }
  },
}
