import { idsOf } from '#forms/reference.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { findHeldBy, findHeldUnder, type Held, plainAddress } from './find-held.ts'

/** Whom staff ask about: what has a reference, or whoever has an e-mail address. */
export type Asked = { reference: string } | { email: string }

export type PersonFound =
  | {
      state: 'found'
      /** What is held under the reference, or under the address. */
      held: Held
      /** Of ids, where a reference was asked for. */
      range: { first: string; last: string } | undefined
      /** E-mail addresses that it was sent from, without letter case. */
      addresses: string[]
    }
  /** No reference, or one that says nothing: it is neither. */
  | { state: 'no reference' }
  /** Two share it: one is to be asked for by its id. */
  | { state: 'several'; ids: string[] }
  /** The address is one of the council's own, which all letters have. */
  | { state: 'our own' }

/**
 * Finds out who is meant.
 *
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function findPerson(
  database: Database,
  asked: Asked,
  { staffEmail, mailFrom }: Pick<Config, 'staffEmail' | 'mailFrom'>,
): Promise<PersonFound> {
  if ('email' in asked) {
    const address = plainAddress(asked.email)
    if ([staffEmail, mailFrom].map(plainAddress).includes(address)) return { state: 'our own' }
    const held = await findHeldBy(database, address)
    return { state: 'found', held, range: undefined, addresses: [address] }
  }
  const range = rangeOf(asked.reference)
  if (!range) return { state: 'no reference' }
  const held = await findHeldUnder(database, range)
  if (held.ids.length > 1) return { state: 'several', ids: held.ids }
  const rows = [...held.applications, ...held.messages]
  const addresses = [...new Set(rows.map(({ email }) => plainAddress(email)))]
  return { state: 'found', held, range, addresses }
}

function rangeOf(typed: string): { first: string; last: string } | undefined {
  const id = typed.trim().toLowerCase()
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return { first: id, last: id }
  return idsOf(typed)
}
