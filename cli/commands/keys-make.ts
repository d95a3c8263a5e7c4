import { generateKeyPairSync } from 'node:crypto'
import type { Command } from '../command.ts'

export const command: Command = {
  summary: 'a new private key, as CREDENTIALS_KEYS and LOG_KEYS take them',
  examples: ['keys make'],
  // Works while the settings are half done, which is when it is needed.
  define: (line) => line.action(makeKey),
}

function makeKey(): void {
  const { privateKey } = generateKeyPairSync('ed25519')
  console.log(privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'))
}
