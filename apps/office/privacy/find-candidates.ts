import { sql } from 'kysely'
import { hasPhone } from '@naic/admissions/applications/same-person.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import { columnContains } from '@naic/store/database/search-conditions.ts'
import { type Asked, isId } from './find-person.ts'

/** What many people may share: it leads to what was sent, one by one, and never to a person. */
export type Sought = { phone: string } | { name: string }

/**
 * @param typed a reference, an id, an email address, a telephone or a name, in one line.
 * @returns which of them it is; undefined if it is empty, or no address in spite of its @.
 */
export function whoIsMeant(typed: string): Asked | Sought | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (isId(text)) return { reference: text }
  if (text.includes('@')) return isAddress(text) ? { email: text } : undefined
  if (isPhone(text)) return { phone: text }
  // Names of eight letters could pass for a reference, which has a digit or begins with NAIC.
  return /^naic\b|^\S*\d\S*$/i.test(text) ? { reference: text } : { name: text }
}

export const isAddress = (typed: string): boolean => /^\s*[^\s@]+@[^\s@]+\s*$/.test(typed)

/** Whether a text is digits with what people write between them, and as long as a telephone is. */
const isPhone = (typed: string): boolean =>
  /^[\d\s\u00A0().+-]+$/.test(typed) && typed.replaceAll(/\D/g, '').length >= 9

/** An application or a message that a telephone or a name leads to. */
export type Candidate = {
  /** Its id, if others share the reference. */
  reference: string
  what: 'application' | 'message'
  /** As the staff corrected it, or as it was sent. */
  name: string
  email: string
  /** Null for a message. */
  phone: string | null
  receivedAt: string
}

/** More are no help to choose from. */
export const mostCandidates = 50

/**
 * Finds what was sent under a telephone, however it is written; or under a name that has all these words
 * in any order and capitals, as it was sent or as the staff corrected it. A message has no telephone.
 *
 * @returns the newest first, and whether there are more than are named.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function findCandidates(
  { read }: Database,
  sought: Sought,
): Promise<{ candidates: Candidate[]; areMore: boolean }> {
  const applications = read
    .selectFrom('application')
    .leftJoin('application_kept', 'application_kept.application_id', 'application.id')
    .select(({ fn }) => [
      'application.id',
      sql.lit<Candidate['what']>('application').as('what'),
      fn.coalesce('application_kept.name', 'application.name').as('name'),
      fn.coalesce('application_kept.email', 'application.email').as('email'),
      sql<string | null>`phone`.as('phone'),
      'received_at',
    ])
    .where(({ or }) =>
      'phone' in sought
        ? hasPhone(sought.phone)
        : or([
            hasName('application.name', sought.name),
            hasName('application_kept.name', sought.name),
          ]),
    )
  const messages = read
    .selectFrom('contact_message')
    .select([
      'id',
      sql.lit<Candidate['what']>('message').as('what'),
      'name',
      'email',
      sql<string | null>`NULL`.as('phone'),
      'received_at',
    ])
    .where(({ lit }) => ('phone' in sought ? lit(false) : hasName('name', sought.name)))
  const found = await applications
    .unionAll(messages)
    .orderBy('received_at', 'desc')
    .limit(mostCandidates + 1)
    .execute()
  const sameReference = Map.groupBy(found, ({ id }) => referenceOf(id))
  const candidates = found.slice(0, mostCandidates).map((row) => {
    const { id, what, name, email, phone, received_at: receivedAt } = row
    const reference = referenceOf(id)
    const isAlone = sameReference.get(reference)?.length === 1
    return { reference: isAlone ? reference : id, what, name, email, phone, receivedAt }
  })
  return { candidates, areMore: found.length > mostCandidates }
}

const hasName = (column: string, typed: string) =>
  sql<boolean>`(${sql.join(
    typed
      .trim()
      .split(/\s+/)
      .map((word) => columnContains(column, word)),
    sql` AND `,
  )})`
