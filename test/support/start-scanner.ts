import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { portOf } from './port-of.ts'

export type Behaviour =
  | 'scans'
  | 'fails'
  | 'speaks another language'
  | 'closes half-way'
  | 'answers half a sentence'
  | 'says OK before it has seen all'
  | 'talks without end'
  | 'never answers'
  | 'never reads'

export const virus = 'This stands for a virus.'

/** Speaks clamd's "zINSTREAM" (clamd(8)): chunks led by their length, of which 0 ends the file. */
export async function startScanner(behaviour: Behaviour = 'scans') {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  let behaves = behaviour
  const server = createServer((socket) => {
    sockets.add(socket)
    // The client may have given up.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    serve(socket, behaves, scanned).catch(() => undefined)
  })
  const port = await portOf(server)
  return {
    port,
    url: `tcp://127.0.0.1:${port}`,
    /** The files that it was sent whole. */
    scanned,
    behave(next: Behaviour) {
      behaves = next
    },
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function serve(socket: Socket, behaviour: Behaviour, scanned: Buffer[]): Promise<void> {
  if (behaviour === 'never reads') return void socket.pause()
  if (behaviour === 'says OK before it has seen all') return void socket.end('stream: OK\0')
  if (behaviour === 'talks without end') return talk(socket)
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    if (behaviour === 'closes half-way' && received.length > 100_000) return void socket.destroy()
    const file = wholeFile(received)
    if (!file) continue
    scanned.push(file)
    const found = file.includes(virus) ? 'stream: Test.Virus-1 FOUND\0' : 'stream: OK\0'
    if (behaviour !== 'never answers') socket.end(wrongAnswers[behaviour] ?? found)
  }
}

const wrongAnswers: Partial<Record<Behaviour, string>> = {
  fails: "INSTREAM: Can't allocate memory ERROR\0",
  'speaks another language': 'HTTP/1.1 400 Bad Request\r\n\r\n',
  'answers half a sentence': 'stream: OK',
}

async function talk(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    socket.write('stream: '.repeat(10_000))
    await new Promise(setImmediate)
  }
}

/** @returns the file, once it has come whole. */
function wholeFile(received: Buffer): Buffer | undefined {
  const command = Buffer.from('zINSTREAM\0')
  if (!received.subarray(0, command.length).equals(command)) return undefined
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
