import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { Unavailable } from '@naic/store/unavailable.ts'

/** Where clamd listens. */
export type ScannerAddress = { host: string; port: number } | { path: string }

export type ScanResult = { state: 'clean' } | { state: 'infected'; name: string }

/** Five megabytes take it a second or two; it may be loading new signatures. */
const longestScanMs = 60_000

const chunkBytes = 64 * 1024

/**
 * Sends a file to clamd, the scanner of ClamAV, and waits for what it says (clamd(8), INSTREAM).
 *
 * @returns the name is that of the virus.
 * @throws `Unavailable` for anything but a clear answer about the whole file in time.
 */
export async function scanForVirus(
  file: string,
  address: ScannerAddress,
  timeoutMs = longestScanMs,
): Promise<ScanResult> {
  const socket = connect({ ...address, signal: AbortSignal.timeout(timeoutMs) })
  // The reader of the reply gets the error; but it may come later.
  socket.on('error', () => undefined)
  const answered = new AbortController()
  const sent = send(file, socket, answered.signal)
  // If the file cannot be read, no answer will come. A rejection is handled below.
  sent.catch((error: Error) => socket.destroy(error))
  try {
    const reply = await replyOf(socket)
    if (reply === 'stream: OK\0') {
      answered.abort()
      await sent
      return { state: 'clean' }
    }
    const [, name] = /^stream: (.+) FOUND\0$/.exec(reply) ?? []
    if (name) return { state: 'infected', name }
    throw new Error(`it answered ${JSON.stringify(reply.slice(0, 100))}`)
  } catch (error) {
    throw new Unavailable(`The virus scanner cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    answered.abort()
    socket.destroy()
    await sent.catch(() => undefined)
  }
}

/** Each chunk is led by its length; one of no length is the end. */
async function send(file: string, socket: Socket, signal: AbortSignal): Promise<void> {
  await using handle = await open(file)
  socket.write('zINSTREAM\0')
  for (let length = chunkBytes; length > 0;) {
    const chunk = Buffer.alloc(4 + chunkBytes)
    length = (await handle.read(chunk, 4, chunkBytes)).bytesRead
    chunk.writeUInt32BE(length)
    signal.throwIfAborted()
    if (!socket.write(chunk.subarray(0, 4 + length))) await once(socket, 'drain', { signal })
  }
}

async function replyOf(socket: Socket): Promise<string> {
  let reply = ''
  for await (const chunk of socket) {
    reply += chunk
    // Longer than any answer.
    if (reply.length > 1_000) break
  }
  return reply
}
