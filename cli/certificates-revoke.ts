import { cleanCertificateId } from '#forms/certificate-id.ts'
import {
  revocationReasons,
  revokeCertificate,
} from '#server/registry/issuing/revoke-certificate.ts'
import { openCertificates } from '#server/services.ts'
import type { Command } from './command.ts'
import { printable } from './printable-text.ts'

const reasons = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  revocationReasons.map((reason) => `"${reason}"`),
)

export const command: Command = {
  usage: `certificates revoke ID REASON
                             takes a certificate back for good; REASON is public, and one of:
                             ${reasons}`,
  async run(config, args) {
    const [typed = '', ...words] = args
    const id = cleanCertificateId(typed)
    if (!id) return false
    const text = words.join(' ')
    const reason = revocationReasons.find((one) => one === text)
    if (!reason) {
      console.error(`The reason must be ${reasons}, not "${text}".`)
      process.exitCode = 2
      return true
    }
    const { registry, close } = await openCertificates(config)
    try {
      const result = await revokeCertificate(registry, id, reason)
      if (result.state === 'revoked') console.log(`${id} is revoked.`)
      else if (result.state === 'already') {
        console.log(printable(`${id} was revoked at ${result.at} already: ${result.reason}.`))
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
