import { rotateKey } from '#server/registry/rotate-key.ts'
import { openCertificates } from '#server/services.ts'
import type { Command } from './command.ts'

export const command: Command = {
  usage: 'keys rotate credentials|log  a new key signs from now on; the old one stays listed',
  async run(config, args) {
    const [use, ...more] = args
    if ((use !== 'credentials' && use !== 'log') || more.length > 0) return false
    const { registry, close } = await openCertificates(config)
    try {
      const { added, retired, left } = await rotateKey(registry, use)
      console.log(`${added} signs from now on. ${retired} is retired. ${left}`)
      return true
    } finally {
      await close()
    }
  },
}
