import { generateKeyPairSync } from 'node:crypto'
import type { Command } from './command.ts'

export const command: Command = {
  usage: 'keys make                 a new private key, as CREDENTIALS_KEYS and LOG_KEYS take them',
  readsSettings: false,
  async run(_config, args) {
    if (args.length > 0) return false
    const { privateKey } = generateKeyPairSync('ed25519')
    console.log(privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'))
    return true
  },
}
