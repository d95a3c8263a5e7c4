import {
  type CompiledQuery,
  type ExpressionBuilder,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { Room } from './letter-brake.ts'
import { longestHandOverMs } from './mailer.ts'
import { letterRanks } from './post-letters.ts'

export type LetterRow = Selectable<Tables['letter']>

/**
 * How long a letter is a copy's own: longer than any hand-over, with a minute for the way to the
 * database and back. When it is over, the copy was killed, and another may send the letter.
 */
const leaseMs = longestHandOverMs + 60_000

/** Between two attempts, at most. */
export const longestDelayMs = 6 * 60 * 60 * 1000

/** By which clocks of copies may differ, or one be put right, without it meaning anything. */
const graceMs = 60_000

/**
 * The letters that are due, those of the staff before those of the forms, and then the longest
 * waiting first. Of a database that copies of the program share, each gets others, and has them to
 * itself for as long as it can take to hand them over; whoever has told the outcome leaves them.
 *
 * @param atMost how many can be handed over at once. No others are taken: what waits in the database can
 *   still be held back.
 * @param underWay ids of those that are being handed over now.
 * @param room how many of each rank may go out.
 */
export async function takeDueLetters(
  database: Database,
  { atMost, underWay, room }: { atMost: number; underWay: readonly string[]; room: Room },
): Promise<LetterRow[]> {
  const take = (rank: number, most: number) => takeOfRank(database, rank, most, underWay)
  const ofStaff = await take(letterRanks.ofStaff, Math.min(atMost, room.ofStaff))
  const left = Math.min(atMost, room.ofForm) - ofStaff.length
  return [...ofStaff, ...(await take(letterRanks.ofForm, left))]
}

/** Whether a letter is due for which there is no room. */
export async function isAnyBraked({ build, read }: Database, room: Room): Promise<boolean> {
  for (const [rank, left] of [
    [letterRanks.ofStaff, room.ofStaff],
    [letterRanks.ofForm, room.ofForm],
  ] as const) {
    if (left > 0) continue
    const due = dueLetters(build, rank, new Date()).select('id').limit(1)
    if ((await read(due.compile())).length > 0) return true
  }
  return false
}

async function takeOfRank(
  { build, read, atomic, isShared }: Database,
  rank: number,
  atMost: number,
  underWay: readonly string[],
): Promise<LetterRow[]> {
  if (atMost <= 0) return []
  const all = dueLetters(build, rank, new Date())
  const due = underWay.length > 0 ? all.where('id', 'not in', underWay) : all
  if (!isShared) return read(due.selectAll().limit(atMost).compile())

  const isFree = sql<boolean>`(leased_until IS NULL OR leased_until < ${clock(0)})`
  const free = due.select('id').where(isFree).limit(atMost).forUpdate().skipLocked()
  const take = build
    .with(
      (cte) => cte('free').materialized(),
      () => free,
    )
    .updateTable('letter')
    .set({ leased_until: clock(leaseMs) })
    .from('free')
    .whereRef('letter.id', '=', 'free.id')
    .returningAll('letter')
  const [taken] = await atomic([take.compile()])
  const rows = (taken?.rows ?? []) as LetterRow[]
  return rows.toSorted((a, b) => (a.due_at < b.due_at ? -1 : 1))
}

/** In the order of an index that has these alone, so that a million who wait cost no more than ten. */
export const dueLetters = (build: Database['build'], rank: number, now: Date) =>
  build
    .selectFrom('letter')
    .where(isWaiting)
    .where('rank', '=', rank)
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')

const isWaiting = ({ eb, and }: ExpressionBuilder<Tables, 'letter'>) =>
  and([
    eb('sent_at', 'is', null),
    eb('refused_at', 'is', null),
    eb('gave_up_at', 'is', null),
    eb('held_at', 'is', null),
  ])

/**
 * Makes due what was put off for longer than any letter is: the clock was ahead when that was done.
 */
export async function bringForward({ build, read, atomic }: Database, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + longestDelayMs + graceMs).toISOString()
  const ahead = build
    .selectFrom('letter')
    .select('id')
    .where(isWaiting)
    // All of them, for the index that begins with it.
    .where('rank', 'in', Object.values(letterRanks))
  // There hardly ever is one, and to write is to wait for whoever else is writing.
  const [one] = await read(ahead.where('due_at', '>', latest).limit(1).compile())
  if (!one) return
  const update = build.updateTable('letter').set({ due_at: now.toISOString() })
  await atomic([update.where(isWaiting).where('due_at', '>', latest).compile()])
}

/** What came of a letter, with the lease under which it was taken and whom it was for. */
export type Untold = {
  outcome: Updateable<Tables['letter']>
  lease: string | null
  to: string
}

/** Changes no row where the letter was erased meanwhile: that is gone, or names nobody any more. */
export function tellOutcome(
  build: Database['build'],
  id: string,
  { outcome, lease, to }: Untold,
): CompiledQuery {
  const letter = build.updateTable('letter').set(outcome).where('id', '=', id)
  const tell = letter.where('to_address', '=', to)
  // What went out is out, whoever has it now. A failure is news only while it was ours alone.
  const isNews = outcome.sent_at ? tell : tell.where('leased_until', 'is not distinct from', lease)
  return isNews.compile()
}

/** Lets others have letters that were taken and not tried. Where that fails, they get them later. */
export async function giveBack(
  { build, atomic, isShared }: Database,
  letters: readonly LetterRow[],
): Promise<void> {
  if (!isShared || letters.length === 0) return
  const ids = letters.map(({ id }) => id)
  const free = build.updateTable('letter').set({ leased_until: null }).where('id', 'in', ids)
  await atomic([free.compile()]).catch(() => undefined)
}

/** The database's own time, some milliseconds from now: the copies' clocks may differ. */
const clock = (fromNowMs: number) =>
  sql<string>`to_char((clock_timestamp() + ${fromNowMs} * interval '1 millisecond') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
