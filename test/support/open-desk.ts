import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A desk as the staff open it: the real command, beside whatever runs on the same data. */
export class OpenDesk {
  /** What opens it, once. */
  readonly address: string
  readonly #process: ChildProcess

  private constructor(child: ChildProcess, address: string) {
    this.#process = child
    this.address = address
  }

  static async open(settings: Record<string, string>, ...words: string[]): Promise<OpenDesk> {
    const child = spawn('node', ['cli/council.ts', 'desk', ...words], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    for await (const chunk of child.stdout) {
      said += chunk
      const address = /http:\S+/.exec(said)?.[0]
      if (address) return new OpenDesk(child, address)
    }
    throw new Error(`The desk did not open: ${said}`)
  }

  /** Without the token. */
  get url(): string {
    return new URL(this.address).origin
  }

  get token(): string {
    return this.address.split('#open=')[1] ?? ''
  }

  /** As Ctrl-C does. @returns its exit code. */
  async close(): Promise<number | null> {
    this.#process.kill('SIGINT')
    if (this.#process.exitCode === null) await once(this.#process, 'close')
    return this.#process.exitCode
  }
}
