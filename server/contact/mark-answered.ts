import { referenceOf } from '#forms/reference.ts'
import { ConstraintViolated, type Database } from '../database/database.ts'
import { enterDeed } from '../journal/journal.ts'

export type AnsweredResult =
  | { state: 'answered' | 'already'; at: string; by: string }
  | { state: 'unknown' }

/**
 * Marks a message as answered, and enters it into the journal. Who marks one that is marked already is
 * told who did.
 *
 * @param id the whole id.
 * @param who as the journal names them.
 * @throws `Unavailable` when it cannot be stored now.
 */
export async function markAnswered(
  database: Database,
  id: string,
  who: string,
  now: Date,
): Promise<AnsweredResult> {
  const before = await answerOf(database, id)
  if (!before) return { state: 'unknown' }
  if (before.at !== null && before.by !== null) {
    return { state: 'already', at: before.at, by: before.by }
  }
  const at = now.toISOString()
  const { build, atomic } = database
  try {
    await atomic([
      build
        .insertInto('message_answer')
        .values({ message_id: id, answered_at: at, answered_by: who })
        .compile(),
      enterDeed(database, who, { did: 'messages answered', subject: referenceOf(id) }, now),
    ])
    return { state: 'answered', at, by: who }
  } catch (error) {
    // Somebody else was quicker.
    const since = error instanceof ConstraintViolated ? await answerOf(database, id) : undefined
    if (!since?.at || !since.by) throw error
    return { state: 'already', at: since.at, by: since.by }
  }
}

async function answerOf({ build, read }: Database, id: string) {
  const query = build
    .selectFrom('contact_message')
    .leftJoin('message_answer', 'message_answer.message_id', 'contact_message.id')
    .select(['answered_at as at', 'answered_by as by'])
    .where('contact_message.id', '=', id)
  const [row] = await read(query.compile())
  return row
}
