import { sql } from 'kysely'
import { contactSchema } from '#forms/contact-form.ts'
import { fieldsOf } from '#forms/form-schema.ts'
import { idsBeginning, idsOf, referenceOf } from '#forms/reference.ts'
import { searchedFields, shownOfMessage } from '#forms/shown-fields.ts'
import {
  allOf,
  anyOf,
  columnContains,
  idWithin,
  wordsOf,
} from '@naic/store/database/search-conditions.ts'
import type { Database, Reading } from '@naic/store/database/database.ts'
import { walkPages } from '@naic/store/database/walk-pages.ts'
import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import { selectLetters, toStoredLetter } from '@naic/store/mail/stored-letters.ts'

/** Messages for which everything holds that is set here. */
export type MessageFilter = {
  /** Whether somebody has marked it as answered. */
  isAnswered?: boolean | undefined
  /** Words in any order, each a part of an answer or the beginning of its reference. */
  text?: string | undefined
}

export type ListedMessage = Awaited<ReturnType<typeof listMessages>>['messages'][number]

/** Reads one page, counted from 1, of the messages of a filter, and how many there are in all at that moment. */
export async function listMessages(
  { read, readTogether }: Database,
  filter: MessageFilter,
  { page, perPage, oldestFirst = false }: { page: number; perPage: number; oldestFirst?: boolean },
) {
  const listed = selectListed(read, filter, oldestFirst ? 'asc' : 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
  const counted = messagesOf(read, filter).select(({ fn }) => fn.countAll().as('count'))
  const [messages, [count]] = await readTogether([listed, counted])
  return { messages: messages.map(withEmailNow), total: Number(count?.count) }
}

const selectListed = (read: Reading, filter: MessageFilter, direction: 'asc' | 'desc') =>
  messagesOf(read, filter)
    .select(['contact_message.id', 'received_at', 'answered_at', 'answered_by'])
    .select(fieldsOf(contactSchema))
    .select(correctedEmail)
    .orderBy('received_at', direction)
    .orderBy('contact_message.id', direction)

/** Reads all messages of a filter, newest first, as `walkApplications` does. */
export async function* walkMessages({ read }: Pick<Database, 'read'>, filter: MessageFilter) {
  const pages = walkPages(
    selectListed(read, filter, 'desc'),
    (last) => sql`(received_at, contact_message.id) < (${last.received_at}, ${last.id})`,
  )
  for await (const rows of pages) yield rows.map(withEmailNow)
}

/** The newest correction of its address; null if it stands as it was sent. */
const correctedEmail = sql<string | null>`(select corrected.email from message_address as corrected
  where corrected.message_id = contact_message.id order by corrected.number desc limit 1)`.as(
  'corrected_email',
)

/** The address is the corrected one; the one that was sent stays beside it. */
const withEmailNow = <Row extends { email: string; corrected_email: string | null }>({
  corrected_email: corrected,
  ...row
}: Row) => ({ ...row, email: corrected ?? row.email, sent_email: row.email })

function messagesOf(read: Reading, { isAnswered, text }: MessageFilter) {
  let query = read
    .selectFrom('contact_message')
    .leftJoin('message_answer', 'message_answer.message_id', 'contact_message.id')
  if (isAnswered !== undefined) {
    query = query.where('answered_at', isAnswered ? 'is not' : 'is', null)
  }
  if (text) {
    const everyWord = allOf(wordsOf(text).map(saysWord))
    query = query.where(anyOf([everyWord, ...idWithin('contact_message.id', idsBeginning(text))]))
  }
  return query
}

const saysWord = (word: string) =>
  anyOf([
    ...searchedFields(shownOfMessage).map((column) =>
      columnContains(`contact_message.${column}`, word),
    ),
    sql<boolean>`contact_message.id in (
      select message_id from message_address where ${columnContains('email', word)})`,
    ...idWithin('contact_message.id', idsBeginning(word)),
  ])

/** What a sheet says of a message. Programs go by the names of the columns: those stay as they are. */
export const messageColumns: readonly SheetColumn<ListedMessage>[] = [
  { key: 'reference', of: ({ id }) => referenceOf(id) },
  { key: 'id', of: ({ id }) => id },
  { key: 'received_at', of: ({ received_at }) => received_at, kind: 'time' },
  { key: 'answered_at', of: ({ answered_at }) => answered_at, kind: 'time' },
  { key: 'answered_by', of: ({ answered_by }) => answered_by },
  ...fieldsOf(contactSchema).map((field) => ({
    key: field,
    of: (message: ListedMessage) => message[field],
  })),
  { key: 'email_sent', of: ({ sent_email }) => sent_email },
]

/** A message with everything that is stored with it. */
export type MessageRead = NonNullable<Awaited<ReturnType<typeof readMessage>>>

/**
 * @param asked its id or its reference.
 * @returns the message, who answered it, when and by which letter (null if nobody did), the corrections of
 *   its address and its letters, oldest first; undefined if there is no such message.
 */
export async function readMessage({ read }: Pick<Database, 'read'>, asked: string) {
  const meant = idsOf(asked) ?? { first: asked, last: asked }
  const message = messagesOf(read, {})
    .selectAll('contact_message')
    .select(correctedEmail)
    .select(['answered_at', 'answered_by', 'letter_id as answer_id'])
    .where(allOf(idWithin('contact_message.id', meant)))
  const found = await message.executeTakeFirst()
  if (!found) return undefined
  const { id } = found
  const letters = selectLetters(read).where('about_id', '=', id).orderBy('created_at').orderBy('id')
  const corrected = read
    .selectFrom('message_address')
    .select(['number', 'email', 'changed_at', 'changed_by'])
    .where('message_id', '=', id)
    .orderBy('number')
  const corrections = await corrected.execute()
  const itsLetters = (await letters.execute()).map(toStoredLetter)
  return { ...withEmailNow(found), corrections, letters: itsLetters }
}
