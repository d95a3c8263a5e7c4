import { connect, type Socket } from 'node:net'

/** A connection that says what it is told to, and remembers what it hears. */
export class RawConnection {
  readonly socket: Socket
  readonly closed: Promise<void>
  readonly #heard: Buffer[] = []
  #changed = Promise.withResolvers<void>()

  private constructor(url: string) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1')
    this.socket.setNoDelay(true)
    // Whether it was closed or reset is the same here: nobody is kept waiting.
    this.socket.on('error', () => undefined)
    this.socket.on('data', (chunk) => {
      this.#heard.push(chunk)
      this.#tell()
    })
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        resolve()
        this.#tell()
      })
    })
  }

  /** @returns it once it is open, or has failed to. */
  static async open(url: string): Promise<RawConnection> {
    const connection = new RawConnection(url)
    const opened = new Promise((resolve) => connection.socket.once('connect', resolve))
    await Promise.race([opened, connection.closed])
    return connection
  }

  get isClosed(): boolean {
    return this.socket.closed
  }

  get heard(): Buffer {
    return Buffer.concat(this.#heard)
  }

  /** What is said after the server has closed the connection goes nowhere. */
  say(bytes: Buffer | string): void {
    if (this.socket.writable) this.socket.write(bytes)
  }

  /** @returns whether the connection was closed within so much time. */
  closedWithin(ms: number): Promise<boolean> {
    return this.#within(ms, () => this.isClosed)
  }

  /** @returns whether a final answer began, or the connection was closed, within so much time. */
  answeredWithin(ms: number): Promise<boolean> {
    return this.#within(ms, () => this.isClosed || beginsWithAnswer(this.heard))
  }

  async #within(ms: number, isSo: () => boolean): Promise<boolean> {
    const timer = setTimeout(() => this.#tell(), ms)
    const endsAt = performance.now() + ms
    try {
      while (!isSo() && performance.now() < endsAt) await this.#changed.promise
      return isSo()
    } finally {
      clearTimeout(timer)
    }
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

/** After any "100 Continue", which answers nothing. */
const beginsWithAnswer = (heard: Buffer) =>
  /^(HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)*HTTP\/1\.1 [2-5]\d\d [^]*?\r\n\r\n/.test(
    heard.toString('latin1', 0, 16_384),
  )
