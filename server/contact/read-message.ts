import { idsMeant } from '#forms/reference.ts'
import type { Database } from '../database/database.ts'

/** A message with all that is kept beside it. */
export type MessageRead = NonNullable<Awaited<ReturnType<typeof readMessage>>>

/**
 * @param asked a reference as people type it, or a whole id.
 * @returns the messages that it may stand for, each by its id and name: none, one, or in a case of
 *   many millions two.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function findMessages({ build, read }: Database, asked: string) {
  const { first, last } = idsMeant(asked)
  return read(
    build
      .selectFrom('contact_message')
      .select(['id', 'name'])
      .where('id', '>=', first)
      .where('id', '<=', last)
      .orderBy('id')
      .compile(),
  )
}

/**
 * @param id the whole id.
 * @returns the message, who answered it and when (null where nobody did), and its letters, oldest
 *   first; undefined for no such message.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function readMessage({ build, readTogether }: Database, id: string) {
  const message = build
    .selectFrom('contact_message')
    .leftJoin('message_answer', 'message_answer.message_id', 'contact_message.id')
    .selectAll('contact_message')
    .select(['answered_at', 'answered_by'])
    .where('contact_message.id', '=', id)
  const letters = build
    .selectFrom('letter')
    .select(['id', 'to_address', 'subject', 'attempts', 'sent_at', 'due_at'])
    .select(['refused_at', 'gave_up_at', 'last_failure'])
    .where('id', '>=', `${id}-`)
    .where('id', '<', `${id}.`)
    .orderBy('created_at')
    .orderBy('id')
  const [[found], itsLetters] = await readTogether([message.compile(), letters.compile()])
  return found && { ...found, letters: itsLetters }
}
