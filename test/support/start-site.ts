import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The real server, as `npm run serve` runs it, on a port and a data folder of its own. */
export class RunningSite {
  readonly url: string
  readonly dataDir: string
  readonly #settings: Record<string, string>
  #process: ChildProcess | undefined

  private constructor(port: number, dataDir: string, settings: Record<string, string>) {
    this.url = `http://localhost:${port}`
    this.dataDir = dataDir
    this.#settings = { PORT: String(port), DATA_DIR: dataDir, ...settings }
  }

  /** @param settings of the server beyond port and data folder. */
  static async start(settings: Record<string, string> = {}): Promise<RunningSite> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'naic-site-'))
    const site = new RunningSite(await freePort(), dataDir, settings)
    await site.boot()
    return site
  }

  /** Starts the server on the same port and data as before. */
  async boot(): Promise<void> {
    const child = spawn('node', ['server/main.ts'], {
      env: { ...process.env, ...this.#settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    this.#process = child
    while (!(await this.#answers())) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Ends the server at once, as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Lets the server finish, and throws its data away. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
    await rm(this.dataDir, { recursive: true })
  }

  /** Rows of the server's own database. */
  query<Row>(sql: string, ...values: string[]): Row[] {
    const database = new DatabaseSync(path.join(this.dataDir, 'naic.sqlite'), { readOnly: true })
    try {
      return database.prepare(sql).all(...values) as Row[]
    } finally {
      database.close()
    }
  }

  /** The letters in the mail folder, as they would be sent. */
  async letters(): Promise<Buffer[]> {
    const folder = path.join(this.dataDir, 'mail')
    const names = await readdir(folder)
    return Promise.all(
      names
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFile(path.join(folder, name))),
    )
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(this.url)).ok
    } catch {
      return false
    }
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.')
  return address.port
}
