import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { newFolder } from './opened.ts'
import { RunningSite } from './start-site.ts'
import { type Answer, attacker, exchange, type HostileRequest, inWords } from './raw-http.ts'

/** What no answer may give away of the machine. */
const secrets = ['node_modules', 'apps/site/server/http', '.ts:', 'SQLITE', attacker]

/** What the data folder may hold. */
const kept =
  /^(naic\.sqlite(-wal|-shm)?|server\.lock|keys\/.*|resumes\/[0-9a-f-]{36}|mail\/[\w-]+\.eml)$/

/** The real program behind a proxy that names its clients, and all that can be seen of it. */
export class WatchedSite {
  readonly site: RunningSite
  readonly acknowledged = new Set<string>()
  readonly #folder: Awaited<ReturnType<typeof newFolder>>
  #filesAtStart = 0

  private constructor(site: RunningSite, folder: Awaited<ReturnType<typeof newFolder>>) {
    this.site = site
    this.#folder = folder
  }

  static async start(): Promise<WatchedSite> {
    const folder = await newFolder()
    const site = await RunningSite.start({
      TRUST_PROXY: '127.0.0.1',
      SUBMISSIONS_PER_MINUTE: '1000000',
      LOOKUPS_PER_MINUTE: '1000000',
      TMPDIR: folder.path,
    })
    // Compressing the pages at the start takes more memory than anything later: proc(5), "clear_refs".
    await writeFile(`${site.procDir}/clear_refs`, '5')
    const watched = new WatchedSite(site, folder)
    watched.#filesAtStart = await watched.#openFiles()
    return watched
  }

  /** Sends a request. @throws if what comes of it is the server's fault. */
  async send(request: HostileRequest): Promise<Answer[]> {
    const answers = await exchange(this.site.url, request)
    for (const answer of answers) {
      const fault = this.#faultOf(answer)
      if (fault) throw new Error(`${fault}\nsent: ${inWords(request)}`)
      if (answer.status !== 201) continue
      this.acknowledged.add((JSON.parse(answer.body.toString()) as { id: string }).id)
    }
    return answers
  }

  #faultOf({ status, headers, body }: Answer): string | undefined {
    const isDeliberate = status === 503 && headers.has('retry-after')
    if (status >= 500 && !isDeliberate)
      return `Answered ${status}: ${body.toString('utf8', 0, 500)}`
    const told = [...secrets, this.site.dataDir].find((secret) => body.includes(secret))
    return told && `The answer ${status} gives away "${told}".`
  }

  /** Files that were made and that nothing of the site's is kept in. */
  async leftFiles(): Promise<string[]> {
    const { dataDir } = this.site
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)))
    return [...names.filter((name) => !kept.test(name)), ...(await readdir(this.#folder.path))]
  }

  /** The most memory that the process has held at a time since it was started, in MB. */
  async peakMemory(): Promise<number> {
    const status = await readFile(`${this.site.procDir}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
  }

  /** No connection but those of the honest, no upload, and no resume without its application. */
  async expectNothingLeft(): Promise<void> {
    const { dataDir } = this.site
    await expect.poll(() => this.#openFiles()).toBeLessThanOrEqual(this.#filesAtStart + 10)
    await expect.poll(() => readdir(path.join(dataDir, 'tmp'))).toEqual([])
    const rows = this.site.query<{ resume_key: string }>('SELECT resume_key FROM application')
    const resumes = await readdir(path.join(dataDir, 'resumes'))
    expect(resumes.sort()).toEqual(rows.map(({ resume_key: key }) => key).sort())
  }

  async #openFiles(): Promise<number> {
    return (await readdir(`${this.site.procDir}/fd`)).length
  }

  async stop(): Promise<void> {
    await this.site.stop()
    await this.#folder.remove()
  }
}
