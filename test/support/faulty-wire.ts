import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What happens to what is sent: to each connection's first bytes, counted from its beginning. */
export type WireFault =
  | { kind: 'none' }
  /** Cut, once so many bytes of the request have passed. */
  | { kind: 'cut'; afterBytes: number }
  /** The bytes at these places of all that is sent over the connection are others. */
  | { kind: 'change'; places: number[] }
  | { kind: 'silence' }
  | { kind: 'lost answer' }
  /** Cut, once so many bytes of the answer have passed. */
  | { kind: 'cut answer'; afterBytes: number }

/** A way to a server of this machine, in which something may go wrong. */
export class FaultyWire {
  port = 0
  connections = 0
  readonly #toPort: number
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#join(socket))
  #fault: WireFault = { kind: 'none' }
  #times = Infinity

  private constructor(toPort: number) {
    this.#toPort = toPort
  }

  static async open(toPort: number): Promise<FaultyWire> {
    const wire = new FaultyWire(toPort)
    await wire.reopen()
    wire.port = (wire.#server.address() as AddressInfo).port
    return wire
  }

  /** @param times how many connections it is for; the next ones are right again. */
  goesWrong(fault: WireFault, times = Infinity): void {
    this.#fault = fault
    this.#times = times
    // Those that are open would go on as they were.
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async reopen(): Promise<void> {
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  #join(near: Socket): void {
    this.connections += 1
    this.#times -= 1
    const fault: WireFault = this.#times < 0 ? { kind: 'none' } : this.#fault
    const far = connect(this.#toPort, '127.0.0.1')
    for (const socket of [near, far]) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        this.#sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    if (fault.kind === 'silence') return
    let [sent, answered] = [0, 0]
    near.on('data', (chunk) => {
      const before = sent
      sent += chunk.length
      for (const place of fault.kind === 'change' ? fault.places : []) {
        const at = place - before
        if (at >= 0 && at < chunk.length) chunk[at] = (chunk[at] ?? 0) ^ 1
      }
      if (fault.kind === 'cut' && sent > fault.afterBytes) {
        far.end(chunk.subarray(0, fault.afterBytes - before), () => near.destroy())
        return
      }
      if (!far.write(chunk)) {
        near.pause()
        far.once('drain', () => near.resume())
      }
    })
    far.on('data', (chunk) => {
      answered += chunk.length
      if (fault.kind === 'lost answer') near.destroy()
      else if (fault.kind === 'cut answer' && answered > fault.afterBytes) {
        near.end(chunk.subarray(0, chunk.length - (answered - fault.afterBytes)))
      } else near.write(chunk)
    })
  }
}
