import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { commit, version } from '@naic/store/this-version.ts'

/** Up to the longest that a request may take, which is a resume on a slow phone. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** Of prom-client's own: gauges with the name of a counter, and sums of others that are there as well. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

/**
 * What any of our web servers counts, for Prometheus: its requests, what its process holds, and gauges of
 * its own. Labels come from our own short lists: no address, and nothing that somebody sent.
 */
export class RequestMetrics<Name extends string = string> {
  protected readonly registry = new Registry()
  readonly #requests: Counter
  readonly #durations: Histogram
  readonly #gauges: Record<Name, Gauge>
  readonly #watched = new Map<Name, () => number | undefined | Promise<number | undefined>>()

  /** @param gauges by name, what they are. None has a value until it is set: 0 would say that all is right. */
  constructor(prefix: string, gauges: Readonly<Record<Name, string>>) {
    const registers = [this.registry]
    this.#requests = this.counter(
      `${prefix}_http_requests_total`,
      'Requests answered, by pattern of the route. "page in memory" and "file in memory" passed no route; "none" was refused before.',
      ['route', 'method', 'status'],
    )
    this.#durations = new Histogram({
      name: `${prefix}_http_request_duration_seconds`,
      help: 'From the first line of a request to the end of its answer, uploading included. Without pages and files in memory.',
      labelNames: ['route', 'method'],
      buckets: secondsBuckets,
      registers,
    })
    new Gauge({
      name: 'naic_build_info',
      help: 'Always 1: which version runs, of which commit, on which Node.',
      labelNames: ['version', 'commit', 'node'],
      registers,
    }).set({ version, commit, node: process.versions.node }, 1)
    const made = Object.entries<string>(gauges).map(([name, help]) => {
      return [name, new Gauge({ name, help, registers })]
    })
    this.#gauges = Object.fromEntries(made)
    for (const name in gauges) this.set(name, undefined)
    // Under the names that dashboards know: process_… and nodejs_….
    collectDefaultMetrics({ register: this.registry })
    for (const name of misnamed) this.registry.removeSingleMetric(name)
  }

  /**
   * @param route its pattern, or "none".
   * @param status `'none'` for a sender who was gone before there was an answer.
   * @param seconds undefined if the request was refused at once, or answered from memory.
   */
  answered(route: string, method = '', status: number | 'none', seconds?: number): void {
    const labels = { route, method: methods.has(method) ? method : 'other' }
    this.#requests.inc({ ...labels, status })
    if (seconds !== undefined) this.#durations.observe(labels, seconds)
  }

  /** Counts from 0 what may be rare: of a counter that appears with its first failure, no increase is known. */
  expect(route: string, method: string, statuses: readonly number[]): void {
    for (const status of statuses) this.#requests.inc({ route, method, status }, 0)
  }

  protected counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  /** @param value undefined leaves the gauge out. */
  set(name: Name, value: number | undefined): void {
    if (value === undefined) this.#gauges[name].remove()
    else this.#gauges[name].set(value)
  }

  /** Sets a gauge at each scrape; what fails leaves it out. */
  watch(name: Name, measure: () => number | undefined | Promise<number | undefined>): void {
    this.#watched.set(name, measure)
  }

  get contentType(): string {
    return this.registry.contentType
  }

  async text(): Promise<string> {
    const measuring = [...this.#watched].map(async ([name, measure]) => {
      this.set(name, await (async () => measure())().catch(() => undefined))
    })
    await Promise.all(measuring)
    return this.registry.metrics()
  }
}
