import type { InsertResult } from 'kysely'
import { senderMailbox } from './greetable.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { Accepted } from '#forms/form-outcome.ts'
import type { Database, Transaction } from '@naic/store/database/database.ts'
import { isPosted, postFormLetters } from '@naic/store/mail/letter-queue.ts'
import type { Outbox } from '@naic/store/mail/outbox.ts'
import { dayInIndia } from '@naic/store/sheets/indian-day.ts'
import { hash } from 'node:crypto'

export type FormServices = { database: Database; outbox: Pick<Outbox, 'wake'>; staffEmail: string }

type Words = { subject: string; body: string }

/** A checked form, with the words of its letters. */
type SentForm = {
  id: string
  kind: 'application' | 'message'
  sender: { name: string; email: string }
  /** Adds its row, or leaves the one that is there. */
  insert: (transaction: Transaction) => Promise<InsertResult>
  acknowledgement: Words
  forStaff: Words
  moreForStaff: Words
}

/**
 * Stores a form and its letters together. When it returns, they survive a crash.
 *
 * @returns `isNew` is false if the same form was stored before.
 * @throws `Unavailable` when it cannot be stored now; nothing was acknowledged.
 */
export async function storeForm(
  { database, outbox, staffEmail }: FormServices,
  { id, kind, sender, insert, acknowledgement, forStaff, moreForStaff }: SentForm,
  now: Date,
): Promise<Accepted & { isNew: boolean }> {
  const mailbox = senderMailbox(sender)
  const toStaff = { to: { name: organisation.name, address: staffEmail }, replyTo: mailbox }
  const toSender = { id: `${id}-${kind === 'application' ? 'applicant' : 'sender'}`, to: mailbox }
  const letters = {
    acknowledgement: { ...toSender, replyTo: undefined, ...acknowledgement },
    forStaff: { id: `${id}-staff`, ...toStaff, ...forStaff },
    moreForStaff: { id: `${id}-more`, ...toStaff, ...moreForStaff },
  }
  const day = dayInIndia(now)
  const stored = await database.write(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await insert(transaction)
    const isNew = numInsertedOrUpdatedRows === 1n
    const emailed = isNew
      ? await postFormLetters(transaction, letters, { about: { kind, id }, now, day })
      : await isPosted(transaction, letters.acknowledgement.id)
    return { isNew, emailed }
  })
  outbox.wake()
  return { state: 'accepted', id, ...stored }
}

/**
 * The id of something that a visitor sent, made from all that it says: sent again, by a double click, a retry
 * or a reload, it has the same id, and is stored once.
 *
 * @param content all that was sent, in a fixed order.
 * @param idempotencyKey what the sender adds to tell apart two that say the same; empty for none.
 * @returns a UUID of version 8 (RFC 9562, section 5.8).
 */
export function contentId(content: readonly (string | null)[], idempotencyKey: string): string {
  const hex = hash('sha256', JSON.stringify([content, idempotencyKey]))
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
