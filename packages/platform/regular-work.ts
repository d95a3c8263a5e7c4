import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

type Times = {
  /** After the start, in milliseconds: one has enough to do, and copies that start together need not begin together. */
  firstAfterMs: { least: number; most: number }
  /** From the end of one to the next; undefined: never. */
  everyMs: number | undefined
}

/**
 * Something that is done regularly beside what visitors need. In between it rests for as long as it has
 * worked, so that they have at least half of the time.
 */
export abstract class RegularWork {
  readonly #times: Times
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(times: Times) {
    this.#times = times
  }

  /**
   * @param rest is to be waited for in between; it throws once all is to end.
   * @param stop is aborted once all is to end.
   */
  protected abstract work(rest: () => Promise<void>, stop: AbortSignal): Promise<void>

  /** Says what kept it from being done; not where it was told to stop. */
  protected abstract sayFailed(error: unknown): void

  start(): void {
    const { firstAfterMs, everyMs } = this.#times
    if (everyMs !== undefined)
      this.#after(randomInt(firstAfterMs.least, firstAfterMs.most), everyMs)
  }

  /** Breaks off at the next rest. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  #after(ms: number, everyMs: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.run().finally(() => {
        if (!this.#stopping.signal.aborted) this.#after(everyMs, everyMs)
      })
    }, ms)
    this.#timer.unref()
  }

  /** Once. Never throws. */
  async run(): Promise<void> {
    try {
      await this.work(this.#rest(), this.#stopping.signal)
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.sayFailed(error)
    }
  }

  /** @returns what rests for as long as was worked since it did last, and ends all when told to stop. */
  #rest(): () => Promise<void> {
    const { signal } = this.#stopping
    let since = performance.now()
    return async () => {
      await sleep(performance.now() - since, undefined, { signal })
      since = performance.now()
    }
  }
}
