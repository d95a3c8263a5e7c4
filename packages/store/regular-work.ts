import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

type Plan = {
  /** What the log says with the reason when it failed; not if it was stopped. */
  failed: string
  /** After the start, in milliseconds; random, so that copies that start together do not begin together. */
  firstAfterMs: { least: number; most: number }
  /** From the end of one run to the next. */
  everyMs: number
}

/**
 * Work that is done regularly, besides what visitors need. It rests for as long as it has worked, so that
 * visitors have at least half of the time.
 */
export abstract class RegularWork<Parts extends { log: Pick<Log, 'error'> }> {
  protected readonly parts: Parts
  readonly #plan: Plan
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(parts: Parts, plan: Plan) {
    this.parts = parts
    this.#plan = plan
  }

  /** @param rest must be awaited in between. Once the work must stop, it throws, and `stop` is aborted. */
  protected abstract work(rest: () => Promise<void>, stop: AbortSignal): Promise<void>

  protected reasonOf(error: unknown): string {
    return (error as Error).message
  }

  start(): void {
    const { least, most } = this.#plan.firstAfterMs
    this.#after(randomInt(least, most))
  }

  /** Breaks off at the next rest. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  #after(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.run().finally(() => {
        if (!this.#stopping.signal.aborted) this.#after(this.#plan.everyMs)
      })
    }, ms)
    this.#timer.unref()
  }

  /** Once. Never throws. */
  async run(): Promise<void> {
    try {
      await this.work(this.#rest(), this.#stopping.signal)
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      this.parts.log.error({ reason: this.reasonOf(error) }, this.#plan.failed)
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
