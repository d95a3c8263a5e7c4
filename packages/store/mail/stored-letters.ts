import { type Selectable, sql } from 'kysely'
import type { Database, Reading } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { allOf, anyOf, columnContains, wordsOf } from '../database/search-conditions.ts'
import { enterDeed } from '../journal/journal.ts'
import { letterIn } from './letter-queue.ts'

/** The states that a letter can be in. The outbox goes on trying those that wait or were refused for now. */
export const letterStates = [
  'waiting',
  'refused-for-now',
  'refused-for-good',
  'given-up',
  'held-back',
  'sent',
] as const
export type LetterState = (typeof letterStates)[number]

export type WhichLetters = LetterState | 'unsent' | 'all'

const stateOfRow = sql<LetterState>`case
  when sent_at is not null then 'sent'
  when held_at is not null then 'held-back'
  when refused_at is not null then 'refused-for-good'
  when gave_up_at is not null then 'given-up'
  when last_failure is not null then 'refused-for-now'
  else 'waiting' end`

/** Letters with their state, and the time when they are tried next or when they came into the state. */
export const selectLetters = (read: Reading) =>
  read
    .selectFrom('letter')
    .selectAll()
    .select([
      stateOfRow.as('state'),
      sql<string>`coalesce(sent_at, held_at, refused_at, gave_up_at, due_at)`.as('at'),
    ])

type LetterRow = Selectable<Tables['letter']> & { state: LetterState; at: string }

/** A letter without its text. */
export type ListedLetter = ReturnType<typeof toListedLetter>
export type StoredLetter = ReturnType<typeof toStoredLetter>

/** What nodemailer puts before the relay's own words. */
const byMailer = /^Can't send mail - all recipients were rejected: /

const toListedLetter = (row: LetterRow) => ({
  id: row.id,
  state: row.state,
  /** When it is tried next; for the other states, since when. RFC 3339, UTC. */
  at: row.at,
  createdAt: row.created_at,
  to: { name: row.to_name, address: row.to_address },
  subject: row.subject,
  attempts: row.attempts,
  /** What the relay said last, which may be anything. */
  why: row.last_failure?.replace(byMailer, '') ?? null,
})

export const toStoredLetter = (row: LetterRow) => ({
  ...toListedLetter(row),
  replyTo: letterIn(row).replyTo,
  body: row.body,
  /** How often staff sent it once more. */
  resent: row.resent,
  about: row.about_kind && row.about_id ? { kind: row.about_kind, id: row.about_id } : undefined,
})

/**
 * Reads one page of letters, newest first, and how many there are in all.
 *
 * @param place.page counted from 1; past the last, it is empty.
 * @param place.text words in any order, each a part of the subject, or of the name or address of who gets it.
 */
export async function listLetters(
  { read, readTogether }: Database,
  which: WhichLetters,
  { page = 1, perPage, text = '' }: { page?: number; perPage: number; text?: string },
): Promise<{ letters: ListedLetter[]; total: number }> {
  let asked = selectLetters(read)
  // There is an index of the letters that were not sent, and one of those that were.
  if (which !== 'all') asked = asked.where('sent_at', which === 'sent' ? 'is not' : 'is', null)
  if (which !== 'all' && which !== 'unsent') asked = asked.where(stateOfRow, '=', which)
  const saysWord = (word: string) =>
    anyOf(['subject', 'to_name', 'to_address'].map((column) => columnContains(column, word)))
  if (text !== '') asked = asked.where(allOf(wordsOf(text).map(saysWord)))
  const letters = asked
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
  const all = asked.clearSelect().select(({ fn }) => fn.countAll().as('total'))
  const [rows, [count]] = await readTogether([letters, all])
  return { letters: rows.map(toListedLetter), total: Number(count?.total ?? 0) }
}

/** @returns undefined if there is no letter with this id. */
export async function readLetter(
  { read }: Pick<Database, 'read'>,
  id: string,
): Promise<StoredLetter | undefined> {
  const row = await selectLetters(read).where('id', '=', id).executeTakeFirst()
  return row && toStoredLetter(row)
}

