import { Readable } from 'node:stream'
import { Staging, type StagedFile } from '@naic/store/files/staging.ts'
import { newFolder } from './opened.ts'

/** A folder of its own to stage files in, which are thrown away in the end. */
export class TrialStaging extends Staging {
  readonly #folder: Awaited<ReturnType<typeof newFolder>>
  readonly #staged: StagedFile[] = []

  private constructor(folder: Awaited<ReturnType<typeof newFolder>>) {
    super(folder.path)
    this.#folder = folder
  }

  static open = async () => new TrialStaging(await newFolder())

  async stage(bytes: Buffer): Promise<StagedFile> {
    const staged = await this.receive(Readable.from([bytes]), bytes.length)
    if (staged === 'too large') throw new Error('It is larger than itself.')
    this.#staged.push(staged)
    return staged
  }

  async close(): Promise<void> {
    for (const staged of this.#staged) await this.discard(staged)
    await this.#folder.remove()
  }
}
