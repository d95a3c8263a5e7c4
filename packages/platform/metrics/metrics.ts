import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { StoredFigures } from './stored-figures.ts'

/** Up to the longest that a request may take, which is a resume on a slow phone. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** What answers before any route is asked: a page or another file of the site, out of memory. */
export type FromMemory = 'page' | 'file'

/**
 * What is going on in this process, for Prometheus. Labels are taken from short lists of ours: no
 * address, and nothing that a visitor sent.
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

  readonly #logFaults = new Gauge({
    name: 'naic_certificate_log_faults',
    help: 'What the last check of the whole log of certificates found wrong; nothing before the first.',
    registers: [this.#registry],
  })
  readonly #logVerified = new Gauge({
    name: 'naic_certificate_log_verified_timestamp_seconds',
    help: 'When the last check of the whole log of certificates was over, in seconds since 1970; nothing before the first.',
    registers: [this.#registry],
  })

  readonly #databaseFaults = new Gauge({
    name: 'naic_database_faults',
    help: 'Damage that SQLite found when its file was last looked through; nothing before the first time, or with PostgreSQL.',
    registers: [this.#registry],
  })
  readonly #unclaimedResumes = new Gauge({
    name: 'naic_resumes_unclaimed',
    help: 'Resumes that belong to no application and were too many for the last sweep, which left them; nothing before the first.',
    registers: [this.#registry],
  })

  constructor(database: Database) {
    this.#stored = new StoredFigures(database, this.#registry)
    // Without labels they would be 0, which says that all is right.
    this.#logFaults.remove()
    this.#logVerified.remove()
    this.#databaseFaults.remove()
    this.#unclaimedResumes.remove()
    // Under the names that dashboards know: process_… and nodejs_….
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Costs a fifth of a microsecond: most requests are of this kind. */
  answeredFromMemory(what: FromMemory, method: string | undefined, status: number): void {
    this.#requests.inc({ route: `${what} in memory`, method: methodLabel(method), status })
  }

  /**
   * @param route pattern of the route that answered, or "none".
   * @param status `'none'` for a sender who was gone before there was an answer.
   * @param seconds undefined where the request was not worked on.
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
    const gauge: Gauge = new Gauge({
      name: 'naic_uploads_in_flight',
      help: 'Forms that are being received; more than 300 at a time are sent away.',
      registers: [this.#registry],
      collect: () => gauge.set(count()),
    })
  }

  /** @param isBraked says whether letters wait because so many have gone out. */
  watchOutbox(isBraked: () => boolean): void {
    const gauge: Gauge = new Gauge({
      name: 'naic_outbox_braked',
      help: '1 while letters wait because LETTERS_PER_HOUR of them have gone out within the hour.',
      registers: [this.#registry],
      collect: () => gauge.set(isBraked() ? 1 : 0),
    })
  }

  /** @param room says how much there is on the disk of the data folder. */
  watchDisk(room: () => Promise<{ freeBytes: number }>): void {
    const gauge: Gauge = new Gauge({
      name: 'naic_disk_free_bytes',
      help: 'Free on the disk that uploads are received on, which is that of the data folder.',
      registers: [this.#registry],
      collect: async () => {
        const free = await room().catch(() => undefined)
        if (free) gauge.set(free.freeBytes)
        else gauge.remove()
      },
    })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Never waits long: what the database does not say in time is left out. */
  async text(): Promise<string> {
    await this.#stored.refresh()
    return this.#registry.metrics()
  }
}

const methodLabel = (method = '') => (methods.has(method) ? method : 'other')
