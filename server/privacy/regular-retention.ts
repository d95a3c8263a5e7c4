import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config-error.ts'
import { type Database, NoRight } from '../database/database.ts'
import { tablesOfPeople } from '../database/tables-of-people.ts'
import type { Log } from '../log.ts'
import { removeExpired, type RetentionPlaces } from './remove-expired.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** A start has enough to do, and copies that start together need not begin together. */
const firstAfterMs = { least: 8 * minuteMs, most: 12 * minuteMs }

const howToGrant =
  'Grant it, as docs/beyond-one-server.md has it under RETENTION_DAYS, or remove the setting.'

type Parts = {
  places: RetentionPlaces
  log: Log
  /** Undefined: nothing is removed for its age. */
  days: number | undefined
  /** What time it is. */
  now?: () => Date
}

/** @returns the time from which on things are kept. */
export const keptSince = (days: number, now: Date): Date => new Date(now.getTime() - days * dayMs)

/**
 * Removes what is older than RETENTION_DAYS, some ten minutes after the start and then every hour. In
 * between it rests for as long as it has worked, so that visitors have at least half of the time.
 */
export class RegularRetention {
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    if (this.#parts.days !== undefined) {
      this.#after(randomInt(firstAfterMs.least, firstAfterMs.most))
    }
  }

  /** Finishes the rows that it has in hand, and goes on after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  #after(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.run().finally(() => {
        if (!this.#stopping.signal.aborted) this.#after(hourMs)
      })
    }, ms)
    this.#timer.unref()
  }

  /** Once. Never throws, and says nothing where there was nothing to remove. */
  async run(): Promise<void> {
    const { places, log, days, now = () => new Date() } = this.#parts
    if (days === undefined) return
    try {
      const time = now()
      const before = keptSince(days, time)
      const removed = await removeExpired(
        places,
        { before, who: 'server', now: time },
        this.#rest(),
      )
      if (Object.values(removed).some((count) => count > 0)) {
        log.info({ ...removed, days }, 'retention: removed what was older')
      }
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      const reason = error instanceof NoRight ? howToGrant : (error as Error).message
      log.error({ reason }, 'retention: could not remove what is older')
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

/**
 * What the site promises its visitors must be possible.
 *
 * @throws ConfigError where RETENTION_DAYS is set and the database's user may not delete rows.
 */
export async function requireRightToRemove(
  { build, atomic }: Database,
  days: number | undefined,
): Promise<void> {
  if (days === undefined) return
  try {
    // No row is named so by any of its keys; a right is asked for all the same.
    await atomic(
      tablesOfPeople.map((table) =>
        build
          .deleteFrom(table)
          .where(({ lit }) => lit(false))
          .compile(),
      ),
    )
  } catch (error) {
    if (!(error instanceof NoRight)) throw error
    throw new ConfigError(
      `RETENTION_DAYS is ${days}, but the user of DATABASE_URL may not delete what is older. ${howToGrant}`,
    )
  }
}
