import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import type { Database } from '@naic/store/database/database.ts'
import { countUnsent } from '@naic/store/mail/stored-letters.ts'
import { RequestMetrics } from './request-metrics.ts'

const gauges = {
  naic_database_up:
    '1 if the database answered this scrape within two seconds; 0 if not, and what it knows is left out.',
  naic_outbox_oldest_waiting_seconds: 'Age of the oldest letter that is waiting; 0 if none is.',
  naic_certificate_log_entries: 'Entries of the log of certificates, which only grows.',
  naic_witnesses_silent:
    'Of the witnesses that WITNESSES names, those that signed nothing within a day.',
  naic_certificate_log_faults:
    'What the last check of the whole log of certificates found wrong; nothing before the first.',
  naic_certificate_log_verified_timestamp_seconds:
    'When the last check of the whole log of certificates was over, in seconds since 1970; nothing before the first.',
  naic_resumes_unclaimed:
    'Resumes that belong to no application and were too many for the last sweep, which left them; nothing before the first.',
  naic_uploads_in_flight: 'Forms that are being received; more than 300 at a time are sent away.',
  naic_outbox_braked:
    '1 while letters wait because LETTERS_PER_HOUR of them have gone out within the hour.',
  naic_disk_free_bytes:
    'Free on the disk that uploads are received on, which is that of the data folder.',
  naic_backup_last_success_timestamp_seconds:
    'When the last backup was made, in seconds since 1970; nothing where none has left word.',
  naic_backup_rehearsal_last_success_timestamp_seconds:
    'When a backup was last restored to try it, in seconds since 1970; nothing where none has left word.',
}

/** A collector gives up after ten seconds, and would then have nothing at all. */
const patienceMs = 2_000

/** What goes on in the site's server, for Prometheus. */
export class Metrics extends RequestMetrics<keyof typeof gauges> {
  readonly #database: Database
  readonly #countSilent: () => Promise<number>
  /** A database that does not answer is not asked again meanwhile. */
  #asked: ReturnType<typeof ask> | undefined

  readonly #letters = new Gauge({
    name: 'naic_outbox_letters',
    help: 'Letters that were not sent: waiting for their turn or for another try, refused for good, given up. Counted up to 100,000 in all.',
    labelNames: ['state'],
    registers: [this.registry],
  })

  /** @param countSilent says how many witnesses of the log are silent, by the rows of the database. */
  constructor(database: Database, countSilent = async () => 0) {
    super('naic', gauges)
    this.#database = database
    this.#countSilent = countSilent
  }

  /** Never waits long: it leaves out what the database does not say in two seconds. */
  override async text(): Promise<string> {
    this.#asked ??= ask(this.#database, this.#countSilent).finally(() => (this.#asked = undefined))
    const late = sleep(patienceMs, undefined, { ref: false })
    const answer = await Promise.race([this.#asked, late])
    this.set('naic_database_up', answer ? 1 : 0)
    this.#letters.reset()
    for (const [state, count] of Object.entries(answer?.letters ?? {})) {
      this.#letters.set({ state }, count)
    }
    this.set('naic_outbox_oldest_waiting_seconds', answer?.oldestSeconds)
    this.set('naic_certificate_log_entries', answer?.entries)
    this.set('naic_witnesses_silent', answer?.silent)
    return super.text()
  }
}

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
