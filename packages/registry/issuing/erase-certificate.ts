import type { Database, Transaction } from '@naic/store/database/database.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { standingsQuery } from './stored-certificate.ts'

/** The outbox's id of the letter about a certificate, which its file has as well. */
export const letterOf = (id: string) => `certificate-${id}`
/** The outbox's id of the letter about its revocation. */
export const withdrawalLetterOf = (id: string) => `${letterOf(id)}-withdrawn`
export const lettersOf = (id: string) => [letterOf(id), withdrawalLetterOf(id)]

/**
 * Deletes the credential of a certificate, so that nobody can read it again, and empties the letters about
 * it. Its row and its entry in the log stay: the proofs of other certificates need the entry. When this
 * returns, the erasure survives a crash and is in the journal.
 *
 * @param who as the journal names them.
 * @throws `Unavailable` when it cannot be done now.
 */
export const eraseCertificate = (
  { write }: Pick<Database, 'write'>,
  id: string,
  who: string,
  now = new Date(),
): Promise<{ state: 'erased' | 'already'; at: string } | { state: 'unknown' }> =>
  write(async (transaction) => {
    const query = standingsQuery(transaction).where('certificate.id', '=', id)
    const before = await query.executeTakeFirst()
    if (!before) return { state: 'unknown' }
    const at = before.erased_at ?? now.toISOString()
    await transaction.deleteFrom('credential').where('certificate_id', '=', id).execute()
    await emptyLetters(transaction, lettersOf(id), at)
    if (before.erased_at) return { state: 'already', at }
    await transaction.insertInto('erasure').values({ certificate_id: id, erased_at: at }).execute()
    await enterDeed(transaction, who, { did: 'certificates erase', subject: id }, now)
    return { state: 'erased', at }
  })

/**
 * Empties those of the letters that are about certificates; the rows stay.
 *
 * @param at a letter that still waits counts as sent from this time, since nothing is left to send.
 */
export async function emptyLetters(
  transaction: Transaction,
  ids: readonly string[],
  at: string,
): Promise<void> {
  const letters = transaction
    .updateTable('letter')
    .set({ to_name: '', to_address: '', subject: 'Erased', body: '', last_failure: null })
    .where('about_kind', '=', 'certificate')
    .where('id', 'in', ids)
  await letters.execute()
  await letters.set({ sent_at: at }).where('sent_at', 'is', null).execute()
}
