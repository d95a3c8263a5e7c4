import { generateKeyPairSync } from 'node:crypto'
import type { Config } from '@naic/installation/config.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import { isNew, openDatabase } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'

export const command: Command = {
  summary: 'a new private key, as CREDENTIALS_KEYS and LOG_KEYS take them',
  examples: ['keys make'],
  // Works while the settings are half done, which is when it is needed.
  define: (line, run) =>
    line.action(() => makeKey(run, run.settings(['CREDENTIALS_KEYS', 'LOG_KEYS']))),
}

async function makeKey(run: Run, config: Config): Promise<void> {
  // Where nothing is stored yet, there is no journal.
  if (!(await isNew(config))) await enter(config)
  const { privateKey } = generateKeyPairSync('ed25519')
  run.print(privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'))
}

async function enter(config: Config): Promise<void> {
  const database = await openDatabase(config)
  try {
    await database.atomic([enterDeed(database, config.account, { did: 'keys make' }, new Date())])
  } finally {
    await database.close()
  }
}
