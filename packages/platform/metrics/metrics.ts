import { setTimeout as sleep } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { countUnsent } from '../mail/stored-letters.ts'

/** Up to the longest that a request may take, which is a resume on a slow phone. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** What answers before any route is asked: a page or another file of the site, out of memory. */
export type FromMemory = 'page' | 'file'

/**
 * What goes on in this process, for Prometheus. Labels come from our own short lists: no address, and
 * nothing that a visitor sent.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #stored: StoredFigures
  readonly #requests = new Counter({
    name: 'naic_http_requests_total',
    help: 'Requests answered, by pattern of the route. "page in memory" and "file in memory" passed no route; "none" was refused before.',
    labelNames: ['route', 'method', 'status'],
    registers: [this.#registry],
  })
  readonly #durations = new Histogram({
    name: 'naic_http_request_duration_seconds',
    help: 'From the first line of a request to the end of its answer, uploading included. Without pages and files in memory.',
    labelNames: ['route', 'method'],
    buckets: secondsBuckets,
    registers: [this.#registry],
  })

  readonly #logFaults = this.#gauge(
    'naic_certificate_log_faults',
    'What the last check of the whole log of certificates found wrong; nothing before the first.',
  )
  readonly #logVerified = this.#gauge(
    'naic_certificate_log_verified_timestamp_seconds',
    'When the last check of the whole log of certificates was over, in seconds since 1970; nothing before the first.',
  )
  readonly #databaseFaults = this.#gauge(
    'naic_database_faults',
    'Damage that SQLite found when its file was last looked through; nothing before the first time, or with PostgreSQL.',
  )
  readonly #unclaimedResumes = this.#gauge(
    'naic_resumes_unclaimed',
    'Resumes that belong to no application and were too many for the last sweep, which left them; nothing before the first.',
  )

  constructor(database: Database) {
    this.#stored = new StoredFigures(database, this.#registry)
    // Under the names that dashboards know: process_… and nodejs_….
    collectDefaultMetrics({ register: this.#registry })
  }

  /** A gauge that has no value yet: 0 would say that all is right. */
  #gauge(name: string, help: string): Gauge {
    const gauge = new Gauge({ name, help, registers: [this.#registry] })
    gauge.remove()
    return gauge
  }

  /** Costs a fifth of a microsecond: most requests are of this kind. */
  answeredFromMemory(what: FromMemory, method: string | undefined, status: number): void {
    this.#requests.inc({ route: `${what} in memory`, method: methodLabel(method), status })
  }

  /**
   * @param route pattern of the route that answered, or "none".
   * @param status `'none'` for a sender who was gone before there was an answer.
   * @param seconds undefined if the request was refused at once.
   */
  answered(route: string, method: string, status: number | 'none', seconds?: number): void {
    const labels = { route, method: methodLabel(method) }
    this.#requests.inc({ ...labels, status })
    if (seconds !== undefined) this.#durations.observe(labels, seconds)
  }

  /** The outcome of a check of the whole log. */
  verifiedLog({ faults, at }: { faults: number; at: Date }): void {
    this.#logFaults.set(faults)
    this.#logVerified.set(Math.floor(at.getTime() / 1000))
  }

  foundDamage(faults: number): void {
    this.#databaseFaults.set(faults)
  }

  /** @param left how many the last sweep left, since they were too many. */
  sweptResumes(left: number): void {
    this.#unclaimedResumes.set(left)
  }

  /** @param count says how many forms are being received. */
  watchUploads(count: () => number): void {
    this.#watch(
      'naic_uploads_in_flight',
      'Forms that are being received; more than 300 at a time are sent away.',
      count,
    )
  }

  /** @param isBraked says whether letters wait because so many have gone out. */
  watchOutbox(isBraked: () => boolean): void {
    this.#watch(
      'naic_outbox_braked',
      '1 while letters wait because LETTERS_PER_HOUR of them have gone out within the hour.',
      () => (isBraked() ? 1 : 0),
    )
  }

  /** @param room says how much there is on the disk of the data folder. */
  watchDisk(room: () => Promise<{ freeBytes: number }>): void {
    this.#watch(
      'naic_disk_free_bytes',
      'Free on the disk that uploads are received on, which is that of the data folder.',
      async () => (await room().catch(() => undefined))?.freeBytes,
    )
  }

  /** @param measure is called at each scrape; undefined leaves the value out. */
  #watch(name: string, help: string, measure: () => number | Promise<number | undefined>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await measure()
        if (value === undefined) gauge.remove()
        else gauge.set(value)
      },
    })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Never waits long: it leaves out what the database does not say in time. */
  async text(): Promise<string> {
    await this.#stored.refresh()
    return this.#registry.metrics()
  }
}

