import type { Log } from '#server/log.ts'
import { RegularWork } from '#server/regular-work.ts'
import type { Registry } from '../registry.ts'
import { verifyLog } from './verify-log.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
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
 * in the database is found without anybody thinking of it. It rests between two stretches of the log.
 */
export class RegularVerification extends RegularWork {
  readonly #parts: Parts

  constructor(parts: Parts) {
    const { everyHours } = parts
    super({ firstAfterMs, everyMs: everyHours > 0 ? everyHours * hourMs : undefined })
    this.#parts = parts
  }

  protected async work(rest: () => Promise<void>): Promise<void> {
    const { registry, log, tell } = this.#parts
    const begun = performance.now()
    const { faults, ...counted } = await verifyLog(registry, rest)
    tell({ faults: faults.length, at: new Date() })
    const told = { ...counted, seconds: Math.round((performance.now() - begun) / 1000) }
    if (faults.length === 0) log.info(told, 'verify: the log of certificates is as it was signed')
    else {
      log.error(
        { ...told, count: faults.length, faults: faults.slice(0, mostNamed) },
        'verify: the log of certificates is not as it was signed; run "npm run --silent council -- log verify"',
      )
    }
  }

  protected sayFailed(error: unknown): void {
    const { log } = this.#parts
    log.error({ reason: (error as Error).message }, 'verify: broke off, and says nothing')
  }
}
