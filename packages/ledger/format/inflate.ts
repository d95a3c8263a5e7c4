import { type Bytes, concat } from './bytes.ts'

/** Handed over at once. No piece becomes more than a thousand times as large: 4 MB of memory. */
const pieceBytes = 4_096

/**
 * Inflates what a stranger deflated.
 *
 * @returns undefined where more than `most` bytes would come of it, and for what cannot be read.
 */
export async function inflate(
  deflated: Bytes,
  format: 'deflate' | 'gzip',
  most: number,
): Promise<Bytes | undefined> {
  let at = 0
  const pieces = new ReadableStream<Bytes>(
    {
      pull(controller) {
        if (at >= deflated.length) return controller.close()
        controller.enqueue(deflated.slice(at, at + pieceBytes))
        at += pieceBytes
      },
    },
    { highWaterMark: 0 },
  )
  try {
    // Not `for await`: Safari's streams cannot be iterated.
    const reader = pieces.pipeThrough(new DecompressionStream(format)).getReader()
    const parts: Uint8Array[] = []
    let length = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length
      if (length > most) {
        await reader.cancel()
        return undefined
      }
      parts.push(part.value)
    }
    return concat(...parts)
  } catch {
    return undefined
  }
}
