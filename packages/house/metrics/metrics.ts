import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import type { Database } from '@naic/store/database/database.ts'
import { countUnsent } from '@naic/store/mail/stored-letters.ts'
import { RequestMetrics } from './request-metrics.ts'

/** What answers before any route is asked: a page or another file of the site, out of memory. */
export type FromMemory = 'page' | 'file'

/** What goes on in the site's server, for Prometheus. */
export class Metrics extends RequestMetrics {
  readonly #database: Database
  readonly #countSilent: () => Promise<number>
  /** A database that does not answer is not asked again meanwhile. */
  #asked: Promise<Answer | undefined> | undefined

  readonly #up = this.gauge(
    'naic_database_up',
    '1 if the database answered this scrape within two seconds; 0 if not, and what it knows is left out.',
  )
  readonly #letters = new Gauge({
    name: 'naic_outbox_letters',
    help: 'Letters that were not sent: waiting for their turn or for another try, refused for good, given up. Counted up to 100,000 in all.',
    labelNames: ['state'],
    registers: [this.registry],
  })
  readonly #stored = {
    oldestSeconds: this.gauge(
      'naic_outbox_oldest_waiting_seconds',
      'Age of the oldest letter that is waiting; 0 if none is.',
    ),
    entries: this.gauge(
      'naic_certificate_log_entries',
      'Entries of the log of certificates, which only grows.',
    ),
    silent: this.gauge(
      'naic_witnesses_silent',
      'Of the witnesses that WITNESSES names, those that signed nothing within a day.',
    ),
  }
  readonly #logFaults = this.gauge(
    'naic_certificate_log_faults',
    'What the last check of the whole log of certificates found wrong; nothing before the first.',
  )
  readonly #logVerified = this.gauge(
    'naic_certificate_log_verified_timestamp_seconds',
    'When the last check of the whole log of certificates was over, in seconds since 1970; nothing before the first.',
  )
  readonly #databaseFaults = this.gauge(
    'naic_database_faults',
    'Damage that SQLite found when its file was last looked through; nothing before the first time, or with PostgreSQL.',
  )
  readonly #unclaimedResumes = this.gauge(
    'naic_resumes_unclaimed',
    'Resumes that belong to no application and were too many for the last sweep, which left them; nothing before the first.',
  )

  /** @param countSilent says how many witnesses of the log are silent, by the rows of the database. */
  constructor(database: Database, countSilent = async () => 0) {
    super('naic')
    this.#database = database
    this.#countSilent = countSilent
  }

  /** Costs a fifth of a microsecond: most requests are of this kind. */
  answeredFromMemory(what: FromMemory, method: string | undefined, status: number): void {
    this.answered(`${what} in memory`, method, status)
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
    this.watch(
      'naic_uploads_in_flight',
      'Forms that are being received; more than 300 at a time are sent away.',
      count,
    )
  }

  /** @param isBraked says whether letters wait because so many have gone out. */
  watchOutbox(isBraked: () => boolean): void {
    this.watch(
      'naic_outbox_braked',
      '1 while letters wait because LETTERS_PER_HOUR of them have gone out within the hour.',
      () => (isBraked() ? 1 : 0),
    )
  }

  /** @param room says how much there is on the disk of the data folder. */
  watchDisk(room: () => Promise<{ freeBytes: number }>): void {
    this.watch(
      'naic_disk_free_bytes',
      'Free on the disk that uploads are received on, which is that of the data folder.',
      async () => (await room().catch(() => undefined))?.freeBytes,
    )
  }

  /** @param read says when a backup was made last, and when one was restored to try it, if they know. */
  watchBackups(read: () => Promise<{ made: Date | undefined; restored: Date | undefined }>): void {
    const seconds = (date: Date | undefined) => date && Math.floor(date.getTime() / 1000)
    this.watch(
      'naic_backup_last_success_timestamp_seconds',
      'When the last backup was made, in seconds since 1970; nothing where none has left word.',
      async () => seconds((await read()).made),
    )
    this.watch(
      'naic_backup_rehearsal_last_success_timestamp_seconds',
      'When a backup was last restored to try it, in seconds since 1970; nothing where none has left word.',
      async () => seconds((await read()).restored),
    )
  }

  /** Never waits long: it leaves out what the database does not say in time. */
  override async text(): Promise<string> {
    await this.#askDatabase()
    return super.text()
  }

  /** Sets the gauges of what is stored, or takes their values away. Waits two seconds at most. */
  async #askDatabase(): Promise<void> {
    this.#asked ??= ask(this.#database, this.#countSilent).finally(() => (this.#asked = undefined))
    const stop = new AbortController()
    const late = sleep(patienceMs, undefined, { signal: stop.signal }).catch(() => undefined)
    const answer = await Promise.race([this.#asked, late])
    stop.abort()
    this.#up.set(answer ? 1 : 0)
    this.#letters.reset()
    for (const [state, count] of Object.entries(answer?.letters ?? {})) {
      this.#letters.set({ state }, count)
    }
    for (const name of ['oldestSeconds', 'entries', 'silent'] as const) {
      if (answer) this.#stored[name].set(answer[name])
      // A gauge without labels would be 0.
      else this.#stored[name].remove()
    }
  }
}

/** A collector gives up after ten seconds, and would then have nothing at all. */
const patienceMs = 2_000

type Answer = Awaited<ReturnType<typeof ask>> & object

/** @returns undefined if the database does not answer. */
async function ask({ read, readTogether }: Database, countSilent: () => Promise<number>) {
  try {
    const [[letters], [log]] = await readTogether([
      countUnsent(read),
      read.selectFrom('log_entry').select(({ fn }) => fn.max('position').as('last')),
    ])
    if (!letters) return undefined
    const { waiting, refused, gaveUp, oldest } = letters
    const ageMs = oldest === null ? 0 : Date.now() - Date.parse(oldest)
    return {
      letters: { waiting: Number(waiting), refused: Number(refused), given_up: Number(gaveUp) },
      oldestSeconds: Math.max(0, ageMs) / 1000,
      entries: Number(log?.last ?? -1) + 1,
      silent: await countSilent(),
    }
  } catch {
    return undefined
  }
}
