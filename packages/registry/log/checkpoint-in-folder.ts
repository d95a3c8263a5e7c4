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
import { asUnavailable } from '@naic/store/unavailable.ts'
import type { CheckpointPlace } from './last-checkpoint.ts'

/** Keeps the last checkpoint as a file in a folder of the local disk, which is made where missing. */
export async function openCheckpointInFolder(folder: string): Promise<CheckpointPlace> {
  await openDurableFolder(folder)
  const file = path.join(folder, 'last-checkpoint')
  return {
    name: 'keys/last-checkpoint',
    howToWrite: 'council checkpoints export --newest > DATA_DIR/keys/last-checkpoint',

    async read() {
      const bytes = await disk(() => readIfThere(file))
      return bytes && { note: bytes.toString(), state: '' }
    },

    prepare: (note) => disk(async () => ({ note, at: await writeUnfinished(file, utf8(note)) })),

    replace: (_kept, note, prepared) =>
      disk(async () => {
        if (note === prepared?.note) await putInPlace(prepared.at, file)
        else await writeDurably(file, utf8(note))
        return true
      }),

    discard: ({ at }) => rm(at, { force: true }),
  }
}

async function disk<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw asUnavailable(error)
  }
}
