import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/** What came of a letter so far. Those that wait, or were refused for now, are tried by themselves. */
export const letterStates = [
  'waiting',
  'refused-for-now',
  'refused-for-good',
  'given-up',
  'held-back',
  'sent',
] as const
type LetterState = (typeof letterStates)[number]

/** Which letters are asked for: of one state, all that were not sent, or every one. */
export type WhichLetters = LetterState | 'unsent' | 'all'

type LetterRow = Selectable<Tables['letter']>

/** Of a letter, all but what it says. */
export type ListedLetter = ReturnType<typeof listed>
export type StoredLetter = ReturnType<typeof storedLetter>

/**
 * @param newest how many at most.
 * @returns the newest letters, newest first, and how many there are in all.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function listLetters(
  { build, readTogether }: Database,
  which: WhichLetters,
  newest: number,
): Promise<{ letters: ListedLetter[]; total: number }> {
  const letters = build
    .selectFrom('letter')
    .select(listedColumns)
    .where(isOf(which))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(newest)
  const all = build
    .selectFrom('letter')
    .where(isOf(which))
    .select(({ fn }) => fn.countAll().as('total'))
  const [rows, [count]] = await readTogether([letters.compile(), all.compile()])
  return { letters: rows.map(listed), total: Number(count?.total ?? 0) }
}

/**
 * @param asked a letter's id, a certificate's, or the id or reference of a form, as people type it.
 * @param ids the first and last id that `asked` stands for if it is a reference.
 * @returns the letters that it may stand for, oldest first.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function findLetters(
  { build, read }: Database,
  asked: string,
  ids?: { first: string },
): Promise<StoredLetter[]> {
  const letters = build.selectFrom('letter').selectAll().orderBy('created_at').orderBy('id')
  const ofCertificate = `certificate-${asked.toUpperCase()}`
  const exact = [asked, ofCertificate, `${ofCertificate}-withdrawn`]
  const found = await read(letters.where('id', 'in', exact).compile())
  if (found.length > 0) return found.map(storedLetter)
  // What our ids begin with; "g" comes after all hexadecimal digits in every collation.
  const begin = (ids?.first ?? asked.toLowerCase()).slice(0, 11)
  if (!/^[\da-f]{8}-[\da-f]{2}$/.test(begin)) return []
  const rows = await read(letters.where('id', '>=', begin).where('id', '<', `${begin}g`).compile())
  const isMeant = ({ id }: LetterRow) =>
    ids !== undefined || id.startsWith(`${asked.toLowerCase()}-`)
  return rows.filter(isMeant).map(storedLetter)
}

const listedColumns = [
  'id',
  'created_at',
  'to_name',
  'to_address',
  'subject',
  'attempts',
  'due_at',
  'sent_at',
  'last_failure',
  'failing_since',
  'refused_at',
  'gave_up_at',
  'held_at',
] as const

/** Before the relay's own words. */
const byMailer = /^Can't send mail - all recipients were rejected: /

function listed(row: Pick<LetterRow, (typeof listedColumns)[number]>) {
  const { state, at } = stateOf(row)
  return {
    id: row.id,
    state,
    /** When it is tried next; where it is not, since when it is so. RFC 3339, UTC. */
    at,
    createdAt: row.created_at,
    to: { name: row.to_name, address: row.to_address },
    subject: row.subject,
    attempts: row.attempts,
    /** What the relay said last, which may be anything. */
    why: row.last_failure?.replace(byMailer, '') ?? null,
    failingSince: row.failing_since,
  }
}

/** A letter as it stands in its row. */
export const storedLetter = (row: LetterRow) => ({
  ...listed(row),
  replyTo: row.reply_to_address
    ? { name: row.reply_to_name ?? '', address: row.reply_to_address }
    : undefined,
  body: row.body,
})

function stateOf(
  row: Pick<
    LetterRow,
    'sent_at' | 'refused_at' | 'gave_up_at' | 'held_at' | 'last_failure' | 'due_at'
  >,
): { state: LetterState; at: string } {
  const { sent_at, refused_at, gave_up_at, held_at, last_failure, due_at } = row
  if (sent_at) return { state: 'sent', at: sent_at }
  if (held_at) return { state: 'held-back', at: held_at }
  if (refused_at) return { state: 'refused-for-good', at: refused_at }
  if (gave_up_at) return { state: 'given-up', at: gave_up_at }
  return { state: last_failure === null ? 'waiting' : 'refused-for-now', at: due_at }
}

/** As {@link stateOf} tells them. */
const isOf = (which: WhichLetters) => (builder: ExpressionBuilder<Tables, 'letter'>) => {
  const { and, eb } = builder
  const isOver = (column: 'sent_at' | 'refused_at' | 'gave_up_at' | 'held_at', is: boolean) =>
    eb(column, is ? 'is not' : 'is', null)
  const isUnsent = isOver('sent_at', false)
  const isToGo = [isUnsent, isOver('held_at', false)]
  const isTried = [...isToGo, isOver('refused_at', false), isOver('gave_up_at', false)]
  const conditions = {
    all: [],
    sent: [isOver('sent_at', true)],
    unsent: [isUnsent],
    waiting: [...isTried, eb('last_failure', 'is', null)],
    'refused-for-now': [...isTried, eb('last_failure', 'is not', null)],
    'refused-for-good': [...isToGo, isOver('refused_at', true)],
    'given-up': [...isToGo, isOver('refused_at', false), isOver('gave_up_at', true)],
    'held-back': [isUnsent, isOver('held_at', true)],
  }
  return and(conditions[which])
}

/** Counting further would take a database seconds, and say nothing new. */
const countedUpTo = 100_000

/**
 * How many letters were not sent, by their state (`waiting` includes `refused-for-now`), and since
 * when the oldest of the `waiting` ones waits (RFC 3339; null for none). One row. Of more than
 * 100,000, only the oldest are counted.
 */
export const countUnsent = (build: Database['build']) =>
  build
    .selectFrom(
      build
        .selectFrom('letter')
        .select(['created_at', 'refused_at', 'gave_up_at'])
        .where('sent_at', 'is', null)
        .where('held_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .limit(countedUpTo)
        .as('unsent'),
    )
    .select(({ eb, fn }) => {
      const isWaiting = eb.and([eb('refused_at', 'is', null), eb('gave_up_at', 'is', null)])
      const isRefused = eb('refused_at', 'is not', null)
      const isGivenUp = eb.and([eb('refused_at', 'is', null), eb('gave_up_at', 'is not', null)])
      return [
        fn.countAll().filterWhere(isWaiting).as('waiting'),
        fn.countAll().filterWhere(isRefused).as('refused'),
        fn.countAll().filterWhere(isGivenUp).as('gaveUp'),
        fn.min<string | null>('created_at').filterWhere(isWaiting).as('oldest'),
      ]
    })
