import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import type { ManifestEntry } from './backup-format.ts'
import { sealed } from './seal.ts'

/** Writes a sealed tar file, entry after entry, as fast as it is taken. */
export class ArchiveWriter {
  readonly entries: ManifestEntry[] = []
  readonly #pack = pack()
  readonly #mtime: Date
  readonly #written: Promise<void>

  /** @param to ended with the archive, unless it is standard output. */
  constructor(to: Writable, mtime: Date) {
    this.#mtime = mtime
    const bytes = Readable.from(sealed(this.#pack as AsyncIterable<Uint8Array>))
    this.#written = pipeline(bytes, to, { end: to !== process.stdout })
    // Heard of by `finish`, or by the entry that cannot be written.
    this.#pack.on('error', () => undefined)
    this.#written.catch((error: Error) => this.#pack.destroy(error))
  }

  /** @returns lower-case hex of its SHA-256. */
  add(name: string, bytes: Buffer): Promise<string> {
    return this.addStream(name, bytes.length, Readable.from([bytes]))
  }

  /** @param bytes how many the stream gives. */
  async addStream(name: string, bytes: number, stream: Readable): Promise<string> {
    const hash = createHash('sha256')
    await new Promise<void>((resolve, reject) => {
      const header = { name, size: bytes, mode: 0o600, mtime: this.#mtime }
      const sink = this.#pack.entry(header, (error) => (error ? reject(error) : resolve()))
      sink.on('error', reject)
      stream.on('data', (chunk: Buffer) => hash.update(chunk))
      stream.on('error', (error) => sink.destroy(error))
      stream.pipe(sink as unknown as Writable)
    })
    const sha256 = hash.digest('hex')
    this.entries.push({ name, bytes, sha256 })
    return sha256
  }

  /** @returns when all of it was taken. */
  async finish(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }
}
