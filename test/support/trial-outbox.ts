import { councilSchema } from '@naic/house/council-schema.ts'
import { pino } from 'pino'
import { vi } from 'vitest'
import { openSqliteDatabase } from '@naic/store/database/sqlite/sqlite-database.ts'
import type { Letter, Mailer } from '@naic/store/mail/mailer.ts'
import { postLetter } from '@naic/store/mail/letter-queue.ts'
import { Outbox } from '@naic/store/mail/outbox.ts'
import { newFolder } from './opened.ts'

export const minuteMs = 60_000
export const quiet = pino({ level: 'silent' })

/** A relay that can be out of order, for all letters or for some, or take its time. */
export class Relay implements Mailer {
  readonly tried: string[] = []
  readonly sent: Letter[] = []
  readonly takenBack: string[] = []
  refuses: (letter: Letter) => boolean = () => false
  pause: Promise<void> | undefined
  declare pace?: NonNullable<Mailer['pace']>
  declare close?: () => void

  async send(letter: Letter) {
    this.tried.push(letter.id)
    await this.pause
    if (this.refuses(letter)) throw new Error('The relay is out of order.')
    this.sent.push(letter)
  }

  async takeBack(id: string) {
    this.takenBack.push(id)
  }
}

/** What none of these tests looks at. */
export const about = { kind: 'message', id: 'nobody' } as const

export const letter = (id: string, subject = 'Hello'): Letter => ({
  id,
  to: { name: 'Asha Rao', address: 'asha@example.com' },
  replyTo: undefined,
  subject,
  body: 'A letter.',
})

/** Lets the threads of the database answer; the clock stands still meanwhile. */
export async function until(condition: () => Promise<boolean> | boolean) {
  // By a clock that is not faked: a busy machine takes more turns, not longer.
  const patienceMs = 10_000
  for (const end = performance.now() + patienceMs; performance.now() < end;) {
    if (await condition()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('It did not come to that.')
}

/** An outbox on a database of its own, under a clock that the test moves, and how to look into it. */
export async function openTrialOutbox() {
  // Only the clock is not real: what waits for minutes is tested in milliseconds.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const folder = await newFolder()
  const database = await openSqliteDatabase(folder.file('naic.sqlite'), councilSchema)
  const relay = new Relay()
  const outbox = new Outbox(database, relay, quiet)

  const rows = () => database.read.selectFrom('letter').selectAll().orderBy('id').execute()
  const unsent = async () => (await rows()).filter(({ sent_at }) => sent_at === null)
  /** The outbox has looked at all that was due, and has set the time of its next poll. */
  const atRest = () => until(() => vi.getTimerCount() > 0)
  return {
    database,
    relay,
    outbox,
    rows,
    unsent,
    atRest,
    post: (...letters: Letter[]) =>
      database.write(async (transaction) => {
        for (const one of letters) await postLetter(transaction, one, { about, now: new Date() })
      }),
    sentIds: () => relay.sent.map(({ id }) => id),
    allSent: () => until(async () => (await unsent()).length === 0),
    attempted: (times: number) =>
      until(async () => (await rows()).every(({ attempts }) => attempts === times)),

    /** Lets time pass as the outbox sees it: poll after poll. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 30_000) {
        await atRest()
        vi.advanceTimersByTime(30_000)
      }
      await atRest()
    },

    async close() {
      await database.close()
      await folder.remove()
      vi.useRealTimers()
    },
  }
}
