import { messageForStaff, messageReceived, moreMessagesForStaff } from '#content/letters.ts'
import { senderMailbox } from '#content/greetable.ts'
import organisation from '#content/organisation.json' with { type: 'json' }
import { check, type FieldErrors } from '#forms/check.ts'
import { type ContactField, contactSchema } from '#forms/contact-form.ts'
import type { FormResult } from '#forms/form-outcome.ts'
import { answersInOrder } from '#forms/form-schema.ts'
import { contentId } from '../content-id.ts'
import type { Database } from '../database/database.ts'
import type { Outbox } from '../mail/outbox.ts'
import { dayInIndia } from '../sheets/indian-day.ts'

export type ContactServices = { database: Database; outbox: Outbox; staffEmail: string }

export type MessageSubmission = {
  /** The text fields as they arrived. */
  fields: Readonly<Record<string, string | undefined>>
  /** See `contentId`; empty for none. */
  idempotencyKey: string
  /** What was found wrong on the way here. With anything in it, the message is refused. */
  errors: FieldErrors<ContactField>
}

/**
 * The one door for contact messages, with the promises of `submitApplication`: when it
 * returns `accepted`, the message and its letters survive a crash.
 *
 * @throws `Unavailable` when it cannot be stored now; nothing was acknowledged.
 */
export async function submitMessage(
  { database, outbox, staffEmail }: ContactServices,
  { fields, idempotencyKey, errors: errorsBefore }: MessageSubmission,
): Promise<FormResult<ContactField>> {
  const checked = check(contactSchema, fields)
  if (!checked.ok || Object.keys(errorsBefore).length > 0) {
    return { state: 'refused', errors: { ...(checked.ok ? {} : checked.errors), ...errorsBefore } }
  }

  const message = checked.value
  const id = contentId(answersInOrder(contactSchema, message), idempotencyKey)
  const facts = { ...message, id }
  const now = new Date()
  const sender = senderMailbox(message)
  const staff = { name: organisation.name, address: staffEmail }
  const toStaff = { to: staff, replyTo: sender }
  const results = await database.atomic([
    database.build
      .insertInto('contact_message')
      .values({ ...message, id, received_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .compile(),
    ...outbox.postFormLetters(
      {
        acknowledgement: {
          id: `${id}-sender`,
          to: sender,
          replyTo: undefined,
          ...messageReceived(facts),
        },
        forStaff: { id: `${id}-staff`, ...toStaff, ...messageForStaff(facts) },
        moreForStaff: { id: `${id}-more`, ...toStaff, ...moreMessagesForStaff(facts) },
      },
      { now, day: dayInIndia(now) },
    ),
  ])
  outbox.wake()
  return { state: 'accepted', id, emailed: results.at(-1)?.rows.length === 1 }
}
