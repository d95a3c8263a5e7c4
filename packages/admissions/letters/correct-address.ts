import { readEmail } from '#forms/text-rules.ts'
import { referenceOf } from '#forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { readLetter, sendAgain, type StoredLetter } from '@naic/store/mail/stored-letters.ts'
import {
  type KeptAnswer,
  type KeptAsked,
  type KeptDeed,
  keepFact,
} from '../applications/keep-fact.ts'
import { findMeant } from '../applications/list-applications.ts'
import { readMessage } from '../messages/messages.ts'

/** Puts right the address to which a letter could not go, where it was mistyped, and sends the letter there. */

/**
 * - `no address`: what was typed is none.
 * - `held back`, `erased`, `unknown`: the letter was, or there is none with this id.
 *
 * Nothing was done then.
 */
export type SentAfterCorrection =
  | {
      state: 'sent again'
      /** How many letters go out again: others that failed for the same reason go with it. */
      again: number
      /** Whose address is corrected; undefined for a letter that is about nothing that somebody sent. */
      of: AboutWhat | undefined
    }
  | { state: 'no address' | 'held back' | 'erased' | 'unknown' }

/**
 * Corrects the address of what a letter is about, keeps the old one in its history, and sends the letter
 * there, even if it was sent before. Letters about the same that wait go there too; those that failed go
 * out again. A letter to the staff changes its own address alone.
 *
 * It can be repeated: if it is broken off between the correction and the letter, the letter stays where it
 * was.
 *
 * @param id of the letter.
 * @param typed the right address.
 * @param who as the journal names them.
 * @throws `Unavailable` when the database cannot keep the promise.
 */
export async function sendToCorrectedAddress(
  database: Database,
  id: string,
  { typed, who }: { typed: string; who: string },
): Promise<SentAfterCorrection> {
  const to = readEmail(typed)
  if (to === null) return { state: 'no address' }
  const letter = await readLetter(database, id)
  if (!letter) return { state: 'unknown' }
  if (letter.state === 'held-back') return { state: 'held back' }
  if (letter.to.address === '') return { state: 'erased' }
  const of = toStaff.test(id) ? undefined : await aboutWhat(database, letter)
  if (of?.kind === 'application') await keepFact(database, of.id, { fact: 'email', to }, { who })
  if (of?.kind === 'message') await correctMessage(database, of.id, to, who)
  const failed = of ? await redirect(database, of.id, { from: letter.to.address, to }) : []
  const sending = { who, now: new Date(), evenSent: true, to }
  const again = await sendAgain(database, [...new Set([id, ...failed])], sending)
  return { state: 'sent again', again, of }
}

/**
 * Keeps what one of the staff says of an application, as `keepFact` does. After a corrected address, letters
 * about it and about its certificates that have not gone out go to the new one: those that wait, when they
 * are due, and those that failed, at once.
 *
 * @returns as `keepFact`, and how many letters go out again.
 * @throws `Unavailable` when the database cannot keep the promise.
 */
export async function keepAndRedirect(
  database: Database,
  id: string,
  wanted: KeptAsked,
  deed: KeptDeed,
): Promise<KeptAnswer & { again: number }> {
  const kept = await keepFact(database, id, wanted, deed)
  if (wanted.fact !== 'email' || kept.state !== 'kept') return { ...kept, again: 0 }
  const { email: from, sentEmail } = kept.before
  const to = kept.kept.email ?? sentEmail
  const failed = await redirect(database, id, { from, to })
  const sending = { who: deed.who, now: new Date(), to }
  return { ...kept, again: failed.length > 0 ? await sendAgain(database, failed, sending) : 0 }
}

export type AboutWhat = { kind: 'application' | 'message'; id: string; reference: string }

/** @returns the application or message that a letter is about; undefined if there is none. */
export async function aboutWhat(
  database: Database,
  { about }: Pick<StoredLetter, 'about'>,
): Promise<AboutWhat | undefined> {
  if (about?.kind === 'message') {
    const message = await readMessage(database, about.id)
    return message && { kind: 'message', id: message.id, reference: referenceOf(message.id) }
  }
  const asked = about?.kind === 'certificate' ? await referenceUnder(database, about.id) : about?.id
  const [found, another] = asked ? await findMeant(database, asked) : []
  if (!found || another) return undefined
  return { kind: 'application', id: found.id, reference: referenceOf(found.id) }
}

/** Of forms. What they are about has another address. */
const toStaff = /-(staff|more)$/

/** @returns the reference under which a certificate was issued: perhaps that of an application. */
async function referenceUnder({ read }: Pick<Database, 'read'>, certificate: string) {
  const issued = read.selectFrom('certificate').where('id', '=', certificate)
  return (await issued.select('external_reference').executeTakeFirst())?.external_reference
}

/** The journal says that it was corrected, not to what. The newest correction counts. */
const correctMessage = ({ write }: Database, id: string, email: string, who: string) =>
  write(async (transaction) => {
    const message = await readMessage({ read: transaction }, id)
    if (!message || message.email === email) return
    const number = (message.corrections.at(-1)?.number ?? 0) + 1
    const now = new Date()
    const row = { message_id: id, number, email, changed_at: now.toISOString(), changed_by: who }
    await transaction.insertInto('message_address').values(row).execute()
    const deed = { did: 'messages correct-email', subject: referenceOf(id) } as const
    await enterDeed(transaction, who, deed, now)
  })

/**
 * Letters about an application or message, and about certificates that were issued under its reference,
 * that have not gone out go to its new address. Those to the staff do not have its old one.
 *
 * @returns the ids of those that have failed.
 */
const redirect = ({ write }: Database, id: string, { from, to }: { from: string; to: string }) =>
  write(async (transaction) => {
    const issued = transaction
      .selectFrom('certificate')
      .select('id')
      .where('external_reference', 'in', [id, referenceOf(id)])
    const certificates = await issued.execute()
    const about = [id, ...certificates.map((certificate) => certificate.id)]
    const rows = await transaction
      .updateTable('letter')
      .set({ to_address: to })
      .where('about_id', 'in', about)
      .where('to_address', '=', from)
      .where('sent_at', 'is', null)
      .where('held_at', 'is', null)
      .returning(['id', 'last_failure'])
      .execute()
    return rows.filter((row) => row.last_failure !== null).map((row) => row.id)
  })
