import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { watchLog, type WatchOrder } from '@naic/ledger/watch/watch-log.ts'

/** A partner's machine: a folder of its own, and looks at logs from there. */
export class WatcherDesk {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(): Promise<WatcherDesk> {
    return new WatcherDesk(await mkdtemp(path.join(tmpdir(), 'naic-watcher-')))
  }

  file(name: string): string {
    return path.join(this.folder, name)
  }

  read(name: string): Promise<string> {
    return readFile(this.file(name), 'utf8')
  }

  look(url: string, change: Partial<WatchOrder> = {}) {
    return watchLog({
      url,
      stateFile: this.file('state'),
      evidenceFile: this.file('evidence'),
      originKey: undefined,
      isWhole: false,
      witness: undefined,
      patience: { answerMs: 5_000, lookMs: 20_000 },
      ...change,
    })
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true })
  }
}
