import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { killAt, type NamedWrite } from './kill-at.ts'
import { ServerProcess } from './run-server.ts'

type Settings = Record<string, string>

/** One address sends what many visitors would. */
const oneForMany = { UPLOAD_MB_PER_DAY: '1000000', PAGES_PER_SECOND: '1000000' }

/** The real server on a port and a data folder of its own, which can be killed and started again. */
export class RunningSite {
  readonly url: string
  readonly dataDir: string
  readonly #settings: Settings
  #server: ServerProcess | undefined
  #earlierOutput = ''

  private constructor(port: number, dataDir: string, settings: Settings) {
    this.url = `http://localhost:${port}`
    this.dataDir = dataDir
    this.#settings = { PORT: String(port), DATA_DIR: dataDir, ...oneForMany, ...settings }
  }

  /** @param dataDir unless it is to be a new folder. */
  static async start(settings: Settings = {}, dataDir?: string) {
    dataDir ??= await mkdtemp(path.join(tmpdir(), 'naic-site-'))
    const site = new RunningSite(await freePort(), dataDir, settings)
    await site.boot()
    return site
  }

  /** Starts the server on the same port and data as before, and with these settings changed. */
  async boot(changed: Settings = {}): Promise<void> {
    await this.#spawn(changed).listening()
  }

  /** Starts the server to be killed at a write of its own. @returns once it was. */
  async bootToDie(write: NamedWrite): Promise<void> {
    const { signal } = await this.#spawn(killAt(write)).ending
    if (signal !== 'SIGKILL') throw new Error(`It ended before ${JSON.stringify(write)}.`)
  }

  #spawn(changed: Settings): ServerProcess {
    this.#earlierOutput = this.output
    this.#server = new ServerProcess({ ...this.#settings, ...changed })
    return this.#server
  }

  /** All that it has printed since its first start. */
  get output(): string {
    return this.#earlierOutput + (this.#server ? this.#server.output + this.#server.errors : '')
  }

  /** Ends the server at once, as a power cut would. */
  async kill(): Promise<void> {
    await this.#server?.kill()
  }

  /** Lets the server finish. @returns its exit code, or null if a signal ended it. */
  async finish(): Promise<number | null> {
    this.#server?.signal('SIGTERM')
    return (await this.#server?.ending)?.status ?? null
  }

  /** Lets the server finish, and throws its data away. */
  async stop(): Promise<void> {
    await this.finish()
    await rm(this.dataDir, { recursive: true })
  }

  [Symbol.asyncDispose] = () => this.stop()

  get pid(): number {
    return this.#server?.process.pid ?? 0
  }

  /** What Linux knows of the server's process. */
  get procDir(): string {
    return `/proc/${this.pid}`
  }

  query<Row>(sql: string, ...values: string[]): Row[] {
    const file = path.join(this.dataDir, 'naic.sqlite')
    using database = new DatabaseSync(file, { readOnly: true })
    return database.prepare(sql).all(...values) as Row[]
  }

  async letters(): Promise<Buffer[]> {
    const folder = path.join(this.dataDir, 'mail')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    const letters: Buffer[] = []
    // One after another: there may be more than a process may have open.
    for (const name of names) letters.push(await readFile(path.join(folder, name)))
    return letters
  }
}
