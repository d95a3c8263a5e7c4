import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a process ended: its exit code, or the signal that ended it. */
export type Ending = { status: number | null; signal: NodeJS.Signals | null }

/** The real server as a process of its own, with all it says and how it ends. */
export class ServerProcess {
  readonly process: ChildProcess
  readonly ending: Promise<Ending>
  /** The lines of its log so far. */
  output = ''
  errors = ''

  /**
   * @param settings as the environment names them; it chooses its port unless PORT is set.
   * @param options of the process; `command` is what is run, the server itself by default.
   */
  constructor(
    settings: Record<string, string>,
    {
      command = ['node', 'apps/site/server/serve.js'],
      ...options
    }: SpawnOptions & { command?: string[] } = {},
  ) {
    const { NODE_ENV: _ofTheTests, ...environment } = process.env
    const [program = '', ...words] = command
    this.process = spawn(program, words, {
      env: { ...environment, PORT: '0', SAMPLE_CERTIFICATES: 'on', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    })
    this.process.stdout?.on('data', (chunk) => (this.output += chunk))
    this.process.stderr?.on('data', (chunk) => (this.errors += chunk))
    this.ending = once(this.process, 'close').then(([status, signal]) => ({ status, signal }))
  }

  /** @returns its address, once it listens. */
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

  /** @returns how it ends by itself; `'goes on'` where it has not after so many seconds. */
  endingWithin(seconds: number): Promise<Ending | 'goes on'> {
    const waiting = new AbortController()
    const late = sleep(seconds * 1000, 'goes on' as const, { signal: waiting.signal })
    return Promise.race([this.ending, late]).finally(() => {
      waiting.abort()
      late.catch(() => undefined)
    })
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.ending
  }
}

/** A connection that speaks no more HTTP than it is told to. */
export class RawConnection {
  readonly socket: Socket
  answer = ''
  isOpen = true
  readonly closed: Promise<void>

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => (this.answer += chunk))
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) =>
      socket.once('close', () => {
        this.isOpen = false
        resolve()
      }),
    )
  }

  /** @param first bytes to send at once. */
  static async open(url: string, first: string | Buffer = ''): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const connection = new RawConnection(socket)
    await once(socket, 'connect')
    if (first.length > 0) socket.write(first)
    return connection
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes)
  }
}
