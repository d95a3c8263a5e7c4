import { type RawBuilder, sql } from 'kysely'
import { referenceOf } from '#forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import { samePhone, sameEmail, unreadInPhone } from './admission-tables.ts'
import { selectListed, toListed } from './list-applications.ts'

/** What else came from the email address or the telephone of an application or message, newest first. */
export type SamePerson = Awaited<ReturnType<typeof findSamePerson>>

type Shared = 'email' | 'phone' | 'both'

const most = 50

/**
 * Finds what else the sender of an application or message has sent: an address in any capitals, a telephone
 * with or without India's code, a zero, spaces and hyphens.
 */
export async function findSamePerson(
  { read, readTogether }: Database,
  { id, email, phone }: { id: string; email: string; phone?: string },
) {
  const address = email.trim().toLowerCase()
  const numbers = phone === undefined ? [] : writtenAs(phone)
  // In one list: of two, PostgreSQL looks each application up.
  const ids = [idsFrom('application', address)]
  // One that thousands have typed is nobody's: some of them are enough.
  if (phone !== undefined)
    ids.push(sql`select few.id from (
      select id from application where ${hasPhone(phone)} limit 500) as few`)
  const applications = selectListed(read, {})
    .where(sql<boolean>`application.id in (${sql.join(ids, sql` union `)})`)
    .where('application.id', '!=', id)
    .orderBy('received_at', 'desc')
    .orderBy('application.id', 'desc')
    .limit(most)
  const messages = read
    .selectFrom('contact_message')
    .leftJoin('message_answer', 'message_answer.message_id', 'contact_message.id')
    .select(['contact_message.id', 'subject', 'received_at', 'answered_at'])
    .where(isFromAddress('contact_message', address))
    .where('contact_message.id', '!=', id)
    .orderBy('received_at', 'desc')
    .orderBy('contact_message.id', 'desc')
    .limit(most)
  const [applied, written] = await readTogether([applications, messages])
  return {
    applications: applied.map((row) => {
      const isSamePhone = numbers.includes(plain(row.phone))
      const { reference, name, domain, receivedAt, status, sentEmail, email: now } = toListed(row)
      const isSameEmail = [sentEmail, now].some((one) => one.trim().toLowerCase() === address)
      // Only a family shares a telephone, or a friend lends it.
      const by: Shared = isSameEmail && isSamePhone ? 'both' : isSameEmail ? 'email' : 'phone'
      return { id: row.id, reference, name, domain, receivedAt, status, by }
    }),
    messages: written.map((row) => ({
      id: row.id,
      reference: referenceOf(row.id),
      subject: row.subject,
      receivedAt: row.received_at,
      isAnswered: row.answered_at !== null,
    })),
  }
}

/** A condition: something came from an address, as it was sent or as the staff corrected it. Indexes have both. */
export const isFromAddress = (what: 'application' | 'contact_message', address: string) =>
  sql<boolean>`${sql.ref(`${what}.id`)} in (${idsFrom(what, address)})`

function idsFrom(what: 'application' | 'contact_message', address: string) {
  const isSame = sql`${sql.raw(sameEmail)} = ${address.trim().toLowerCase()}`
  const [corrected, by] =
    what === 'application'
      ? (['application_kept', 'application_id'] as const)
      : (['message_address', 'message_id'] as const)
  return sql`select few.id from (
    select id from ${sql.table(what)} where ${isSame}
    union select ${sql.ref(by)} from ${sql.table(corrected)} where ${isSame}
    limit 500) as few`
}

/** A condition: an application has this telephone, however the two are written. An index has it. */
export const hasPhone = (phone: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(samePhone)} in (${sql.join(writtenAs(phone))})`

const plain = (phone: string): string =>
  unreadInPhone.reduce((digits, sign) => digits.replaceAll(sign, ''), phone)

/** @returns how a number may stand in a row, without the signs between its digits. */
function writtenAs(phone: string): string[] {
  const digits = plain(phone)
  const [, number] = /^(?:0|91|091|0091)?(\d{10})$/.exec(digits) ?? []
  return number ? ['', '0', '91', '091', '0091'].map((code) => code + number) : [digits]
}
