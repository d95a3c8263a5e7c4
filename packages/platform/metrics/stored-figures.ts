import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { countUnsent } from '../mail/stored-letters.ts'

/** A collector gives up after ten seconds, and would then have nothing at all. */
const patienceMs = 2_000

/** What the database knows and somebody who watches the site wants to: asked for at each scrape. */
export class StoredFigures {
  readonly #database: Database
  readonly #up: Gauge
  readonly #letters: Gauge<'state'>
  readonly #oldest: Gauge
  readonly #entries: Gauge
  /** A database that does not answer is not asked again meanwhile. */
  #asked: Promise<Answer | undefined> | undefined

  constructor(database: Database, registry: Registry) {
    this.#database = database
    const registers = [registry]
    this.#up = new Gauge({
      name: 'naic_database_up',
      help: '1 if the database answered this scrape within two seconds; 0 if not, and what it knows is left out.',
      registers,
    })
    this.#letters = new Gauge({
      name: 'naic_outbox_letters',
      help: 'Letters that were not sent: waiting for their turn or for another try, refused for good, given up. Counted up to 100,000 in all.',
      labelNames: ['state'],
      registers,
    })
    this.#oldest = new Gauge({
      name: 'naic_outbox_oldest_waiting_seconds',
      help: 'Age of the oldest letter that is waiting; 0 if none is.',
      registers,
    })
    this.#entries = new Gauge({
      name: 'naic_certificate_log_entries',
      help: 'Entries of the log of certificates, which only grows.',
      registers,
    })
  }

  /** Sets the gauges, or takes their values away. Never throws, and waits two seconds at most. */
  async refresh(): Promise<void> {
    this.#asked ??= ask(this.#database).finally(() => (this.#asked = undefined))
    const stop = new AbortController()
    const late = sleep(patienceMs, undefined, { signal: stop.signal }).catch(() => undefined)
    const answer = await Promise.race([this.#asked, late])
    stop.abort()
    this.#up.set(answer ? 1 : 0)
    if (answer) this.#set(answer)
    else {
      this.#letters.reset()
      // A gauge without labels would be 0.
      this.#oldest.remove()
      this.#entries.remove()
    }
  }

  #set({ letters: { waiting, refused, gaveUp, oldest }, entries }: Answer): void {
    this.#letters.set({ state: 'waiting' }, waiting)
    this.#letters.set({ state: 'refused' }, refused)
    this.#letters.set({ state: 'given_up' }, gaveUp)
    const ageMs = oldest === null ? 0 : Date.now() - Date.parse(oldest)
    this.#oldest.set(Math.max(0, ageMs) / 1000)
    this.#entries.set(entries)
  }
}

type Answer = Awaited<ReturnType<typeof ask>> & object

/** @returns undefined where the database says nothing. */
async function ask({ build, readTogether }: Database) {
  try {
    const [[letters], [log]] = await readTogether([
      countUnsent(build).compile(),
      build
        .selectFrom('log_entry')
        .select(({ fn }) => fn.max('position').as('last'))
        .compile(),
    ])
    if (!letters) return undefined
    const { waiting, refused, gaveUp, oldest } = letters
    // Of PostgreSQL, counts are text.
    return {
      letters: {
        waiting: Number(waiting),
        refused: Number(refused),
        gaveUp: Number(gaveUp),
        oldest,
      },
      entries: Number(log?.last ?? -1) + 1,
    }
  } catch {
    return undefined
  }
}
