import { ConfigError } from '@naic/platform/config-error.ts'
import { type Database, NoRight } from '@naic/platform/database/database.ts'
import { isOfPeople, tablesThat } from '@naic/platform/database/tables.ts'
import type { Log } from '@naic/platform/log.ts'
import { RegularWork } from '@naic/platform/regular-work.ts'
import { removeExpired, type RetentionPlaces } from './remove-expired.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
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
 * Removes what is older than RETENTION_DAYS, some ten minutes after the start and then every hour. What
 * it has in hand when it is stopped is finished; it goes on after the next start.
 */
export class RegularRetention extends RegularWork {
  readonly #parts: Parts

  constructor(parts: Parts) {
    super({ firstAfterMs, everyMs: parts.days === undefined ? undefined : hourMs })
    this.#parts = parts
  }

  /** Says nothing where there was nothing to remove. */
  protected async work(rest: () => Promise<void>): Promise<void> {
    const { places, log, days, now = () => new Date() } = this.#parts
    if (days === undefined) return
    const time = now()
    const before = keptSince(days, time)
    const removed = await removeExpired(places, { before, who: 'server', now: time }, rest)
    const { rows, resumesLeft, letterFiles } = removed
    const counts = { ...rows, resumesLeft, letterFiles }
    if (Object.values(counts).some((count) => count > 0)) {
      log.info({ ...counts, days }, 'retention: removed what was older')
    }
  }

  protected sayFailed(error: unknown): void {
    const reason = error instanceof NoRight ? howToGrant : (error as Error).message
    this.#parts.log.error({ reason }, 'retention: could not remove what is older')
  }
}

/**
 * What the site promises its visitors must be possible.
 *
 * @throws ConfigError where RETENTION_DAYS is set and the database's user may not delete rows.
 */
export async function requireRightToRemove(
  { build, atomic, schema }: Database,
  days: number | undefined,
): Promise<void> {
  if (days === undefined) return
  try {
    // No row is named so by any of its keys; a right is asked for all the same.
    await atomic(
      tablesThat(schema, isOfPeople).map((table) =>
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
