import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCouncil } from '#support/run-council.ts'
import { RunningSite } from '#support/start-site.ts'
import { exchange, attacker, type HostileRequest, inWords, type Answer } from './raw-http.ts'

/** What no answer may give away of the machine. */
const secrets = ['node_modules', 'apps/site/server/http', '.ts:', 'SQLITE', attacker]

/** The real program behind a proxy that names its clients, and all that can be seen of it. */
export class WatchedSite {
  readonly site: RunningSite
  readonly tally = new Tally()
  /** Every id that was acknowledged to a hostile sender. */
  readonly acknowledged = new Set<string>()
  /** Of a certificate that there is. */
  readonly certificateId: string
  readonly #folder: string
  #peakMemory = 0

  private constructor(site: RunningSite, folder: string, certificateId: string) {
    this.site = site
    this.#folder = folder
    this.certificateId = certificateId
  }

  static async start(): Promise<WatchedSite> {
    const folder = await mkdtemp(path.join(tmpdir(), 'naic-rig-'))
    const temporary = path.join(folder, 'tmp')
    await mkdir(temporary)
    const settings = {
      TRUST_PROXY: '127.0.0.1',
      SUBMISSIONS_PER_MINUTE: '1000000',
      LOOKUPS_PER_MINUTE: '1000000',
      TMPDIR: temporary,
    }
    const site = await RunningSite.start(settings, path.join(folder, 'output'))
    await forgetPeakMemory(site)
    return new WatchedSite(site, folder, await issueCertificate(site, folder))
  }

  /**
   * Sends a request and sees to it that what comes of it is no fault of ours.
   *
   * @param kind as it is counted, with the status of the first answer.
   */
  async send(kind: string, request: HostileRequest): Promise<Answer[]> {
    const answers = await exchange(this.site.url, request)
    this.tally.add(kind, answers[0]?.status ?? 'closed')
    for (const answer of answers) {
      const fault = this.#faultOf(answer)
      if (fault) throw new Error(`${fault}\nsent: ${inWords(request)}`)
      if (answer.status === 201) this.acknowledged.add(idIn(answer))
    }
    return answers
  }

  #faultOf({ status, headers, body }: Answer): string | undefined {
    const isDeliberate = status === 503 && headers.has('retry-after')
    if (status >= 500 && !isDeliberate)
      return `Answered ${status}: ${body.toString('utf8', 0, 500)}`
    const told = [...secrets, this.site.dataDir].find((secret) => body.includes(secret))
    return told && `The answer ${status} tells of "${told}".`
  }

  /** All that the server has said: its log and anything else. */
  output(): Promise<string> {
    return readFile(path.join(this.#folder, 'output'), 'utf8')
  }

  /** Files that were made and that nothing of the site's is kept in. */
  async leftFiles(): Promise<string[]> {
    const kept = await readdir(this.site.dataDir, { recursive: true, withFileTypes: true })
    const others = await readdir(path.join(this.#folder, 'tmp'))
    const names = kept
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.site.dataDir, path.join(entry.parentPath, entry.name)))
    return [...names.filter((name) => !ours.test(name)), ...others]
  }

  /** The most memory that the process has held at a time since it was started, in MB. */
  async peakMemory(): Promise<number> {
    const status = await readFile(`${this.site.procDir}/status`, 'utf8').catch(() => '')
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status)?.[1]
    if (kilobytes !== undefined) this.#peakMemory = Number(kilobytes) / 1024
    return this.#peakMemory
  }

  /** How many files and connections the process holds open. */
  async openFiles(): Promise<number> {
    return (await readdir(`${this.site.procDir}/fd`)).length
  }

  async stop(): Promise<void> {
    await this.site.stop()
    await rm(this.#folder, { recursive: true })
  }
}

/** Compressing the pages at the start takes more than anything later: proc(5), "clear_refs". */
const forgetPeakMemory = (site: RunningSite) => writeFile(`${site.procDir}/clear_refs`, '5')

/** What the data folder may hold. */
const ours =
  /^(naic\.sqlite(-wal|-shm)?|server\.lock|keys\/.*|resumes\/[0-9a-f-]{36}|mail\/[\w-]+\.eml)$/

const idIn = ({ body }: Answer) => (JSON.parse(body.toString()) as { id: string }).id

async function issueCertificate(site: RunningSite, folder: string): Promise<string> {
  const [orders, results] = [path.join(folder, 'orders.csv'), path.join(folder, 'results.csv')]
  await writeFile(
    orders,
    'reference,holder,domain,duration,verified_on\nrig,Asha Sample,Web Development,4 Weeks,2026-03-14\n',
  )
  const words = ['certificates', 'issue', '--csv', orders, '--results', results]
  const { errors } = await runCouncil(site.dataDir, words, { SITE_URL: site.url })
  const id = /NAIC\d\d[A-Z0-9]{8}/.exec(await readFile(results, 'utf8'))?.[0]
  if (!id) throw new Error(`No certificate was issued: ${errors}`)
  return id
}

/** How often what came of which kind of request. */
class Tally {
  readonly #kinds = new Map<string, Map<string, number>>()

  add(kind: string, outcome: string | number): void {
    const outcomes = this.#kinds.get(kind) ?? new Map<string, number>()
    this.#kinds.set(kind, outcomes)
    outcomes.set(String(outcome), (outcomes.get(String(outcome)) ?? 0) + 1)
  }

  count(kind: string, outcome: string | number): number {
    return this.#kinds.get(kind)?.get(String(outcome)) ?? 0
  }

  /** One line a kind. */
  toString(): string {
    return [...this.#kinds]
      .map(([kind, outcomes]) => {
        const counts = [...outcomes].sort(([a], [b]) => a.localeCompare(b))
        const all = counts.reduce((sum, [, count]) => sum + count, 0)
        return `  ${kind}: ${all} (${counts.map(([outcome, n]) => `${outcome}: ${n}`).join(', ')})`
      })
      .join('\n')
  }
}
