import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'

/** Two blocks of zeros, with which a tar file ends. */
const endBytes = 1024

/** An entry of one block, and the end. */
const sealBytes = 512 + 512 + endBytes

/**
 * Ends a tar file with an entry that holds the SHA-256 of every byte before it. The entry itself is
 * made of that hash alone, so that no byte of the file can be another without being noticed.
 */
export async function* sealed(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const body = new AllButLast(archive, endBytes)
  const hash = createHash('sha256')
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
  yield await sealOf(hash.digest('hex'))
}

/** Reads what {@link sealed} wrote, and says in the end whether it was that. */
export class Unsealed {
  readonly #body: AllButLast
  readonly #hash = createHash('sha256')

  constructor(file: AsyncIterable<Uint8Array>) {
    this.#body = new AllButLast(file, sealBytes)
  }

  /** The tar file without its seal. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#body) {
      this.#hash.update(chunk)
      yield chunk
    }
  }

  /** @returns whether every byte is as it was written; to be asked once, after the last. */
  async isWhole(): Promise<boolean> {
    return (await sealOf(this.#hash.digest('hex'))).equals(this.#body.last)
  }
}

async function sealOf(sha256: string): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name: 'sha256', mode: 0o600, mtime: new Date(0) }, sha256)
  archive.finalize()
  return buffer(archive as AsyncIterable<Uint8Array>)
}

/** A stream but for its last bytes, which are known when the others were read. */
class AllButLast {
  last = Buffer.alloc(0)
  readonly #source: AsyncIterable<Uint8Array>
  readonly #bytes: number

  constructor(source: AsyncIterable<Uint8Array>, bytes: number) {
    this.#source = source
    this.#bytes = bytes
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#source) {
      const held = Buffer.concat([this.last, chunk])
      const free = Math.max(0, held.length - this.#bytes)
      this.last = Buffer.from(held.subarray(free))
      if (free > 0) yield held.subarray(0, free)
    }
  }
}
