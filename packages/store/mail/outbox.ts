import type { Database } from '../database/database.ts'
import { GroupedRun } from '../files/durable-file.ts'
import type { Log } from '../log.ts'
import { type Mailer, RefusedForGood } from './mailer.ts'
import {
  bringForward,
  letterIn,
  type LetterRow,
  longestDelayMs,
  takeDueLetters,
  type Outcome,
  recordOutcome,
} from './letter-queue.ts'

const pollEveryMs = 30_000
const tellEveryMs = 60 * 60 * 1000
/** A process that is asked to stop is killed after nine seconds. */
const graceAtStopMs = 5_000

/**
 * Letters wait in the database, written in the same transaction as the row that they are about, until
 * the mailer has taken them. Each goes out at least once: after a crash it may go twice, with the
 * same Message-ID. If several copies of the program share the database, one of them sends it.
 */
export class Outbox {
  readonly #database: Database
  readonly #mailer: Mailer
  readonly #log: Log
  readonly #perHour: number
  /** Outcomes that are not in the database yet; none of these letters goes out again. */
  readonly #unrecorded = new Map<string, Outcome>()
  readonly #rounds = new GroupedRun(() => this.#sendAllDue())
  #timer: NodeJS.Timeout | undefined
  /** Makes a round that waits for slow letters look for others. */
  #lookAgain = () => {}
  #stopped = true
  #isBraked = false
  #toldOfBrakeAtMs = -Infinity

  /** @param perHour how many letters may go out within any hour. */
  constructor(database: Database, mailer: Mailer, log: Log, perHour = Infinity) {
    this.#database = database
    this.#mailer = mailer
    this.#log = log
    this.#perHour = perHour
  }

  /** Whether a letter that is due has to wait, because too many have gone out within the hour. */
  get isBraked(): boolean {
    return this.#isBraked
  }

  start(): void {
    this.#stopped = false
    this.wake()
  }

  /** Looks for due letters now rather than at the next poll. */
  wake(): void {
    if (this.#stopped) return
    this.#lookAgain()
    void this.#rounds.afterNow()
  }

  /** Finishes the letters under way, or breaks them off if the relay takes long, and sends no other. */
  async stop(): Promise<void> {
    this.#stopped = true
    const breakOff = setTimeout(() => this.#mailer.close?.(), graceAtStopMs)
    await this.#rounds.afterNow()
    clearTimeout(breakOff)
    this.#mailer.close?.()
  }

  async #sendAllDue(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    try {
      await this.#record([...this.#unrecorded.keys()])
      await bringForward(this.#database, new Date())
      this.#isBraked = await this.#sendInTurn()
      this.#tellOfBrake()
    } catch (error) {
      this.#log.error({ reason: (error as Error).message }, 'outbox: the database did not answer')
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), pollEveryMs)
  }

  /** Sends as many at once as the mailer wants; a slow one holds up no other. @returns as `takeDueLetters`. */
  async #sendInTurn(): Promise<boolean> {
    let isBraked = false
    const underWay = new Map<string, Promise<void>>()
    const failures: unknown[] = []
    while (!this.#stopped && failures.length === 0) {
      const atOnce = this.#mailer.pace?.atOnce ?? 1
      const woken = new Promise<void>((resolve) => (this.#lookAgain = resolve))
      const taken = await takeDueLetters(this.#database, {
        atMost: atOnce - underWay.size,
        underWay: [...underWay.keys()],
        perHour: this.#perHour,
      })
      isBraked = taken.isBraked
      for (const letter of taken.letters) {
        const sent = this.#send(letter)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => underWay.delete(letter.id))
        underWay.set(letter.id, sent)
      }
      if (underWay.size === 0) break
      if (underWay.size >= atOnce) await Promise.race(underWay.values())
      else if (taken.letters.length === 0) await Promise.race([...underWay.values(), woken])
    }
    await Promise.all(underWay.values())
    if (failures.length > 0) throw failures[0]
    return isBraked
  }

  /** When it begins, and then once an hour. */
  #tellOfBrake(): void {
    if (!this.#isBraked || performance.now() - this.#toldOfBrakeAtMs < tellEveryMs) return
    this.#toldOfBrakeAtMs = performance.now()
    this.#log.warn(
      { perHour: this.#perHour },
      'outbox: as many letters as LETTERS_PER_HOUR allows have gone out; the others wait',
    )
  }

  async #send(row: LetterRow): Promise<void> {
    const changes = { ...(await this.#handOver(row)), leased_until: null }
    this.#unrecorded.set(row.id, { changes, lease: row.leased_until, to: row.to_address })
    await this.#record([row.id])
  }

  /** If this fails, the next round begins with it, before anything else is sent. */
  async #record(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const outcome = this.#unrecorded.get(id)
      if (!outcome) continue
      const isThere = await this.#database.write((transaction) =>
        recordOutcome(transaction, id, outcome),
      )
      this.#unrecorded.delete(id)
      if (outcome.changes.sent_at && !isThere) await this.#takeBack(id)
    }
  }

  /** The file of a letter must not outlive its row. */
  async #takeBack(id: string): Promise<void> {
    try {
      await this.#mailer.takeBack?.(id)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      this.#log.error({ letter: id, code }, 'outbox: an erased letter is still in mail/')
    }
  }

  async #handOver(row: LetterRow) {
    const attempts = row.attempts + 1
    try {
      await this.#mailer.send(letterIn(row))
      return {
        attempts,
        sent_at: new Date().toISOString(),
        last_failure: null,
        failing_since: null,
      }
    } catch (error) {
      return this.#afterFailure(row, attempts, error as Error)
    }
  }

  /** The reason is not logged: relays like to repeat the address in it. */
  #afterFailure({ id, failing_since }: LetterRow, attempts: number, error: Error) {
    const now = new Date()
    const since = failing_since ?? now.toISOString()
    const failure = { attempts, last_failure: storable(error.message), failing_since: since }
    const { code, responseCode } = (error.cause ?? error) as {
      code?: string
      responseCode?: number
    }
    const facts = { letter: id, attempts, code, responseCode }
    if (error instanceof RefusedForGood) {
      this.#log.error(facts, 'outbox: refused for good')
      return { ...failure, refused_at: now.toISOString() }
    }
    const patienceMs = this.#mailer.pace?.giveUpAfterMs ?? Infinity
    if (now.getTime() - Date.parse(since) >= patienceMs) {
      this.#log.error(facts, 'outbox: given up')
      return { ...failure, gave_up_at: now.toISOString() }
    }
    const delayMs = Math.min(60_000 * 2 ** (attempts - 1), longestDelayMs)
    this.#log.warn({ ...facts, retryInMs: delayMs }, 'outbox: not sent')
    return { ...failure, due_at: new Date(now.getTime() + delayMs).toISOString() }
  }
}

/** A relay may answer with anything; not every database keeps a NUL. */
const storable = (message: string) => message.replaceAll('\0', ' ').slice(0, 500)

/** Of a process that sends nothing, such as a command: its letters wait for the server's next look. */
export const outboxOfServer: Pick<Outbox, 'wake'> = { wake: () => undefined }
