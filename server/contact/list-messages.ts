import { idsOf } from '#forms/reference.ts'
import { contains } from '../database/contains.ts'
import { isCalled } from '../database/is-called.ts'
import type { Database } from '../database/database.ts'
import { daysLater, startOfDay } from '../sheets/indian-day.ts'

/** Which messages are meant: those of which all holds that is said here. */
export type MessageFilter = {
  /** Whether somebody has marked it as answered. */
  isAnswered?: boolean | undefined
  /** The first day in India on which they came in, such as "2026-03-14". */
  since?: string | undefined
  /** The last such day. */
  until?: string | undefined
  /** A part of name, e-mail, subject or message, or its reference; capitals do not matter. */
  text?: string | undefined
}

export type ListedMessage = Awaited<ReturnType<typeof listMessages>>['messages'][number]

/**
 * One page of the messages that are meant, newest first, and how many there are in all, both at the
 * same moment.
 *
 * @param page counted from 1; past the last, it is empty.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function listMessages(
  { build, readTogether }: Database,
  filter: MessageFilter,
  { page, perPage }: { page: number; perPage: number },
) {
  const listed = messagesOf(build, filter)
    .select(['contact_message.id', 'received_at', 'name', 'email', 'subject', 'message'])
    .select(['answered_at', 'answered_by'])
    .orderBy('received_at', 'desc')
    .orderBy('contact_message.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
  const counted = messagesOf(build, filter).select(({ fn }) => fn.countAll().as('count'))
  const [messages, [count]] = await readTogether([listed.compile(), counted.compile()])
  return { messages, total: Number(count?.count) }
}

function messagesOf(build: Database['build'], { isAnswered, since, until, text }: MessageFilter) {
  let query = build
    .selectFrom('contact_message')
    .leftJoin('message_answer', 'message_answer.message_id', 'contact_message.id')
  if (isAnswered !== undefined) {
    query = query.where('answered_at', isAnswered ? 'is not' : 'is', null)
  }
  if (since) query = query.where('received_at', '>=', startOfDay(since))
  if (until) query = query.where('received_at', '<', startOfDay(daysLater(until, 1)))
  if (text) {
    const columns = ['name', 'email', 'subject', 'message'] as const
    query = query.where(({ or }) =>
      or([
        ...columns.map((column) => contains(`contact_message.${column}`, text)),
        ...isCalled('contact_message.id', idsOf(text)),
      ]),
    )
  }
  return query
}
