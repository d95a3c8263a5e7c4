import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A desk as the staff open it: the real command, while others may run on the same data. */
export class OpenDesk {
  /** What opens it, once. */
  address = ''
  /** On the terminal, so far. */
  said = ''
  readonly #process: ChildProcess

  private constructor(child: ChildProcess) {
    this.#process = child
  }

  static async open(settings: Record<string, string>, ...words: string[]): Promise<OpenDesk> {
    const child = spawn('node', ['apps/office/cli/council.ts', 'desk', '--port', '0', ...words], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const desk = new OpenDesk(child)
    await new Promise<void>((resolve, reject) => {
      // Read to its end: a desk that is served goes on logging, and stands still where nobody reads that.
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          desk.said += chunk
          desk.address ||= /http:\S+/.exec(desk.said)?.[0] ?? ''
          if (desk.address) resolve()
        })
      }
      child.once('close', () => reject(new Error(`The desk did not open: ${desk.said}`)))
    })
    return desk
  }

  /** Without the token. */
  get url(): string {
    return new URL(this.address).origin
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  get token(): string {
    return this.address.split('#open=')[1] ?? ''
  }

  /** Enters by the token, once, as its page does. @returns its session, for X-Desk-Session. */
  async enter(): Promise<string> {
    const entered = await fetch(`${this.url}/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Token': this.token },
      body: '{}',
    })
    return ((await entered.json()) as { session: string }).session
  }

  /** As Ctrl-C does. @returns its exit code. */
  async close(): Promise<number | null> {
    this.#process.kill('SIGINT')
    if (this.#process.exitCode === null) await once(this.#process, 'close')
    return this.#process.exitCode
  }
}
