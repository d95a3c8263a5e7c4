import {
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely'
import type { Database, Reading, Transaction } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { type Room, roomNow } from './letter-brake.ts'
import type { About } from './letter-table.ts'
import { type Letter, longestHandOverMs } from './mailer.ts'

/** How many acknowledgements one recipient gets a day, of both forms together. */
const acknowledgementsADay = 3

/** The order in which letters go out: what the staff did never waits behind what the forms bring in. */
const letterRanks = { ofStaff: 0, ofForm: 1 } as const
const ranks = Object.entries(letterRanks) as [keyof Room, number][]

type FormLetters = {
  /** To the sender, whose address nobody has confirmed. */
  acknowledgement: Letter
  forStaff: Letter
  /** Instead of the others, once a day: more has come from that sender. */
  moreForStaff: Letter
}

/** Queues a letter of the staff, to leave within an hour. It changes nothing if its id is already there. */
export async function postLetter(
  transaction: Transaction,
  letter: Letter,
  { about, now, dueAt = now }: { about: About; now: Date; dueAt?: Date },
): Promise<void> {
  const row = rowOf(letter, { about, now, rank: letterRanks.ofStaff })
  await insertIfNew(transaction, { ...row, due_at: dueAt.toISOString() })
}

/** Takes a letter of the staff out of the queue. @returns false if somebody has begun to hand it over. */
export async function unpostLetter(transaction: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('letter')
    .where('id', '=', id)
    .where('rank', '=', letterRanks.ofStaff)
    .where('attempts', '=', 0)
    .where('resent', '=', 0)
    .where('leased_until', 'is', null)
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Keeps a letter from leaving. One that is being handed over just now may arrive, and is not tried again. */
export async function holdBack(transaction: Transaction, id: string, now: Date): Promise<void> {
  await transaction
    .updateTable('letter')
    .set({ held_at: now.toISOString() })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/**
 * Queues the letters of a form that was not stored before, as many as may go today. Each acknowledgement
 * takes one of its recipient's turns of the day.
 *
 * @returns whether the acknowledgement is among them.
 */
export async function postFormLetters(
  transaction: Transaction,
  { acknowledgement, forStaff, moreForStaff }: FormLetters,
  { about, now, day }: { about: About; now: Date; day: string },
): Promise<boolean> {
  const recipient = recipientKey(acknowledgement.to.address)
  const post = (letter: Letter, turn: string | null) =>
    insertIfNew(transaction, { ...rowOf(letter, { about, now, rank: letterRanks.ofForm }), turn })
  for (let turn = 1; turn <= acknowledgementsADay; turn += 1) {
    if (!(await post(acknowledgement, `${day} ${turn} ${recipient}`))) continue
    await post(forStaff, null)
    return true
  }
  await post(moreForStaff, `${day} more ${recipient}`)
  return false
}

/** Whether there is a letter with this id, sent or not. */
export async function isPosted(reading: Reading, id: string): Promise<boolean> {
  const letter = reading.selectFrom('letter').select('id').where('id', '=', id)
  return (await letter.executeTakeFirst()) !== undefined
}

const rowOf = (letter: Letter, { about, now, rank }: { about: About; now: Date; rank: number }) =>
  ({
    id: letter.id,
    created_at: now.toISOString(),
    to_name: letter.to.name,
    to_address: letter.to.address,
    reply_to_name: letter.replyTo?.name ?? null,
    reply_to_address: letter.replyTo?.address ?? null,
    subject: letter.subject,
    body: letter.body,
    attempts: 0,
    due_at: now.toISOString(),
    answers: letter.answers ?? null,
    rank,
    about_kind: about.kind,
    about_id: about.id,
  }) satisfies Insertable<Tables['letter']>

/** The letter that a row has. */
export const letterIn = (row: Selectable<Tables['letter']>): Letter => ({
  id: row.id,
  to: { name: row.to_name, address: row.to_address },
  replyTo: row.reply_to_address
    ? { name: row.reply_to_name ?? '', address: row.reply_to_address }
    : undefined,
  subject: row.subject,
  body: row.body,
  resent: row.resent,
  answers: row.answers ?? undefined,
})

/** @returns false if a letter with its id, or its turn, is there already; that stays. */
async function insertIfNew(transaction: Transaction, row: Insertable<Tables['letter']>) {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('letter')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Dots in the name mean nothing there: https://support.google.com/mail/answer/7436150 */
const withoutDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * Whose mailbox an address is, as far as one can see: without letter case, and without a "+" and what
 * follows, which nearly every provider delivers to the same person (RFC 5233). Two people who share a
 * key only share the day's acknowledgements.
 */
function recipientKey(address: string): string {
  const small = address.trim().toLowerCase()
  const at = small.lastIndexOf('@')
  const domain = small.slice(at + 1)
  const [name = ''] = small.slice(0, at).split('+')
  if (!withoutDots.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}

export type LetterRow = Selectable<Tables['letter']>

/**
 * How long a letter belongs to one copy: longer than any hand-over, with a minute for the way to the
 * database and back. After that, the copy must have been killed, and another may send the letter.
 */
const leaseMs = longestHandOverMs + 60_000

/** Between two attempts, at most. */
export const longestDelayMs = 6 * 60 * 60 * 1000

/** How far the clocks of copies may differ. */
const graceMs = 60_000

/**
 * Takes letters that are due: those of the staff before those of the forms, then the longest waiting
 * first. If copies of the program share the database, each gets different letters, and keeps them to
 * itself for as long as a hand-over can take, or until it tells the outcome.
 *
 * @param atMost how many can be handed over at once. No others are taken, since a letter that waits in
 *   the database can still be held back.
 * @param underWay ids of letters that are being handed over now.
 * @param perHour how many may go out within any hour.
 * @returns with them whether others are due that have to wait for the hour; exact if none is under way.
 */
export async function takeDueLetters(
  database: Database,
  { atMost, underWay, perHour }: { atMost: number; underWay: readonly string[]; perHour: number },
): Promise<{ letters: LetterRow[]; isBraked: boolean }> {
  const room = await roomNow(database, perHour, underWay.length)
  const letters: LetterRow[] = []
  let isBraked = false
  for (const [name, rank] of ranks) {
    const most = Math.min(atMost, room[name]) - letters.length
    if (most > 0) letters.push(...(await takeOfRank(database, rank, most, underWay)))
    if (room[name] > 0) continue
    const due = dueLetters(database.read, rank).select('id').limit(1)
    isBraked ||= (await due.executeTakeFirst()) !== undefined
  }
  return { letters, isBraked }
}

/**
 * Marks letters before they leave: from then on nobody takes them back. Where no other copy sends, the mark
 * keeps nobody from sending, so what a crash has left is sent at the next start.
 */
async function takeOfRank(
  { read, write, isShared }: Database,
  rank: number,
  atMost: number,
  underWay: readonly string[],
): Promise<LetterRow[]> {
  const all = dueLetters(read, rank).limit(atMost)
  const due = underWay.length > 0 ? all.where('id', 'not in', underWay) : all
  if (!isShared) {
    const rows = await due.selectAll().execute()
    // A letter of a form cannot be taken back: what is read of it stands.
    if (rows.length === 0 || rank === letterRanks.ofForm) return rows
  }
  const isFree = sql<boolean>`(leased_until IS NULL OR leased_until < ${clock(0)})`
  const ids = due.select('id')
  const free = isShared ? ids.where(isFree).forUpdate().skipLocked() : ids
  const until = isShared ? clock(leaseMs) : new Date(Date.now() + leaseMs).toISOString()
  const rows = await write((transaction) =>
    transaction
      .with(
        (cte) => cte('free').materialized(),
        () => free,
      )
      .updateTable('letter')
      .set({ leased_until: until })
      .from('free')
      .whereRef('letter.id', '=', 'free.id')
      .returningAll()
      .execute(),
  )
  return rows.toSorted((a, b) => (a.due_at < b.due_at ? -1 : 1))
}

/** In the order of an index of waiting letters only, so that a million cost no more than ten. */
export const dueLetters = (read: Reading, rank: number) =>
  read
    .selectFrom('letter')
    .where(isWaiting)
    .where('rank', '=', rank)
    .where('due_at', '<=', new Date().toISOString())
    .orderBy('due_at')

const isWaiting = ({ eb, and }: ExpressionBuilder<Tables, 'letter'>) =>
  and([
    eb('sent_at', 'is', null),
    eb('refused_at', 'is', null),
    eb('gave_up_at', 'is', null),
    eb('held_at', 'is', null),
  ])

/** Makes letters due that wait for longer than the longest delay: the clock was ahead when they were queued. */
export async function bringForward({ read, write }: Database, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + longestDelayMs + graceMs).toISOString()
  const ahead = read
    .selectFrom('letter')
    .select('id')
    .where(isWaiting)
    // All ranks, since the index begins with the rank.
    .where('rank', 'in', Object.values(letterRanks))
  // There is hardly ever one, and a write waits for other writers.
  const [one] = await ahead.where('due_at', '>', latest).limit(1).execute()
  if (!one) return
  await write((transaction) =>
    transaction
      .updateTable('letter')
      .set({ due_at: now.toISOString() })
      .where(isWaiting)
      .where('due_at', '>', latest)
      .execute(),
  )
}

/** What came of a letter, with the lease under which it was taken and its address. */
export type Outcome = {
  changes: Updateable<Tables['letter']>
  lease: string | null
  to: string
}

/** @returns false if it changed no row: the letter was erased meanwhile, and is gone or has no address. */
export async function recordOutcome(
  transaction: Transaction,
  id: string,
  { changes, lease, to }: Outcome,
): Promise<boolean> {
  const letter = transaction.updateTable('letter').set(changes).where('id', '=', id)
  const record = letter.where('to_address', '=', to)
  // A sent letter is sent, whichever copy has it now. A failure counts only while the lease was ours.
  const isNews = changes.sent_at
    ? record
    : record.where('leased_until', 'is not distinct from', lease)
  return (await isNews.executeTakeFirstOrThrow()).numUpdatedRows > 0n
}

/** The database's own time, some milliseconds from now: the copies' clocks may differ. */
const clock = (fromNowMs: number) =>
  sql<string>`to_char((clock_timestamp() + ${fromNowMs} * interval '1 millisecond') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
