import { fork } from 'node:child_process'

/** Each is packed, and `take` is given the packed bytes. */
export type Packing = { bytes: Buffer; take: (packed: Buffer) => void }

/** A server that has just begun has other things to do, and one that ends at once needs none of it. */
const restMs = 2_000

/**
 * Packs a tenth tighter than the server does at its start: fifty milliseconds and some megabytes for each,
 * hence in a process that ends when all is done. Should it fail, what was packed quickly stays.
 */
export function packTightly(all: readonly Packing[]): void {
  if (all.length > 0) setTimeout(() => packInTurn([...all]), restMs).unref()
}

function packInTurn(waiting: Packing[]): void {
  const child = fork(new URL('./packing-process.ts', import.meta.url), {
    env: {},
    serialization: 'advanced',
    execArgv: [],
    stdio: 'ignore',
  })
  // The server may end meanwhile.
  child.unref()
  child.channel?.unref()
  child.on('error', () => undefined)
  child.on('message', (packed: Uint8Array) => {
    waiting.shift()?.take(Buffer.from(packed))
    next()
  })
  const next = () => {
    const [first] = waiting
    if (!child.connected) return
    if (first) child.send(first.bytes, () => undefined)
    else child.disconnect()
  }
  next()
}
