import { contactSchema } from '#forms/contact-form.ts'
import { fieldsOf } from '#forms/form-schema.ts'
import { idsMeant, idsOf, referenceOf } from '#forms/reference.ts'
import { searchedFields, shownOfMessage } from '#forms/shown-fields.ts'
import { columnContains, idWithin } from '@naic/platform/database/search-conditions.ts'
import { ConstraintViolated, type Database } from '@naic/platform/database/database.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import { daysLater, startOfDay } from '@naic/platform/sheets/indian-day.ts'
import type { SheetColumn } from '@naic/platform/sheets/to-csv.ts'

/** The messages of the contact form: listed, found, read and marked as answered. */

/** Messages for which everything holds that is set here. */
export type MessageFilter = {
  /** Whether somebody has marked it as answered. */
  isAnswered?: boolean | undefined
  /** The first day in India on which they came in, such as "2026-03-14". */
  since?: string | undefined
  /** The last such day. */
  until?: string | undefined
  /** Its reference, or a part of an answer that is searched; capitals do not matter. */
  text?: string | undefined
}

export type ListedMessage = Awaited<ReturnType<typeof listMessages>>['messages'][number]

/**
 * Reads one page of the messages of a filter, newest first unless asked otherwise, and how many there are in all, both at the
 * same moment.
 *
 * @param page counted from 1; past the last, it is empty.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function listMessages(
  { build, readTogether }: Database,
  filter: MessageFilter,
  { page, perPage, oldestFirst = false }: { page: number; perPage: number; oldestFirst?: boolean },
) {
  const direction = oldestFirst ? 'asc' : 'desc'
  const listed = messagesOf(build, filter)
    .select(['contact_message.id', 'received_at', 'answered_at', 'answered_by'])
    .select(fieldsOf(contactSchema))
    .orderBy('received_at', direction)
    .orderBy('contact_message.id', direction)
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
    const columns = searchedFields(shownOfMessage)
    query = query.where(({ or }) =>
      or([
        ...columns.map((column) => columnContains(`contact_message.${column}`, text)),
        ...idWithin('contact_message.id', idsOf(text)),
      ]),
    )
  }
  return query
}

/** What a sheet says of a message. Programs go by the names of the columns: those stay as they are. */
export const messageColumns: readonly (SheetColumn<ListedMessage> & { title: string })[] = [
  { key: 'reference', title: 'Reference', of: ({ id }) => referenceOf(id) },
  { key: 'id', title: 'ID', of: ({ id }) => id },
  { key: 'received_at', title: 'Received', of: ({ received_at }) => received_at, kind: 'time' },
  { key: 'answered_at', title: 'Answered', of: ({ answered_at }) => answered_at, kind: 'time' },
  { key: 'answered_by', title: 'By', of: ({ answered_by }) => answered_by },
  ...fieldsOf(contactSchema).map((field) => ({
    key: field,
    title: shownOfMessage[field].short,
    of: (message: ListedMessage) => message[field],
  })),
]

/** A message with everything that is stored with it. */
export type MessageRead = NonNullable<Awaited<ReturnType<typeof readMessage>>>

/**
 * @param asked a reference as people type it, or a whole id.
 * @returns the messages that it may stand for, each with its id and name: none, one, or once in many
 *   millions two.
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
 * @returns the message, who answered it and when (null if nobody did), and its letters, oldest first;
 *   undefined if there is no such message.
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

export type AnsweredResult =
  | { state: 'answered' | 'already'; at: string; by: string }
  | { state: 'unknown' }

/**
 * Marks a message as answered, and enters that into the journal. If somebody has done so already, the
 * result says who.
 *
 * @param id the whole id.
 * @param who as the journal names them.
 * @throws `Unavailable` when it cannot be stored now.
 */
export async function markAnswered(
  database: Database,
  id: string,
  who: string,
  now: Date,
): Promise<AnsweredResult> {
  const before = await answerOf(database, id)
  if (!before) return { state: 'unknown' }
  if (before.at !== null && before.by !== null) {
    return { state: 'already', at: before.at, by: before.by }
  }
  const at = now.toISOString()
  const { build, atomic } = database
  try {
    await atomic([
      build
        .insertInto('message_answer')
        .values({ message_id: id, answered_at: at, answered_by: who })
        .compile(),
      enterDeed(database, who, { did: 'messages answered', subject: referenceOf(id) }, now),
    ])
    return { state: 'answered', at, by: who }
  } catch (error) {
    // Somebody else was quicker.
    const since = error instanceof ConstraintViolated ? await answerOf(database, id) : undefined
    if (!since?.at || !since.by) throw error
    return { state: 'already', at: since.at, by: since.by }
  }
}

async function answerOf({ build, read }: Database, id: string) {
  const query = build
    .selectFrom('contact_message')
    .leftJoin('message_answer', 'message_answer.message_id', 'contact_message.id')
    .select(['answered_at as at', 'answered_by as by'])
    .where('contact_message.id', '=', id)
  const [row] = await read(query.compile())
  return row
}
