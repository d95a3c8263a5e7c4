import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { asUnavailable } from '../unavailable.ts'

/** A file that has been received, counted and hashed, and that nobody has promised to keep. */
export type StagedFile = {
  path: string
  bytes: number
  /** Lower-case hex. */
  sha256: string
}

/** A file as it arrived: what the sender says of it, and the staged bytes where it was not too large. */
export type ReceivedFile = { name: string; type: string; staged: StagedFile | 'too large' }

/**
 * The waiting room for uploads: a folder that is emptied at every start.
 * One process at a time may use a folder.
 */
export class Staging {
  readonly #folder: string

  /** @param folder on the same file system as the store that will keep the files. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Makes the folder and throws away what a crash left in it. */
  async empty(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#folder)) await rm(path.join(this.#folder, name))
  }

  /**
   * Streams a file to disk. A source that is longer than `limitBytes` is read to its end,
   * so that the sender hears the answer, but not kept.
   *
   * @returns the staged file, or `'too large'`.
   * @throws `Unavailable` when the disk refuses; what the source throws. Either way nothing stays.
   */
  async receive(
    source: AsyncIterable<Uint8Array>,
    limitBytes: number,
  ): Promise<ReceivedFile['staged']> {
    const file = path.join(this.#folder, randomUUID())
    const hash = createHash('sha256')
    let bytes = 0
    try {
      const handle = await open(file, 'wx', 0o600)
      try {
        for await (const chunk of source) {
          bytes += chunk.length
          if (bytes > limitBytes) continue
          hash.update(chunk)
          await handle.writeFile(chunk)
        }
      } finally {
        await handle.close()
      }
    } catch (error) {
      await throwAway(file)
      throw asUnavailable(error)
    }
    if (bytes > limitBytes) {
      await throwAway(file)
      return 'too large'
    }
    return { path: file, bytes, sha256: hash.digest('hex') }
  }

  /** Throws a staged file away. One that was kept meanwhile is no error. */
  async discard(staged: StagedFile): Promise<void> {
    await throwAway(staged.path)
  }
}

/**
 * What a disk will not remove that can only be read goes at the next start. It must not turn what
 * was stored, or refused for a reason of its own, into a failure.
 */
async function throwAway(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined)
}
