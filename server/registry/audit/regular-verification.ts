import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/log.ts'
import type { Registry } from '../registry.ts'
import { verifyLog } from './verify-log.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** A start has enough to do, and copies that start together need not read together. */
const firstAfterMs = { least: 3 * minuteMs, most: 10 * minuteMs }
/** What a line of the log has room for; `log verify` names the rest. */
const mostNamed = 20

type Parts = {
  registry: Registry
  log: Log
  /** From one to the next; 0: never. */
  everyHours: number
  /** Told the outcome of each, for who watches. */
  tell: (outcome: { faults: number; at: Date }) => void
}

/**
 * Does what `log verify` does, some minutes after the start and then regularly: what somebody changes
 * in the database is found without anybody thinking of it. Between two stretches of the log it rests
 * for as long as the one before took, so that visitors have at least half of the time.
 */
export class RegularVerification {
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    if (this.#parts.everyHours > 0) this.#after(randomInt(firstAfterMs.least, firstAfterMs.most))
  }

  /** Breaks off what is looked at just now. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  #after(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.run().finally(() => {
        if (!this.#stopping.signal.aborted) this.#after(this.#parts.everyHours * hourMs)
      })
    }, ms)
    this.#timer.unref()
  }

  /** One of them. Never throws. */
  async run(): Promise<void> {
    const { registry, log, tell } = this.#parts
    const begun = performance.now()
    try {
      const { faults, ...counted } = await verifyLog(registry, this.#rest())
      tell({ faults: faults.length, at: new Date() })
      const told = { ...counted, seconds: Math.round((performance.now() - begun) / 1000) }
      if (faults.length === 0) log.info(told, 'verify: the log of certificates is as it was signed')
      else {
        log.error(
          { ...told, count: faults.length, faults: faults.slice(0, mostNamed) },
          'verify: the log of certificates is not as it was signed; run "npm run --silent council -- log verify"',
        )
      }
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      log.error({ reason: (error as Error).message }, 'verify: broke off, and says nothing')
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
