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
  const pieces = new ReadableStream<Bytes>({
    start(controller) {
      for (let at = 0; at < deflated.length; at += pieceBytes) {
        controller.enqueue(deflated.slice(at, at + pieceBytes))
      }
      controller.close()
    },
  })
  try {
    return await readUpTo(most, pieces.pipeThrough(new DecompressionStream(format)))
  } catch {
    return undefined
  }
}

/**
 * Reads what a stranger sends. Left early, it is given up, and where it comes from with it.
 *
 * @throws RangeError for a longer one, what a signal says for a slower one.
 */
export async function readUpTo(
  longest: number,
  stream: ReadableStream<Bytes>,
  options?: StreamPipeOptions,
): Promise<Bytes> {
  const parts: Bytes[] = []
  let length = 0
  // Not `for await`: Safari's streams cannot be iterated.
  const taken = new WritableStream<Bytes>({
    write(part) {
      length += part.length
      if (length > longest) throw new RangeError(`the answer has more than ${longest} bytes`)
      parts.push(part)
    },
  })
  await stream.pipeTo(taken, options)
  return concat(...parts)
}
