import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '@naic/site/server/dev/free-port.ts'

/** What comes from this one address stands for many visitors. */
const oneForMany = { UPLOAD_MB_PER_DAY: '1000000', PAGES_PER_SECOND: '1000000' }

/** The real server, as `npm run serve` runs it, on a port and a data folder of its own. */
export class RunningSite {
  readonly url: string
  readonly dataDir: string
  readonly #settings: Record<string, string>
  readonly #outputFile: string | undefined
  #process: ChildProcess | undefined

  private constructor(
    port: number,
    dataDir: string,
    settings: Record<string, string>,
    outputFile: string | undefined,
  ) {
    this.url = `http://localhost:${port}`
    this.dataDir = dataDir
    this.#settings = {
      PORT: String(port),
      DATA_DIR: dataDir,
      SAMPLE_CERTIFICATES: 'on',
      ...oneForMany,
      ...settings,
    }
    this.#outputFile = outputFile
  }

  /**
   * @param settings of the server beyond port and data folder.
   * @param outputFile where all that it says is added; without it, its log goes nowhere.
   * @param dataDir where it is not to be a new folder.
   */
  static async start(
    settings: Record<string, string> = {},
    outputFile?: string,
    dataDir?: string,
  ): Promise<RunningSite> {
    dataDir ??= await mkdtemp(path.join(tmpdir(), 'naic-site-'))
    const site = new RunningSite(await freePort(), dataDir, settings, outputFile)
    await site.boot()
    return site
  }

  /** Starts the server on the same port and data as before. */
  async boot(): Promise<void> {
    const { NODE_ENV: _ofTheTests, ...environment } = process.env
    const output = this.#outputFile === undefined ? undefined : openSync(this.#outputFile, 'a')
    const child = spawn('node', ['apps/site/server/serve.js'], {
      env: { ...environment, ...this.#settings },
      stdio: ['ignore', output ?? 'ignore', output ?? 'inherit'],
    })
    if (output !== undefined) closeSync(output)
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

  /** Lets the server finish. @returns its exit code; null where a signal ended it. */
  async finish(): Promise<number | null> {
    await this.#end('SIGTERM')
    return this.#process?.exitCode ?? null
  }

  /** Lets the server finish, and throws its data away. */
  async stop(): Promise<void> {
    await this.finish()
    await rm(this.dataDir, { recursive: true })
  }

  /** Of the server's process. */
  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** What Linux knows of the server's process: a file of /proc. */
  get procDir(): string {
    return `/proc/${this.pid}`
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
    const letters: Buffer[] = []
    // One after another: there may be more than a process may have open.
    for (const name of names.filter((each) => each.endsWith('.eml'))) {
      letters.push(await readFile(path.join(folder, name)))
    }
    return letters
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
