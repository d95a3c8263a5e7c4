import type { CompiledQuery, Selectable, Updateable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { Log } from '../log.ts'
import type { Letter, Mailer } from './mailer.ts'

const pollEveryMs = 30_000
const batchSize = 50
const longestDelayMs = 6 * 60 * 60 * 1000

type LetterRow = Selectable<Tables['letter']>

/**
 * Letters wait in the database, written in the same `atomic` as the row they tell of, until
 * the mailer has taken them. At least once: after a crash a letter may go twice, under the
 * same Message-ID.
 */
export class Outbox {
  readonly #database: Database
  readonly #mailer: Mailer
  readonly #log: Log
  /** What came of letters that the database could not be told of; none of them goes out again. */
  readonly #untold = new Map<string, Updateable<Tables['letter']>>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #wokenMeanwhile = false
  #stopped = true

  constructor(database: Database, mailer: Mailer, log: Log) {
    this.#database = database
    this.#mailer = mailer
    this.#log = log
  }

  /**
   * The statement that puts a letter into the outbox; it takes effect with the `atomic` it is
   * handed to. A letter whose id stands already is left as it is. Call `wake` afterwards.
   */
  post(letter: Letter, now: Date): CompiledQuery {
    return this.#database.build
      .insertInto('letter')
      .values({
        id: letter.id,
        created_at: now.toISOString(),
        to_name: letter.to.name,
        to_address: letter.to.address,
        reply_to_name: letter.replyTo?.name ?? null,
        reply_to_address: letter.replyTo?.address ?? null,
        subject: letter.subject,
        body: letter.body,
        attempts: 0,
        due_at: now.toISOString(),
        sent_at: null,
        last_failure: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .compile()
  }

  start(): void {
    this.#stopped = false
    this.wake()
  }

  /** Looks for due letters now rather than at the next poll. */
  wake(): void {
    if (this.#stopped) return
    if (this.#round) {
      this.#wokenMeanwhile = true
      return
    }
    clearTimeout(this.#timer)
    this.#round = this.#sendAllDue().finally(() => {
      this.#round = undefined
      const again = this.#wokenMeanwhile
      this.#wokenMeanwhile = false
      if (again) this.wake()
      else if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), pollEveryMs)
    })
  }

  /** Finishes the letter in hand and sends no other. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#round
  }

  async #sendAllDue(): Promise<void> {
    try {
      for (let letters = await this.#due(); letters.length > 0; letters = await this.#due()) {
        for (const letter of letters) {
          if (this.#stopped) return
          await this.#send(letter)
        }
      }
    } catch (error) {
      this.#log.error({ reason: (error as Error).message }, 'outbox: the database did not answer')
    }
  }

  #due() {
    return this.#database.read(
      this.#database.build
        .selectFrom('letter')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('due_at', '<=', new Date().toISOString())
        .orderBy('due_at')
        .limit(batchSize)
        .compile(),
    )
  }

  async #send(row: LetterRow): Promise<void> {
    const outcome = this.#untold.get(row.id) ?? (await this.#handOver(row))
    this.#untold.set(row.id, outcome)
    await this.#database.atomic([
      this.#database.build.updateTable('letter').set(outcome).where('id', '=', row.id).compile(),
    ])
    this.#untold.delete(row.id)
  }

  async #handOver(row: LetterRow) {
    const attempts = row.attempts + 1
    try {
      await this.#mailer.send({
        id: row.id,
        to: { name: row.to_name, address: row.to_address },
        replyTo: row.reply_to_address
          ? { name: row.reply_to_name ?? '', address: row.reply_to_address }
          : undefined,
        subject: row.subject,
        body: row.body,
      })
      return { attempts, sent_at: new Date().toISOString(), last_failure: null }
    } catch (error) {
      const delayMs = Math.min(60_000 * 2 ** (attempts - 1), longestDelayMs)
      this.#log.warn({ letter: row.id, attempts, retryInMs: delayMs }, 'outbox: not sent')
      return {
        attempts,
        due_at: new Date(Date.now() + delayMs).toISOString(),
        last_failure: (error as Error).message.slice(0, 500),
      }
    }
  }
}
