import type { Database, Transaction } from '@naic/store/database/database.ts'
import { type Person, rightsOf } from './roles.ts'
import { hashOf, newSecret, rolesIn } from './staff.ts'

const minuteMs = 60_000

/** Ended when the person has done nothing for so long. */
const restMs = 30 * minuteMs

/** Ended after so long, whatever they do. */
export const longestMs = 12 * 60 * minuteMs

/** A person of the staff who has come in. */
export type SignedIn = Person & { id: string; sessionId: string; passkeyId: string }

/**
 * @param options.before the secret of the session that the same browser has, if any: nobody could end it once
 *   the browser has forgotten it.
 * @returns the session's secret, for the browser alone. Sessions of anybody that have ended are removed
 *   with it.
 */
export async function beginSession(
  transaction: Transaction,
  { staffId, passkeyId }: { staffId: string; passkeyId: string },
  { now, before = '' }: { now: Date; before?: string | undefined },
): Promise<string> {
  const secret = newSecret()
  const at = now.toISOString()
  const values = {
    id: hashOf(secret),
    staff_id: staffId,
    passkey_id: passkeyId,
    begun_at: at,
    seen_at: at,
  }
  const { restsSince, begunSince } = limitsAt(now)
  await transaction
    .deleteFrom('staff_session')
    .where(({ or, eb }) =>
      or([
        eb('seen_at', '<', restsSince),
        eb('begun_at', '<', begunSince),
        eb('id', '=', hashOf(before)),
      ]),
    )
    .execute()
  await transaction.insertInto('staff_session').values(values).execute()
  return secret
}

const limitsAt = (now: Date) => ({
  restsSince: new Date(now.getTime() - restMs).toISOString(),
  begunSince: new Date(now.getTime() - longestMs).toISOString(),
})

/**
 * Everything that ends a session is looked at for each request, and so counts at once.
 *
 * @param options.counts whether the request shows that the person is there; one that the page makes by
 *   itself does not.
 * @returns undefined if there is no such session, or it has ended.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function findSession(
  database: Database,
  secret: string,
  { now, counts }: { now: Date; counts: boolean },
): Promise<SignedIn | undefined> {
  const { read } = database
  const { restsSince, begunSince } = limitsAt(now)
  const id = hashOf(secret)
  const [found] = await read
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.id', 'staff_session.staff_id')
    .innerJoin('staff_passkey', 'staff_passkey.id', 'staff_session.passkey_id')
    .select(['staff.id', 'staff.name', 'staff.roles', 'staff_session.passkey_id', 'seen_at'])
    .where('staff_session.id', '=', id)
    .where('staff.suspended_at', 'is', null)
    .where('seen_at', '>=', restsSince)
    .where('begun_at', '>=', begunSince)
    .execute()
  if (!found) return undefined
  // Once a minute is enough, and spares the database a write for each request.
  if (counts && Date.parse(found.seen_at) < now.getTime() - minuteMs) {
    const seen = { seen_at: now.toISOString() }
    await database.write((transaction) =>
      transaction.updateTable('staff_session').set(seen).where('id', '=', id).execute(),
    )
  }
  const { name, passkey_id: passkeyId } = found
  return { id: found.id, name, rights: rightsOf(rolesIn(found.roles)), sessionId: id, passkeyId }
}

/** Signs somebody out, in this browser. */
export async function endSession({ write }: Database, { sessionId }: SignedIn): Promise<void> {
  await write((transaction) =>
    transaction.deleteFrom('staff_session').where('id', '=', sessionId).execute(),
  )
}
