import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

type Times = {
  /** After the start, in milliseconds; random, so that copies that start together do not begin together. */
  firstAfterMs: { least: number; most: number }
  /** From the end of one run to the next; undefined: never. */
  everyMs: number | undefined
}

/**
 * Work that is done regularly, besides what visitors need. It rests for as long as it has worked, so that
 * visitors have at least half of the time.
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
   * @param rest must be awaited in between; it throws once the work must stop.
   * @param stop is aborted once the work must stop.
   */
  protected abstract work(rest: () => Promise<void>, stop: AbortSignal): Promise<void>

  /** Logs why it failed; not called if it was stopped. */
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

  /** @returns a function that rests for as long as the work took since the last rest. */
  #rest(): () => Promise<void> {
    const { signal } = this.#stopping
    let since = performance.now()
    return async () => {
      await sleep(performance.now() - since, undefined, { signal })
      since = performance.now()
    }
  }
}
