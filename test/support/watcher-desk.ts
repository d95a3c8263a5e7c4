import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { watchLog, type WatchOrder } from '@naic/ledger/watch/watch-log.ts'

/** A partner's machine: a folder of its own, and looks at logs from there. */
export async function openWatcherDesk() {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-watcher-'))
  const file = (name: string) => path.join(folder, name)
  return {
    folder,
    file,
    read: (name: string) => readFile(file(name), 'utf8'),
    look: (url: string, change: Partial<WatchOrder> = {}) =>
      watchLog({
        url,
        stateFile: file('state'),
        evidenceFile: file('evidence'),
        originKey: undefined,
        isWhole: false,
        witness: undefined,
        patience: { answerMs: 5_000, lookMs: 20_000 },
        ...change,
      }),
    close: () => rm(folder, { recursive: true }),
  }
}
