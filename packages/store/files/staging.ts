import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { throwUnavailable } from '../unavailable.ts'

/** A file that was received, counted and hashed, but that nobody has promised to keep. */
export type StagedFile = {
  path: string
  bytes: number
  /** Lower-case hex. */
  sha256: string
  /** The first {@link startBytes} of it, or all there is. */
  start: Buffer
  /** Open until the file is discarded, so that a store on this disk can sync it. */
  handle: FileHandle
  /** Set by a store that has moved the file elsewhere: nothing is left to remove. */
  isMoved?: true
}

/** Where the header of a PDF must be (PDF 1.7, Annex H, note 13). */
const startBytes = 1024

/** How much of an upload waits in memory to be written: a usual resume takes four writes. */
const writeAtOnceBytes = 64 * 1024

/** So long after the last file nobody is taken to wait. */
const quietAfterMs = 100

/** A file as it arrived: the sender's name and type for it, and the staged bytes unless it was too large. */
export type ReceivedFile = { name: string; type: string; staged: StagedFile | 'too large' }

/** The waiting room for uploads: a folder that is emptied at every start, for one process at a time. */
export class Staging {
  readonly #folder: string
  #waiting = 0
  #lastDoneMs = -Infinity

  /** @param folder on the same file system as the store that will keep the files. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Whether somebody waits for a file to be received or decided on, or did a moment ago: of a crowd, all
   * are answered by one commit, and the next have not begun yet.
   */
  get isBusy(): boolean {
    return this.#waiting > 0 || performance.now() - this.#lastDoneMs < quietAfterMs
  }

  /** How much room there is on the disk that receives uploads. */
  async room(): Promise<{ freeBytes: number; allBytes: number }> {
    const { bavail, blocks, bsize } = await statfs(this.#folder)
    return { freeBytes: bavail * bsize, allBytes: blocks * bsize }
  }

  /** Makes the folder and throws away what a crash left in it. */
  async empty(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#folder)) await rm(path.join(this.#folder, name))
  }

  /**
   * Streams a file to disk. A source longer than `limitBytes` is not kept, but read to its end, so that
   * the sender hears the answer.
   *
   * @returns the staged file, or `'too large'`.
   * @throws `Unavailable` when the disk refuses; what the source throws. Either way nothing stays.
   */
  async receive(
    source: AsyncIterable<Uint8Array>,
    limitBytes: number,
  ): Promise<ReceivedFile['staged']> {
    const file = path.join(this.#folder, randomUUID())
    let handle: FileHandle | undefined
    let staged: StagedFile | undefined
    this.#waiting += 1
    try {
      handle = await open(file, 'wx', 0o600)
      const written = await write(source, handle, limitBytes)
      if (written !== 'too large') staged = { path: file, handle, ...written }
    } catch (error) {
      throwUnavailable(error)
    } finally {
      if (!staged) {
        this.#done()
        await throwAway(file, handle)
      }
    }
    return staged ?? 'too large'
  }

  /** Throws a staged file away, also after a store has kept it. */
  async discard({ path: file, handle, isMoved }: StagedFile): Promise<void> {
    this.#done()
    await (isMoved ? handle.close().catch(() => undefined) : throwAway(file, handle))
  }

  #done() {
    this.#waiting -= 1
    this.#lastDoneMs = performance.now()
  }
}

/** A file that cannot be removed goes at the next start: no stored or refused form fails for it. */
async function throwAway(file: string, handle: FileHandle | undefined): Promise<void> {
  await handle?.close().catch(() => undefined)
  await rm(file, { force: true }).catch(() => undefined)
}

async function write(
  source: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  limitBytes: number,
): Promise<Pick<StagedFile, 'bytes' | 'sha256' | 'start'> | 'too large'> {
  const hash = createHash('sha256')
  const waiting = Buffer.allocUnsafeSlow(writeAtOnceBytes)
  let waitingBytes = 0
  let bytes = 0
  let start = Buffer.alloc(0)
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > limitBytes) continue
    hash.update(chunk)
    if (start.length < startBytes) {
      start = Buffer.concat([start, chunk.subarray(0, startBytes - start.length)])
    }
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, waiting.length - waitingBytes)
      waiting.set(taken, waitingBytes)
      waitingBytes += taken.length
      rest = rest.subarray(taken.length)
      if (waitingBytes === waiting.length) {
        await handle.writeFile(waiting)
        waitingBytes = 0
      }
    }
  }
  if (bytes > limitBytes) return 'too large'
  await handle.writeFile(waiting.subarray(0, waitingBytes))
  return { bytes, sha256: hash.digest('hex'), start }
}
