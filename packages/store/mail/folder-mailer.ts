import { rm } from 'node:fs/promises'
import path from 'node:path'
import { openDurableFolder, syncFolder, writeDurably } from '../files/durable-file.ts'
import { compose, messageOf } from './compose.ts'
import type { Mailbox, Mailer } from './mailer.ts'

/** So many letters share a sync of the folder, and a commit of what became of them. */
const togetherWhenQuiet = 32

/**
 * Writes each letter to a folder as `<id>.eml`, which any mail program opens: what happens to
 * mail where no relay is set. Only one process at a time may use a folder.
 *
 * @param isBusy whether visitors wait for this disk: then letters go one by one, and take little of it.
 */
export async function openFolderMailer(
  folder: string,
  from: Mailbox,
  isBusy: () => boolean = () => false,
): Promise<Mailer> {
  await openDurableFolder(folder, true)
  const fileOf = (id: string) => path.join(folder, `${id}.eml`)
  return {
    pace: {
      get atOnce() {
        return isBusy() ? 1 : togetherWhenQuiet
      },
      giveUpAfterMs: Infinity,
    },
    send: async (letter) => writeDurably(fileOf(letter.id), await messageOf(compose(letter, from))),
    takeBack: (id) => rm(fileOf(id), { force: true }).then(() => syncFolder(folder)),
  }
}
