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

type StateColumns = Pick<
  Selectable<Tables['letter']>,
  'attempts' | 'due_at' | 'refused_at' | 'gave_up_at'
>

/** Every letter that was not sent, oldest first. */
export async function unsentLetters({ build, read }: Database): Promise<UnsentLetter[]> {
  const rows = await read(
    build
      .selectFrom('letter')
      .select(['id', 'subject', 'due_at', 'attempts', 'last_failure', 'refused_at', 'gave_up_at'])
      .where('sent_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .compile(),
  )
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    attempts: row.attempts,
    why: row.last_failure,
    ...stateOf(row),
  }))
}

function stateOf({ attempts, due_at, refused_at, gave_up_at }: StateColumns) {
  if (refused_at) return { state: 'refused for good', at: refused_at } as const
  if (gave_up_at) return { state: 'given up', at: gave_up_at } as const
  return { state: attempts > 0 ? 'refused for now' : 'waiting', at: due_at } as const
}

/**
 * Puts letters up for sending now, as if they had never been tried. A server that runs finds them at
 * its next look, within half a minute.
 *
 * @param ids letters that were not sent; what was sent meanwhile stays so.
 */
export async function sendAgain({ build, atomic }: Database, ids: readonly string[], now: Date) {
  const fresh = { attempts: 0, due_at: now.toISOString(), failing_since: null }
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
