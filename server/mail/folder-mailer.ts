import { rm } from 'node:fs/promises'
import path from 'node:path'
import { openDurableFolder, removeUnfinished, writeDurably } from '../files/durable-file.ts'
import { compose } from './compose.ts'
import type { Mailbox, Mailer } from './mailer.ts'
import { messageOf } from './message-of.ts'

/** They share the sync of the folder, and one commit that they have gone. */
const atOnce = 200

/**
 * Writes each letter to a folder as `<id>.eml`, which any mail program opens: what happens to
 * mail where no relay is set. One process at a time may use a folder.
 */
export async function openFolderMailer(folder: string, from: Mailbox): Promise<Mailer> {
  await openDurableFolder(folder)
  await removeUnfinished(folder)
  return {
    pace: { atOnce, inGroups: true, giveUpAfterMs: Infinity },
    async send(letter) {
      await writeDurably(path.join(folder, `${letter.id}.eml`), messageOf(compose(letter, from)))
    },
    takeBack: (id) => rm(path.join(folder, `${id}.eml`), { force: true }),
  }
}
