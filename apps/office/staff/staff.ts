import { createHash, randomBytes, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { personName } from '@naic/admissions/forms/text-rules.ts'
import { type Database, NoRight, type Transaction } from '@naic/store/database/database.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { everyRole, type Role } from './roles.ts'

/** Who works at the desk. Only the operator adds people and says what they may do. */

const dayMs = 24 * 60 * 60 * 1000

/** How long an invitation is good for. */
const invitationMs = dayMs

export type StaffMember = {
  id: string
  name: string
  roles: Role[]
  addedAt: string
  suspendedAt: string | null
  passkeys: number
  /** When they last came in by a passkey; null: never. */
  cameInAt: string | null
  /** Until when their newest invitation is good; null if they used it, or never had one. */
  invitedUntil: string | null
}

/** @returns everybody who was ever added, by name. @throws NoRight of PostgreSQL's user of the site. */
export async function listStaff({ read }: Pick<Database, 'read'>): Promise<StaffMember[]> {
  const people = await read.selectFrom('staff').selectAll().orderBy('name').execute()
  const passkeys = await read.selectFrom('staff_passkey').select(['staff_id', 'used_at']).execute()
  const invitations = await read
    .selectFrom('staff_invitation')
    .select(['staff_id', 'made_at'])
    .where('used_at', 'is', null)
    .execute()
  return people.map(({ id, name, roles, added_at: addedAt, suspended_at: suspendedAt }) => {
    const own = passkeys.filter(({ staff_id }) => staff_id === id)
    const used = own.flatMap(({ used_at }) => used_at ?? [])
    const invited = invitations.filter(({ staff_id }) => staff_id === id)
    const newest = invited
      .map(({ made_at }) => made_at)
      .toSorted()
      .at(-1)
    return {
      id,
      name,
      roles: rolesIn(roles),
      addedAt,
      suspendedAt,
      passkeys: own.length,
      cameInAt: used.toSorted().at(-1) ?? null,
      invitedUntil: newest ? endOf(newest) : null,
    }
  })
}

/** @returns the names of those who may come in; none if this user of the database must not know them. */
export async function staffNames({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const names = read.selectFrom('staff').select('name').where('suspended_at', 'is', null)
  try {
    return (await names.execute()).map(({ name }) => name)
  } catch (error) {
    if (error instanceof NoRight) return []
    throw error
  }
}

/** @returns the roles of a row; one that this version does not know gives no right. */
export const rolesIn = (stored: string): Role[] => {
  const held = new Set(stored.split(' '))
  return everyRole.filter((role) => held.has(role))
}

/** @returns until when an invitation is good. */
export const endOf = (madeAt: string): string =>
  new Date(Date.parse(madeAt) + invitationMs).toISOString()

/** @returns a name as it is kept, or a sentence that says why it cannot be one. */
export function readStaffName(typed: string): { name: string } | { refusal: string } {
  const { success, output, issues } = v.safeParse(personName, typed.normalize('NFC'))
  if (!success) return { refusal: issues[0].message }
  return { name: output.replaceAll(/\s+/g, ' ') }
}

/** By whom something is done, as the journal names them. */
type By = { who: string; now: Date }

/**
 * Adds somebody, with an invitation.
 *
 * @returns the invitation's secret; undefined if there is somebody of that name, whatever its capitals.
 */
export const addMember = (
  { write }: Pick<Database, 'write'>,
  { name, roles }: Pick<StaffMember, 'name' | 'roles'>,
  { who, now }: By,
): Promise<string | undefined> =>
  write(async (transaction) => {
    if (await findMember({ read: transaction }, name)) return undefined
    const id = randomUUID()
    const at = now.toISOString()
    const values = { id, name, roles: roles.join(' '), added_at: at, suspended_at: null }
    await transaction.insertInto('staff').values(values).execute()
    const deed = { did: 'staff add', subject: name, detail: roles.join(', ') } as const
    await enterDeed(transaction, who, deed, now)
    return newInvitation(transaction, id, now)
  })

/** @param typed a name; capitals do not matter. */
export async function findMember(database: Pick<Database, 'read'>, typed: string) {
  const plain = (name: string) => name.normalize('NFC').replaceAll(/\s+/g, ' ').toLowerCase()
  return (await listStaff(database)).find(({ name }) => plain(name) === plain(typed.trim()))
}

/** What somebody may do counts from their next request on. */
export const setRoles = (
  { write }: Pick<Database, 'write'>,
  { id, name }: StaffMember,
  roles: readonly Role[],
  { who, now }: By,
): Promise<void> =>
  write(async (transaction) => {
    const held = roles.join(' ')
    await transaction.updateTable('staff').set({ roles: held }).where('id', '=', id).execute()
    const deed = { did: 'staff role', subject: name, detail: roles.join(', ') } as const
    await enterDeed(transaction, who, deed, now)
  })

/** Ends their sessions and invitations at once, and keeps them out until it is lifted. */
export const suspend = (
  { write }: Pick<Database, 'write'>,
  { id, name }: StaffMember,
  { who, now }: By,
): Promise<void> =>
  write(async (transaction) => {
    const suspended = { suspended_at: now.toISOString() }
    await transaction.updateTable('staff').set(suspended).where('id', '=', id).execute()
    await transaction.deleteFrom('staff_session').where('staff_id', '=', id).execute()
    await transaction.deleteFrom('staff_invitation').where('staff_id', '=', id).execute()
    await enterDeed(transaction, who, { did: 'staff suspend', subject: name }, now)
  })

export const liftSuspension = (
  { write }: Pick<Database, 'write'>,
  { id, name }: StaffMember,
  { who, now }: By,
): Promise<void> =>
  write(async (transaction) => {
    const lifted = { suspended_at: null }
    await transaction.updateTable('staff').set(lifted).where('id', '=', id).execute()
    const deed = { did: 'staff suspend', subject: name, detail: 'lifted' } as const
    await enterDeed(transaction, who, deed, now)
  })

/**
 * Invites somebody once more; the invitations before count no more.
 *
 * @param options.forgetsPasskeys for a device that is lost: the passkeys that they have count no more, and
 *   what is open by them is ended.
 * @returns the invitation's secret.
 */
export const inviteAgain = (
  { write }: Pick<Database, 'write'>,
  { id, name }: StaffMember,
  { who, now, forgetsPasskeys }: By & { forgetsPasskeys: boolean },
): Promise<string> =>
  write(async (transaction) => {
    if (forgetsPasskeys) {
      await transaction.deleteFrom('staff_session').where('staff_id', '=', id).execute()
      await transaction.deleteFrom('staff_passkey').where('staff_id', '=', id).execute()
    }
    const detail = forgetsPasskeys ? 'without the passkeys before' : undefined
    await enterDeed(transaction, who, { did: 'staff invite', subject: name, detail }, now)
    return newInvitation(transaction, id, now)
  })

/** @returns the secret of the only invitation that counts from now on. */
async function newInvitation(
  transaction: Transaction,
  staffId: string,
  now: Date,
): Promise<string> {
  const secret = newSecret()
  const values = {
    id: hashOf(secret),
    staff_id: staffId,
    made_at: now.toISOString(),
    used_at: null,
    passkey_id: null,
  }
  await transaction.deleteFrom('staff_invitation').where('staff_id', '=', staffId).execute()
  await transaction.insertInto('staff_invitation').values(values).execute()
  return secret
}

/** 256 bits, in letters that an address can have. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret: whoever reads the rows cannot come in by them. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