const methodLabel = (method = '') => (methods.has(method) ? method : 'other')

/** A collector gives up after ten seconds, and would then have nothing at all. */
const patienceMs = 2_000

/** Figures from the database, which it is asked for at each scrape. */
class StoredFigures {
  readonly #database: Database
  readonly #up: Gauge
  readonly #letters: Gauge<'state'>
  readonly #oldest: Gauge
  readonly #entries: Gauge
  /** A database that does not answer is not asked again meanwhile. */
  #asked: Promise<Answer | undefined> | undefined

  constructor(database: Database, registry: Registry) {
    this.#database = database
    const registers = [registry]
    this.#up = new Gauge({
      name: 'naic_database_up',
      help: '1 if the database answered this scrape within two seconds; 0 if not, and what it knows is left out.',
      registers,
    })
    this.#letters = new Gauge({
      name: 'naic_outbox_letters',
      help: 'Letters that were not sent: waiting for their turn or for another try, refused for good, given up. Counted up to 100,000 in all.',
      labelNames: ['state'],
      registers,
    })
    this.#oldest = new Gauge({
      name: 'naic_outbox_oldest_waiting_seconds',
      help: 'Age of the oldest letter that is waiting; 0 if none is.',
      registers,
    })
    this.#entries = new Gauge({
      name: 'naic_certificate_log_entries',
      help: 'Entries of the log of certificates, which only grows.',
      registers,
    })
  }

  /** Sets the gauges, or takes their values away. Never throws, and waits two seconds at most. */
  async refresh(): Promise<void> {
    this.#asked ??= ask(this.#database).finally(() => (this.#asked = undefined))
    const stop = new AbortController()
    const late = sleep(patienceMs, undefined, { signal: stop.signal }).catch(() => undefined)
    const answer = await Promise.race([this.#asked, late])
    stop.abort()
    this.#up.set(answer ? 1 : 0)
    if (answer) this.#set(answer)
    else {
      this.#letters.reset()
      // A gauge without labels would be 0.
      this.#oldest.remove()
      this.#entries.remove()
    }
  }

  #set({ letters: { waiting, refused, gaveUp, oldest }, entries }: Answer): void {
    this.#letters.set({ state: 'waiting' }, waiting)
    this.#letters.set({ state: 'refused' }, refused)
    this.#letters.set({ state: 'given_up' }, gaveUp)
    const ageMs = oldest === null ? 0 : Date.now() - Date.parse(oldest)
    this.#oldest.set(Math.max(0, ageMs) / 1000)
    this.#entries.set(entries)
  }
}

type Answer = Awaited<ReturnType<typeof ask>> & object

/** @returns undefined if the database does not answer. */
async function ask({ build, readTogether }: Database) {
  try {
    const [[letters], [log]] = await readTogether([
      countUnsent(build).compile(),
      build
        .selectFrom('log_entry')
        .select(({ fn }) => fn.max('position').as('last'))
        .compile(),
    ])
    if (!letters) return undefined
    const { waiting, refused, gaveUp, oldest } = letters
    const counts = { waiting: Number(waiting), refused: Number(refused), gaveUp: Number(gaveUp) }
    return { letters: { ...counts, oldest }, entries: Number(log?.last ?? -1) + 1 }
  } catch {
    return undefined
  }
}
