import { readFile } from 'node:fs/promises'
import { watchLog, type WatchOrder } from '@naic/ledger/watch/watch-log.ts'
import { newFolder } from './opened.ts'

/** A partner's machine: a folder of its own, and looks at logs from there. */
export async function openWatcherDesk() {
  const { path: folder, file, remove } = await newFolder()
  return {
    folder,
    file,
    read: (name: string) => readFile(file(name), 'utf8'),
    look: (url: string, change: Partial<WatchOrder> = {}) =>
      watchLog({
        url,
        stateFile: file('state'),
        originKey: undefined,
        isWhole: false,
        keyFile: undefined,
        patience: { answerMs: 5_000, lookMs: 20_000 },
        ...change,
      }),
    close: remove,
  }
}
