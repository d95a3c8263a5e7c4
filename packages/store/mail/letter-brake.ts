import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'

const hourMs = 60 * 60 * 1000
/**
 * When to count again: after this time, or after this share of the hour's letters. Copies of the program
 * may exceed the limit by what they hand over in between.
 */
const countEveryMs = 1_000
const countEveryShare = 1 / 20
/** How far the clocks of copies may differ. What was sent under a clock far ahead is not counted. */
const graceMs = 60_000

/** Of an hour's letters. The rest is the staff's: a flood of forms must not hold up a decision or certificate. */
const shareOfForms = 3 / 4

/** How many letters of each rank may go out now. */
export type Room = { ofStaff: number; ofForm: number }

/**
 * Limits the letters that go out within any hour. Nothing is dropped: what is too much waits. It counts the
 * sent letters in the database, so the limit holds for all copies of the program together and after a
 * restart; letters under way may exceed it.
 */
export class LetterBrake {
  readonly #database: Database
  readonly #log: Pick<Log, 'warn'>
  readonly #perHour: number
  #sent = 0
  #begun = 0
  #countedAtMs = -Infinity
  #toldAtMs = -Infinity
  #isBraking = false

  /** @param perHour Infinity for no limit. */
  constructor(database: Database, log: Pick<Log, 'warn'>, perHour: number) {
    this.#database = database
    this.#log = log
    this.#perHour = perHour
  }

  /** Whether a letter that is due has to wait. */
  get isBraking(): boolean {
    return this.#isBraking
  }

  async room(): Promise<Room> {
    if (this.#perHour === Infinity) return { ofStaff: Infinity, ofForm: Infinity }
    const isOld = performance.now() - this.#countedAtMs >= countEveryMs
    if (isOld || this.#begun >= this.#perHour * countEveryShare) {
      this.#begun = 0
      this.#sent = await countSent(this.#database, this.#perHour)
      this.#countedAtMs = performance.now()
    }
    const left = (most: number) => Math.max(0, most - this.#sent - this.#begun)
    return { ofStaff: left(this.#perHour), ofForm: left(Math.ceil(this.#perHour * shareOfForms)) }
  }

  /** Counts again at the next question. */
  lookAnew(): void {
    this.#countedAtMs = -Infinity
  }

  /** One more is being handed over. */
  began(): void {
    this.#begun += 1
  }

  /** Logged when it begins, and then once an hour. */
  braking(isBraking: boolean): void {
    this.#isBraking = isBraking
    if (!isBraking || performance.now() - this.#toldAtMs < hourMs) return
    this.#toldAtMs = performance.now()
    this.#log.warn(
      { perHour: this.#perHour },
      'outbox: as many letters as LETTERS_PER_HOUR allows have gone out; the others wait',
    )
  }
}

/** @returns how many were sent within the last hour; more than `most` are not counted. */
async function countSent({ read }: Pick<Database, 'read'>, most: number): Promise<number> {
  const nowMs = Date.now()
  const [since, until] = [nowMs - hourMs, nowMs + graceMs].map((ms) => new Date(ms).toISOString())
  const sent = read
    .selectFrom('letter')
    .select('id')
    .where('sent_at', '>', since ?? '')
    .where('sent_at', '<=', until ?? '')
    .limit(most)
  const [row] = await read
    .selectFrom(sent.as('sent'))
    .select(sql<number>`count(*)`.as('count'))
    .execute()
  return Number(row?.count ?? 0)
}
