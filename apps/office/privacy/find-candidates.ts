import { sql } from 'kysely'
import { hasPhone } from '@naic/admissions/applications/same-person.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import { columnContains } from '@naic/store/database/search-conditions.ts'
import type { Asked } from './find-person.ts'

/** What many people may share: it leads to what was sent, one by one, and never to a person. */
export type Sought = { phone: string } | { name: string }

/**
 * @param typed a reference, an email address, a telephone or a name, in one line.
 * @returns which of them it is; undefined if it is empty, or no address in spite of its @.
 */
export function whoIsMeant(typed: string): Asked | Sought | undefined {
  const text = typed.trim()
  if (text === '') return undefined
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
  { read, readTogether }: Database,
  sought: Sought,
): Promise<{ candidates: Candidate[]; areMore: boolean }> {
  const byPhone = 'phone' in sought
  const applications = read
    .selectFrom('application')
    .leftJoin('application_kept', 'application_kept.application_id', 'application.id')
    .select(['application.id', 'application.name', 'application_kept.name as corrected'])
    .select(({ fn }) => fn.coalesce('application_kept.email', 'application.email').as('email'))
    .select(['phone', 'received_at', what('application')])
    .where(({ or }) =>
      byPhone
        ? hasPhone(sought.phone)
        : or([
            hasName('application.name', sought.name),
            hasName('application_kept.name', sought.name),
          ]),
    )
    .orderBy('received_at', 'desc')
    .limit(mostCandidates + 1)
  const messages = read
    .selectFrom('contact_message')
    .select(['id', 'name', 'email', 'received_at', what('message')])
    .select([nothing.as('phone'), nothing.as('corrected')])
    .where(byPhone ? sql<boolean>`1 = 0` : hasName('contact_message.name', sought.name))
    .orderBy('received_at', 'desc')
    .limit(mostCandidates + 1)
  const [applied, written] = await readTogether([applications, messages])
  const found = [...applied, ...written].toSorted((one, other) =>
    one.received_at < other.received_at ? 1 : -1,
  )
  const sameReference = Map.groupBy(found, ({ id }) => referenceOf(id))
  return {
    candidates: found.slice(0, mostCandidates).map((row) => {
      const { email, phone, received_at: receivedAt } = row
      const reference = referenceOf(row.id)
      const isAlone = sameReference.get(reference)?.length === 1
      return {
        reference: isAlone ? reference : row.id,
        what: row.what,
        name: row.corrected ?? row.name,
        email,
        phone,
        receivedAt,
      }
    }),
    areMore: found.length > mostCandidates,
  }
}

const what = (kind: Candidate['what']) => sql.lit(kind).as('what')
const nothing = sql<string | null>`NULL`

const hasName = (column: string, typed: string) =>
  sql<boolean>`(${sql.join(
    typed
      .trim()
      .split(/\s+/)
      .map((word) => columnContains(column, word)),
    sql` AND `,
  )})`
