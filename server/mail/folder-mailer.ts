import path from 'node:path'
import { createTransport } from 'nodemailer'
import { openDurableFolder, removeUnfinished, writeDurably } from '../files/durable-file.ts'
import { compose } from './compose.ts'
import type { Mailbox, Mailer } from './mailer.ts'

/**
 * Writes each letter to a folder as `<id>.eml`, which any mail program opens: what happens to
 * mail where no relay is set. One process at a time may use a folder.
 */
export async function openFolderMailer(folder: string, from: Mailbox): Promise<Mailer> {
  await openDurableFolder(folder)
  await removeUnfinished(folder)
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(letter) {
      const { message } = await transport.sendMail(compose(letter, from))
      await writeDurably(path.join(folder, `${letter.id}.eml`), message as Buffer)
    },
  }
}
