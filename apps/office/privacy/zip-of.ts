import { addAbortSignal, type PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type AddFile = (
  name: string,
  bytes: Buffer | Readable,
  options?: { compress: boolean },
) => Promise<void>

/**
 * @param fill adds one file after the other: each is an open file, or an answer of a store that would not wait. It
 *   ends with an error as soon as nobody reads the ZIP any more.
 * @returns the ZIP, of which only what nobody has read yet is in memory.
 */
export function zipOf(now: Date, fill: (add: AddFile) => Promise<void>): Readable {
  const zip = new ZipFile()
  // As its documentation says, a stream of Node.
  const zipped = zip.outputStream as PassThrough
  const left = new AbortController()
  zipped.once('close', () => left.abort())
  zip.on('error', (error) => zipped.destroy(error))
  const add: AddFile = async (name, bytes, more) => {
    const options = { mtime: now, mode: 0o100600, ...more }
    if (Buffer.isBuffer(bytes)) return zip.addBuffer(bytes, name, options)
    addAbortSignal(left.signal, bytes)
    zip.addReadStream(bytes, name, options)
    return finished(bytes)
  }
  fill(add).then(
    () => zip.end(),
    (error: Error) => zipped.destroy(error),
  )
  return zipped
}
