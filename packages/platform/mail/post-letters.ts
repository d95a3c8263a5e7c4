import {
  type CompiledQuery,
  type Expression,
  expressionBuilder,
  type Insertable,
  type SqlBool,
} from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { Letter } from './mailer.ts'

/** So many acknowledgements go to one recipient a day, of both forms together. */
const acknowledgementsADay = 3

/** In which order letters go out: what the staff did never waits behind what comes in by the forms. */
export const letterRanks = { ofStaff: 0, ofForm: 1 } as const

/** What a form that was stored brings about. */
export type FormLetters = {
  /** To whoever sent it, whose address nobody has confirmed. */
  acknowledgement: Letter
  forStaff: Letter
  /** In place of the others, once a day: more has come from that recipient. */
  moreForStaff: Letter
}

/**
 * The statement that puts a letter into the outbox, one that something else than a form brings
 * about. A letter whose id stands already is left as it is.
 */
export const postLetter = (build: Database['build'], letter: Letter, now: Date): CompiledQuery =>
  build
    .insertInto('letter')
    .values(rowOf(letter, now, letterRanks.ofStaff))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .compile()

/**
 * The statements that put the letters of a form into the outbox, as far as they may go today, and then
 * say whether the acknowledgement is there: of the last one, a row if so.
 *
 * Each acknowledgement takes one of its recipient's turns of the day, of which the table has each
 * once. So the number holds however many copies of the program post at the same moment, and after a
 * restart. It tries the turns one after the other; once it stands, its id keeps it from a second.
 */
export function postFormLetters(
  build: Database['build'],
  { acknowledgement, forStaff, moreForStaff }: FormLetters,
  { now, day }: { now: Date; day: string },
): CompiledQuery[] {
  const recipient = recipientKey(acknowledgement.to.address)
  const stands = build.selectFrom('letter').select('id').where('id', '=', acknowledgement.id)
  const { exists, not } = expressionBuilder<Tables, never>()
  const post = (letter: Letter, turn: string | null, where?: Expression<SqlBool>) =>
    insertWhere(build, { ...rowOf(letter, now, letterRanks.ofForm), turn }, where)
  return [
    ...Array.from({ length: acknowledgementsADay }, (_, at) =>
      post(acknowledgement, `${day} ${at + 1} ${recipient}`),
    ),
    post(forStaff, null, exists(stands)),
    post(moreForStaff, `${day} more ${recipient}`, not(exists(stands))),
    stands.compile(),
  ]
}

type LetterRow = Insertable<Tables['letter']>

const rowOf = (letter: Letter, now: Date, rank: number) =>
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
    sent_at: null,
    last_failure: null,
    failing_since: null,
    refused_at: null,
    gave_up_at: null,
    leased_until: null,
    held_at: null,
    turn: null,
    rank,
  }) satisfies LetterRow

/** @param condition without which the table is left as it is, as where the id or the turn is taken. */
function insertWhere(
  build: Database['build'],
  row: LetterRow,
  condition: Expression<SqlBool> | undefined,
): CompiledQuery {
  const insert = build.insertInto('letter')
  const columns = Object.keys(row) as (keyof LetterRow)[]
  const filled = condition
    ? insert.columns(columns).expression(
        build
          .selectNoFrom(({ lit, val }) =>
            columns.map((column) => {
              const value = row[column]
              // Of a list of columns PostgreSQL takes every parameter for text.
              return typeof value === 'string'
                ? val(value).as(column)
                : lit(value ?? null).as(column)
            }),
          )
          .where(condition),
      )
    : insert.values(row)
  return filled.onConflict((conflict) => conflict.doNothing()).compile()
}

/** Dots in the name mean nothing there: https://support.google.com/mail/answer/7436150 */
const withoutDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * Whose mailbox an address is, as far as the address tells: without letter case, and without what
 * comes after a "+", which nearly every provider delivers to the same person (RFC 5233). If two
 * people share a key after all, they only share the day's acknowledgements.
 */
function recipientKey(address: string): string {
  const plain = address.trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1)
  const [name = ''] = plain.slice(0, at).split('+')
  if (!withoutDots.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
