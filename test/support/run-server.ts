import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Ending = { status: number | null; signal: NodeJS.Signals | null }

/** The real server as a process of its own, with all it says and how it ends. */
export class ServerProcess {
  readonly process: ChildProcess
  readonly ending: Promise<Ending>
  output = ''
  errors = ''

  /** @param settings as the environment names them; it chooses its port unless PORT is set. */
  constructor(
    settings: Record<string, string>,
    options: SpawnOptions & { command?: string[] } = {},
  ) {
    const { NODE_ENV: _ofTheTests, ...environment } = process.env
    const [program = '', ...words] = options.command ?? ['node', 'apps/site/server/serve.js']
    // As the release's `bin/naic-server` starts it.
    const malloc = {
      MALLOC_ARENA_MAX: '1',
      MALLOC_TRIM_THRESHOLD_: '131072',
    }
    const ours = { ...malloc, ...environment, PORT: '0', SAMPLE_CERTIFICATES: 'on' }
    this.process = spawn(program, words, {
      env: { ...ours, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    })
    this.process.stdout?.on('data', (chunk) => (this.output += chunk))
    this.process.stderr?.on('data', (chunk) => (this.errors += chunk))
    this.ending = once(this.process, 'close').then(([status, signal]) => ({ status, signal }))
  }

  async listening(): Promise<string> {
    for (;;) {
      const address = /listening at (http:[^"]+)/.exec(this.output)?.[1]
      if (address && this.output.includes('Serving ')) return address
      if (this.hasEnded) throw new Error(`The server ended: ${this.errors}`)
      await sleep(20)
    }
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null
  }

  signal(name: NodeJS.Signals): void {
    this.process.kill(name)
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.ending
  }
}

/** A connection that sends what it is given, be it HTTP or not. */
export class RawConnection {
  readonly socket: Socket
  /** Closed or reset: in both cases nobody is kept waiting. */
  readonly closed: Promise<void>
  #chunks: Buffer[] = []

  private constructor(socket: Socket) {
    this.socket = socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#chunks.push(chunk))
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  static async open(url: string, first: string | Buffer = ''): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const connection = new RawConnection(socket)
    await once(socket, 'connect')
    connection.send(first)
    return connection
  }

  get heard(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  get answer(): string {
    return this.heard.toString()
  }

  forget(): void {
    this.#chunks = []
  }

  /** What is sent after the server has closed the connection goes nowhere. */
  send(bytes: string | Buffer): void {
    if (bytes.length > 0 && this.socket.writable) this.socket.write(bytes)
  }

  closedWithin(ms: number): Promise<boolean> {
    return Promise.race([this.closed.then(() => true), sleep(ms, false, { ref: false })])
  }
}
