import type { CompiledQuery } from 'kysely'
import { ConstraintViolated, type Database } from '@naic/platform/database/database.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'

export type EraseResult = { state: 'erased' | 'already'; at: string } | { state: 'unknown' }

/** The outbox's id of the letter about a certificate. */
export const letterOf = (id: string) => `certificate-${id}`
/** The outbox's id of the letter about its revocation. */
export const withdrawalLetterOf = (id: string) => `${letterOf(id)}-withdrawn`
export const lettersOf = (id: string) => [letterOf(id), withdrawalLetterOf(id)]

/**
 * Destroys the key of a certificate, so that nobody can read it again, and empties the letters about
 * it. Its row and its entry in the log stay: the proofs of other certificates need the entry. When this
 * returns, the erasure survives a crash and is in the journal.
 *
 * @param who as the journal names them.
 * @throws `Unavailable` when it cannot be done now.
 */
export async function eraseCertificate(
  database: Database,
  id: string,
  who: string,
  now = new Date(),
): Promise<EraseResult> {
  const { read, atomic } = database
  const before = await stateOf(database, id)
  if (!before) return { state: 'unknown' }
  const { erased_at } = before
  const at = erased_at ?? now.toISOString()
  const destroy = tx.deleteFrom('certificate_key').where('certificate_id', '=', id).compile()
  const say = [
    tx.insertInto('erasure').values({ certificate_id: id, erased_at: at }).compile(),
    enterDeed(database, who, { did: 'certificates erase', subject: id }, now),
  ]
  try {
    const empty = emptyLetters(database, lettersOf(id), at)
    await atomic([destroy, ...(erased_at ? [] : say), ...empty])
    return { state: erased_at ? 'already' : 'erased', at }
  } catch (error) {
    const since = error instanceof ConstraintViolated ? await stateOf(database, id) : undefined
    if (!since?.erased_at) throw error
    return { state: 'already', at: since.erased_at }
  }
}

async function stateOf({ read }: Pick<Database, 'read'>, id: string) {
  const query = read
    .selectFrom('certificate')
    .leftJoin('erasure', 'erasure.certificate_id', 'id')
    .select('erased_at')
    .where('id', '=', id)
  const [row] = await query.execute()
  return row
}

/**
 * The statements that empty letters; the rows stay.
 *
 * @param at a letter that still waits counts as sent from this time, since nothing is left to send.
 */
export function emptyLetters(
  { read }: Pick<Database, 'read'>,
  ids: readonly string[],
  at: string,
): CompiledQuery[] {
  const letters = read
    .updateTable('letter')
    .set({ to_name: '', to_address: '', subject: 'Erased', body: '', last_failure: null })
    .where('id', 'in', ids)
  return [letters.compile(), letters.set({ sent_at: at }).where('sent_at', 'is', null).compile()]
}
