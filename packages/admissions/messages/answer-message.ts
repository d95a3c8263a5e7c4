import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { referenceOf } from '#forms/reference.ts'
import { senderMailbox } from '#letters/greetable.ts'
import { messageAnswered } from '#letters/letters.ts'
import type { Database } from '@naic/store/database/database.ts'
import { type Did, enterDeed } from '@naic/store/journal/journal.ts'
import { type Letter, messageName } from '@naic/store/mail/mailer.ts'
import { postLetter } from '@naic/store/mail/letter-queue.ts'
import type { Outbox } from '@naic/store/mail/outbox.ts'
import { readWords } from '../applications/status-rules.ts'
import { type MessageRead, readMessage } from './messages.ts'

/**
 * The one door through which a message becomes answered: by a letter, in two steps, a plan, which is shown
 * with its letter, and the answer; or because somebody says that they answered it themselves.
 */

export type AnswerServices = { database: Database; outbox: Pick<Outbox, 'wake'> }

/** A letter that answers a message, as it will go out. */
export type AnswerPlan = { id: string; letter: Letter }

export type PlannedAnswer =
  | { state: 'planned'; plan: AnswerPlan }
  /** What is wrong with the words, said after "The answer". */
  | { state: 'refused'; reason: string }
  | Exclude<AnsweredResult, { state: 'answered' }>

export type AnsweredResult =
  | { state: 'answered'; at: string; by: string }
  /** Nothing was done: somebody was faster, or the message is gone. */
  | { state: 'already'; at: string; by: string }
  | { state: 'unknown' }

const longest = 10_000

/**
 * Says what an answer will be, and changes nothing. It threads with our acknowledgement, if the sender got
 * one, and comes from the council: a reply goes to the address for support.
 *
 * @param asked.id of the message, whole.
 * @param asked.text the answer, without greeting and ending.
 */
export async function planAnswerByLetter(
  { database }: Pick<AnswerServices, 'database'>,
  { id, text }: { id: string; text: string },
): Promise<PlannedAnswer> {
  const message = await readMessage(database, id)
  if (!message) return { state: 'unknown' }
  const before = answerBefore(message)
  if (before) return before
  const read = readWords(text, longest)
  if ('reason' in read) return { state: 'refused', reason: read.reason }
  if (read.text === null) return { state: 'refused', reason: 'is empty' }
  const acknowledgement = message.letters.find((letter) => letter.id === `${id}-sender`)
  const words = messageAnswered(message, {
    answer: read.text,
    receivedAt: message.received_at,
  })
  const letter: Letter = {
    id: `${id}-answer`,
    to: senderMailbox(message),
    replyTo: { name: organisation.name, address: organisation.emails.support },
    ...words,
    answers: acknowledgement ? messageName(acknowledgement) : '',
  }
  return { state: 'planned', plan: { id, letter } }
}

/**
 * Answers a message as it was planned. When it returns "answered", the letter, the mark and the journal's
 * entry survive a crash; otherwise there is none of them. Of two people who answer, one is told "already".
 *
 * @param who as the journal names them.
 * @throws `Unavailable` when it cannot be stored now.
 */
export async function answerByLetter(
  { database, outbox }: AnswerServices,
  { id, letter }: AnswerPlan,
  who: string,
): Promise<AnsweredResult> {
  const now = new Date()
  const done = await answer(database, { id, who, now, did: 'messages answer', letter })
  if (done.state === 'answered') outbox.wake()
  return done
}

/**
 * Marks a message as answered, and enters that into the journal. If somebody has done so already, the
 * result says who.
 *
 * @param id the whole id.
 * @param who as the journal names them.
 * @throws `Unavailable` when it cannot be stored now.
 */
export const markAnswered = (database: Database, id: string, who: string, now: Date) =>
  answer(database, { id, who, now, did: 'messages answered', letter: null })

/** @returns undefined if nobody has answered it. */
const answerBefore = ({ answered_at: at, answered_by: by }: MessageRead) =>
  at !== null && by !== null ? { state: 'already' as const, at, by } : undefined

type Answer = { id: string; who: string; now: Date; did: Did; letter: Letter | null }

const answer = (
  { write }: Database,
  { id, who, now, did, letter }: Answer,
): Promise<AnsweredResult> =>
  write(async (transaction) => {
    const message = await readMessage({ read: transaction }, id)
    if (!message) return { state: 'unknown' }
    const before = answerBefore(message)
    if (before) return before
    const at = now.toISOString()
    await transaction
      .insertInto('message_answer')
      .values({ message_id: id, answered_at: at, answered_by: who, letter_id: letter?.id ?? null })
      .execute()
    if (letter) await postLetter(transaction, letter, { about: { kind: 'message', id }, now })
    await enterDeed(transaction, who, { did, subject: referenceOf(id) }, now)
    return { state: 'answered', at, by: who }
  })