/** @returns applications, or certificates, with the states that letters about each are in. */
export async function withLetterStates<About extends { id: string }>(
  { read }: Pick<Database, 'read'>,
  about: readonly About[],
): Promise<(About & { letters: LetterState[] })[]> {
  if (about.length === 0) return []
  const ids = about.map(({ id }) => id)
  const letters = read.selectFrom('letter').select(['about_id', stateOfRow.as('state')])
  const rows = await letters.where('about_id', 'in', ids).execute()
  const states = Map.groupBy(rows, (row) => row.about_id)
  return about.map((one) => ({
    ...one,
    letters: (states.get(one.id) ?? []).map(({ state }) => state),
  }))
}

/** Counting further would take a database seconds, and say nothing new. */
const countedUpTo = 100_000

/**
 * One row: how many letters were not sent, by state (`waiting` includes `refused-for-now`), and since
 * when the oldest `waiting` one waits (RFC 3339; null for none). Of more than 100,000 letters, only the
 * oldest are counted.
 */
export const countUnsent = (read: Reading) =>
  read
    .selectFrom(
      read
        .selectFrom('letter')
        .select(['created_at', stateOfRow.as('state')])
        .where('sent_at', 'is', null)
        .where('held_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .limit(countedUpTo)
        .as('unsent'),
    )
    .select(({ eb, fn }) => {
      const isWaiting = eb('state', 'in', ['waiting', 'refused-for-now'])
      return [
        fn.countAll().filterWhere(isWaiting).as('waiting'),
        fn.countAll().filterWhere('state', '=', 'refused-for-good').as('refused'),
        fn.countAll().filterWhere('state', '=', 'given-up').as('gaveUp'),
        fn.min<string | null>('created_at').filterWhere(isWaiting).as('oldest'),
      ]
    })

export type SendAgain = {
  /** Name of the account on the machine. */
  who: string
  now: Date
  /** Also sends once more what was sent. */
  evenSent?: boolean | undefined
  /** Where the letter goes instead of the address that it has. */
  to?: string | undefined
}

/**
 * Makes letters due now, as if they had never been tried, and enters that into the journal. A running
 * server finds them at its next look, within half a minute.
 *
 * @param ids of letters; "all": every letter that was refused, for now or for good, or given up.
 * @returns how many will go out again.
 * @throws `Unavailable`; then none will.
 */
export async function sendAgain(
  database: Database,
  ids: readonly string[] | 'all',
  { who, now, evenSent = false, to }: SendAgain,
): Promise<number> {
  const [only, ...others] = ids === 'all' ? [] : ids
  const how = [...(evenSent ? ['also if sent'] : []), ...(to ? ['to another address'] : [])]
  const deed =
    only !== undefined && others.length === 0
      ? { subject: only, detail: how.join(', ') || undefined }
      : { detail: ids === 'all' ? 'all' : `${ids.length} letters` }
  return database.write(async (transaction) => {
    const letters = transaction
      .updateTable('letter')
      .set({
        attempts: 0,
        failing_since: null,
        last_failure: null,
        refused_at: null,
        gave_up_at: null,
        due_at: now.toISOString(),
        ...(to ? { to_address: to } : {}),
      })
      .where('held_at', 'is', null)
    const unsent = letters.where('sent_at', 'is', null)
    // An erased letter has no address.
    const sent = letters
      .where('sent_at', 'is not', null)
      .where('to_address', '!=', '')
      .set(({ eb }) => ({ sent_at: null, resent: eb('resent', '+', 1) }))
    const updates =
      ids === 'all'
        ? [unsent.where('last_failure', 'is not', null)]
        : // In this order: what was sent becomes unsent.
          [unsent, ...(evenSent ? [sent] : [])].map((some) => some.where('id', 'in', ids))
    let again = 0
    for (const update of updates) {
      again += Number((await update.executeTakeFirstOrThrow()).numUpdatedRows)
    }
    await enterDeed(transaction, who, { did: 'outbox retry', ...deed }, now)
    return again
  })
}
