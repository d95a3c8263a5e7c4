import { createHash, randomBytes, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { personName } from '@naic/admissions/forms/text-rules.ts'
import { ConstraintViolated, type Database, NoRight } from '@naic/platform/database/database.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
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
export async function listStaff({ read, readTogether }: Database): Promise<StaffMember[]> {
  const [people, passkeys, invitations] = await readTogether([
    read.selectFrom('staff').selectAll().orderBy('name'),
    read.selectFrom('staff_passkey').select(['staff_id', 'used_at']),
    read
      .selectFrom('staff_invitation')
      .select(['staff_id', 'made_at'])
      .where('used_at', 'is', null),
  ])
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
export async function addMember(
  database: Database,
  { name, roles }: Pick<StaffMember, 'name' | 'roles'>,
  { who, now }: By,
): Promise<string | undefined> {
  if (await findMember(database, name)) return undefined
  const id = randomUUID()
  const at = now.toISOString()
  const values = { id, name, roles: roles.join(' '), added_at: at, suspended_at: null }
  const { secret, statements } = newInvitation(database, id, now)
  try {
    await database.atomic([
      database.tx.insertInto('staff').values(values).compile(),
      ...statements,
      enterDeed(database, who, { did: 'staff add', subject: name, detail: roles.join(', ') }, now),
    ])
  } catch (error) {
    // Somebody else was first.
    if (error instanceof ConstraintViolated) return undefined
    throw error
  }
  return secret
}

/** @param typed a name; capitals do not matter. */
export async function findMember(database: Database, typed: string) {
  const plain = (name: string) => name.normalize('NFC').replaceAll(/\s+/g, ' ').toLowerCase()
  return (await listStaff(database)).find(({ name }) => plain(name) === plain(typed.trim()))
}

/** What somebody may do counts from their next request on. */
export const setRoles = async (
  database: Database,
  { id, name }: StaffMember,
  roles: readonly Role[],
  { who, now }: By,
): Promise<void> => {
  const deed = { did: 'staff role', subject: name, detail: roles.join(', ') }
  const change = database.read
    .updateTable('staff')
    .set({ roles: roles.join(' ') })
    .where('id', '=', id)
  await database.atomic([change.compile(), enterDeed(database, who, deed, now)])
}

/** Ends their sessions and invitations at once, and keeps them out until it is lifted. */
export async function suspend(
  database: Database,
  { id, name }: StaffMember,
  { who, now }: By,
): Promise<void> {
  const { read } = database
  await database.atomic([
    read
      .updateTable('staff')
      .set({ suspended_at: now.toISOString() })
      .where('id', '=', id)
      .compile(),
    tx.deleteFrom('staff_session').where('staff_id', '=', id).compile(),
    tx.deleteFrom('staff_invitation').where('staff_id', '=', id).compile(),
    enterDeed(database, who, { did: 'staff suspend', subject: name }, now),
  ])
}

export async function liftSuspension(
  database: Database,
  { id, name }: StaffMember,
  { who, now }: By,
): Promise<void> {
  const { read } = database
  await database.atomic([
    tx.updateTable('staff').set({ suspended_at: null }).where('id', '=', id).compile(),
    enterDeed(database, who, { did: 'staff suspend', subject: name, detail: 'lifted' }, now),
  ])
}

/**
 * Invites somebody once more; the invitations before count no more.
 *
 * @param options.forgetsPasskeys for a device that is lost: the passkeys that they have count no more, and
 *   what is open by them is ended.
 * @returns the invitation's secret.
 */
export async function inviteAgain(
  database: Database,
  { id, name }: StaffMember,
  { who, now, forgetsPasskeys }: By & { forgetsPasskeys: boolean },
): Promise<string> {
  const { read } = database
  const { secret, statements } = newInvitation(database, id, now)
  const detail = forgetsPasskeys ? 'without the passkeys before' : undefined
  await database.atomic([
    // First of all: whoever answers one of those before at this moment has a passkey by now, or gets none.
    ...statements,
    ...(forgetsPasskeys
      ? [
          tx.deleteFrom('staff_session').where('staff_id', '=', id).compile(),
          tx.deleteFrom('staff_passkey').where('staff_id', '=', id).compile(),
        ]
      : []),
    enterDeed(database, who, { did: 'staff invite', subject: name, detail }, now),
  ])
  return secret
}

function newInvitation({ read }: Pick<Database, 'read'>, staffId: string, now: Date) {
  const secret = newSecret()
  const values = {
    id: hashOf(secret),
    staff_id: staffId,
    made_at: now.toISOString(),
    used_at: null,
    passkey_id: null,
  }
  const statements = [
    tx.deleteFrom('staff_invitation').where('staff_id', '=', staffId).compile(),
    tx.insertInto('staff_invitation').values(values).compile(),
  ]
  return { secret, statements }
}

/** 256 bits, in letters that an address can have. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret: whoever reads the rows cannot come in by them. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
