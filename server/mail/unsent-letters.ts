import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

type UnsentLetter = {
  id: string
  subject: string
  state: 'waiting' | 'refused for now' | 'refused for good' | 'given up'
  /** When it is tried next; where it is not, since when. */
  at: string
  attempts: number
  why: string | null
}

/** Every letter that was not sent, oldest first. */
export async function unsentLetters({ build, read }: Database): Promise<UnsentLetter[]> {
  const rows = await read(
    build
      .selectFrom('letter')
      .selectAll()
      .where('sent_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .compile(),
  )
  return rows.map(unsentLetter)
}

/** One of them, as it stands in the database. */
export function unsentLetter(row: Selectable<Tables['letter']>): UnsentLetter {
  const { id, subject, attempts, last_failure: why, due_at, refused_at, gave_up_at } = row
  const letter = { id, subject, attempts, why }
  if (refused_at) return { ...letter, state: 'refused for good', at: refused_at }
  if (gave_up_at) return { ...letter, state: 'given up', at: gave_up_at }
  return { ...letter, state: why === null ? 'waiting' : 'refused for now', at: due_at }
}

/**
 * Puts letters up for sending now, as if they had never been tried. A server that runs finds them at
 * its next look, within half a minute.
 *
 * @param ids letters that were not sent; what was sent meanwhile stays so.
 */
export async function sendAgain({ build, atomic }: Database, ids: readonly string[], now: Date) {
  const fresh = { attempts: 0, due_at: now.toISOString(), failing_since: null, last_failure: null }
  await atomic(
    ids.map((id) =>
      build
        .updateTable('letter')
        .set({ ...fresh, refused_at: null, gave_up_at: null })
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .compile(),
    ),
  )
}
