import { messageForStaff, messageReceived, moreMessagesForStaff } from '#letters/letters.ts'
import { check, type FieldErrors } from '#forms/check.ts'
import { type ContactField, contactSchema } from '#forms/contact-form.ts'
import type { FormResult } from '#forms/form-outcome.ts'
import { answersInOrder } from '#forms/form-schema.ts'
import { contentId, type FormServices, storeForm } from '../letters/store-form.ts'

type MessageSubmission = {
  fields: Readonly<Record<string, string | undefined>>
  /** See `contentId`; empty for none. */
  idempotencyKey: string
  /** Mistakes that were found before. */
  errors: FieldErrors<ContactField>
}

/**
 * The one door for contact messages, with the promises of `submitApplication`: when it
 * returns `accepted`, the message and its letters survive a crash.
 *
 * @throws `Unavailable` when it cannot be stored now; nothing was acknowledged.
 */
export async function submitMessage(
  services: FormServices,
  { fields, idempotencyKey, errors: errorsBefore }: MessageSubmission,
): Promise<FormResult<ContactField>> {
  const checked = check(contactSchema, fields)
  if (!checked.ok || Object.keys(errorsBefore).length > 0) {
    return { state: 'refused', errors: { ...(checked.ok ? {} : checked.errors), ...errorsBefore } }
  }

  const message = checked.value
  const id = contentId(answersInOrder(contactSchema, message), idempotencyKey)
  const now = new Date()
  const facts = { ...message, id }
  const { isNew: _, ...accepted } = await storeForm(
    services,
    {
      id,
      kind: 'message',
      sender: message,
      insert: (transaction) =>
        transaction
          .insertInto('contact_message')
          .values({ ...message, id, received_at: now.toISOString() })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow(),
      acknowledgement: messageReceived(facts),
      forStaff: messageForStaff(facts),
      moreForStaff: moreMessagesForStaff(facts),
    },
    now,
  )
  return accepted
}
