import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { referenceOf } from '#forms/reference.ts'
import { senderMailbox } from '#letters/greetable.ts'
import { messageAnswered } from '#letters/letters.ts'
import type { Database } from '@naic/store/database/database.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { type Letter, messageName } from '@naic/store/mail/mailer.ts'
import { postLetter } from '@naic/store/mail/letter-queue.ts'
import type { Outbox } from '@naic/store/mail/outbox.ts'
import { readWords } from '#forms/text-rules.ts'
import { type MessageRead, readMessage } from './messages.ts'

/**
 * The one door through which a message becomes answered: by a letter, in two steps, a plan, which is shown
 * with its letter, and the answer; or because somebody says that they answered it themselves.
 */

export type AnsweredResult =
  | { state: 'answered' }
  /** Nothing was done: somebody was faster, or the message is gone. */
  | { state: 'already'; at: string; by: string }
  | { state: 'unknown' }

const longest = 10_000

/**
 * Says what an answer will be, and changes nothing. It threads with our acknowledgement, if the sender got
 * one, and comes from the council: a reply goes to the address for support.
 *
 * @param text the answer, without greeting and ending.
 * @returns its letter; or what is wrong with the words, said after "The answer".
 */
export async function planAnswer(
  database: Pick<Database, 'read'>,
  id: string,
  text: string,
): Promise<
  | { state: 'planned'; letter: Letter }
  | { state: 'refused'; reason: string }
  | Exclude<AnsweredResult, { state: 'answered' }>
> {
  const message = await readMessage(database, id)
  if (!message) return { state: 'unknown' }
  const before = answerBefore(message)
  if (before) return before
  const read = readWords(text, longest)
  if ('reason' in read) return { state: 'refused', ...read }
  if (read.value === null) return { state: 'refused', reason: 'is empty' }
  const acknowledgement = message.letters.find((letter) => letter.id === `${id}-sender`)
  const letter = {
    id: `${id}-answer`,
    to: senderMailbox(message),
    replyTo: { name: organisation.name, address: organisation.emails.support },
    ...messageAnswered(message, { answer: read.value, receivedAt: message.received_at }),
    answers: acknowledgement ? messageName(acknowledgement) : '',
  }
  return { state: 'planned', letter }
}

/**
 * Answers a message. When it returns "answered", the mark, the letter and the journal's entry survive a
 * crash; otherwise there is none of them. Of two people who answer, one is told "already".
 *
 * @param letter as it was planned; null if somebody says that they answered it themselves.
 * @param who as the journal names them.
 * @throws `Unavailable` when it cannot be stored now.
 */
export async function answerMessage(
  { database, outbox }: { database: Database; outbox: Pick<Outbox, 'wake'> },
  id: string,
  { letter, who }: { letter: Letter | null; who: string },
): Promise<AnsweredResult> {
  const now = new Date()
  const done = await database.write(async (transaction): Promise<AnsweredResult> => {
    const message = await readMessage({ read: transaction }, id)
    if (!message) return { state: 'unknown' }
    const before = answerBefore(message)
    if (before) return before
    const mark = { message_id: id, answered_at: now.toISOString(), answered_by: who }
    await transaction
      .insertInto('message_answer')
      .values({ ...mark, letter_id: letter?.id ?? null })
      .execute()
    if (letter) await postLetter(transaction, letter, { about: { kind: 'message', id }, now })
    const did = letter ? 'messages answer' : 'messages answered'
    await enterDeed(transaction, who, { did, subject: referenceOf(id) }, now)
    return { state: 'answered' }
  })
  if (letter && done.state === 'answered') outbox.wake()
  return done
}

/** @returns undefined if nobody has answered it. */
const answerBefore = ({ answered_at: at, answered_by: by }: MessageRead) =>
  at !== null && by !== null ? { state: 'already' as const, at, by } : undefined
