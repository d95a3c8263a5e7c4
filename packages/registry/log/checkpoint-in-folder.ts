import { rm } from 'node:fs/promises'
import path from 'node:path'
import { utf8 } from '@naic/ledger/format/bytes.ts'
import {
  openDurableFolder,
  putInPlace,
  readIfThere,
  writeDurably,
  writeUnfinished,
} from '@naic/store/files/durable-file.ts'
import { throwUnavailable } from '@naic/store/unavailable.ts'
import type { CheckpointPlace } from './last-checkpoint.ts'

/** Keeps the last checkpoint as a file in a folder of the local disk, which is made where missing. */
export async function openCheckpointInFolder(folder: string): Promise<CheckpointPlace> {
  await openDurableFolder(folder)
  const file = path.join(folder, 'last-checkpoint')
  return {
    name: 'keys/last-checkpoint',
    howToWrite: 'council checkpoints export --newest > DATA_DIR/keys/last-checkpoint',

    async read() {
      const bytes = await readIfThere(file).catch(throwUnavailable)
      return bytes && { note: bytes.toString(), state: '' }
    },

    async prepare(note) {
      return { note, at: await writeUnfinished(file, utf8(note)).catch(throwUnavailable) }
    },

    async replace(_kept, note, prepared) {
      const isPrepared = note === prepared?.note
      const put = isPrepared ? putInPlace(prepared.at, file) : writeDurably(file, utf8(note))
      await put.catch(throwUnavailable)
    },

    discard: ({ at }) => rm(at, { force: true }),
  }
}
