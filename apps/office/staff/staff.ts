import { createHash, randomBytes, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { personName } from '@naic/admissions/forms/text-rules.ts'
import { type Database, NoRight, type Transaction } from '@naic/store/database/database.ts'
import { type Deed, enterDeed } from '@naic/store/journal/journal.ts'
import { everyRole, rightsOf, type Role } from './roles.ts'

/** Who works at the desk: the operator and managers add people and say what they may do. */

/** How long an invitation is good for: a day. */
const invitationMs = 24 * 60 * 60 * 1000

export type StaffMember = Awaited<ReturnType<typeof listStaff>>[number]

/** @returns everybody who was ever added, by name. @throws NoRight of PostgreSQL's user of the site. */
export async function listStaff({ read }: Pick<Database, 'read'>) {
  const people = read
    .selectFrom('staff')
    .select(['id', 'name', 'roles', 'added_at as addedAt'])
    .select(['suspended_at as suspendedAt', 'ended_at as endedAt'])
    .select(({ selectFrom }) => [
      selectFrom('staff_passkey')
        .whereRef('staff_id', '=', 'staff.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('passkeys'),
      selectFrom('staff_passkey')
        .whereRef('staff_id', '=', 'staff.id')
        .select(({ fn }) => fn.max('used_at').as('newest'))
        .as('cameInAt'),
      selectFrom('staff_invitation')
        .whereRef('staff_id', '=', 'staff.id')
        .where('used_at', 'is', null)
        .select(({ fn }) => fn.max('made_at').as('newest'))
        .as('invitedAt'),
    ])
    .orderBy('name')
  return (await people.execute()).map(({ invitedAt, roles, passkeys, ...person }) =>
    Object.assign(person, {
      roles: rolesIn(roles),
      passkeys: Number(passkeys),
      /** Until when their newest invitation is good; null if they used it, or never had one. */
      invitedUntil: invitedAt && endOf(invitedAt),
    }),
  )
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

/** How somebody stands, in the words of the desk and the command. */
export type StaffState =
  | 'ended'
  | 'suspended'
  | 'invitation expired'
  | 'invited'
  | 'works'
  | 'has no passkey'

export function stateOf(member: StaffMember, now: Date): StaffState {
  const { suspendedAt, endedAt, invitedUntil, passkeys } = member
  if (endedAt) return 'ended'
  if (suspendedAt) return 'suspended'
  if (invitedUntil) return invitedUntil < now.toISOString() ? 'invitation expired' : 'invited'
  return passkeys > 0 ? 'works' : 'has no passkey'
}

/** By whom something is done, as the journal names them. */
type By = {
  who: string
  now: Date
  /** The manager at the desk. Undefined is the operator, who can always add another manager. */
  managerId?: string | undefined
}

/** Nothing was done; why, for the person to read. */
type Refused = { state: 'refused'; detail: string }
const refused = (detail: string): Refused => ({ state: 'refused', detail })

/**
 * Whether a manager may still do it, in the transaction that does it: of two who end each other, one stays.
 * Nobody does it to themselves either, so that one who may invite always stays.
 */
async function refusalOf(transaction: Transaction, { managerId }: By, id?: string) {
  if (managerId === undefined) return undefined
  if (managerId === id) {
    return refused(
      'You cannot change this for yourself: somebody who may invite has to stay. Ask another manager, or the person who runs the server.',
    )
  }
  const manager = await transaction
    .selectFrom('staff')
    .innerJoin('staff_passkey', 'staff_passkey.staff_id', 'staff.id')
    .select('roles')
    .where('staff.id', '=', managerId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (manager && rightsOf(rolesIn(manager.roles)).includes('staff')) return undefined
  return refused('You may no longer do this: a colleague has changed what you may do.')
}

type Work<Done> = (
  transaction: Transaction,
  member: { name: string; suspended_at: string | null },
) => Promise<Done | Refused>

/** Does something to somebody who has not left, if it may be done, and enters it into the journal. */
const change = <Done extends { state: string }>(
  { write }: Pick<Database, 'write'>,
  id: string,
  by: By,
  deed: Omit<Deed, 'subject'>,
  work: Work<Done>,
): Promise<Done | Refused> =>
  write(async (transaction) => {
    const refusal = await refusalOf(transaction, by, id)
    if (refusal) return refusal
    const member = await transaction
      .selectFrom('staff')
      .select(['name', 'suspended_at', 'ended_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!member) return refused('There is no such person.')
    if (member.ended_at) return refused(`${member.name} has left. Invite them anew by their name.`)
    const answer = await work(transaction, member)
    if (answer.state !== 'refused') {
      await enterDeed(transaction, by.who, { ...deed, subject: member.name }, by.now)
    }
    return answer
  })

/** The invitation's secret, for the invited person alone. */
type Invited = { state: 'invited'; name: string; secret: string; goodUntil: string }

/** Adds somebody, or somebody who had left, with an invitation. */
export const addMember = (
  { write }: Pick<Database, 'write'>,
  { name, roles }: Pick<StaffMember, 'name' | 'roles'>,
  by: By,
): Promise<Invited | Refused> =>
  write(async (transaction) => {
    const refusal = await refusalOf(transaction, by)
    if (refusal) return refusal
    const before = await findMember({ read: transaction }, name)
    if (before && !before.endedAt) return refused(`There is a ${before.name} already.`)
    const values = {
      id: before?.id ?? randomUUID(),
      name: before?.name ?? name,
      roles: roles.join(' '),
      added_at: by.now.toISOString(),
      suspended_at: null,
      ended_at: null,
    }
    await (
      before
        ? transaction.updateTable('staff').set(values).where('id', '=', before.id)
        : transaction.insertInto('staff').values(values)
    ).execute()
    const deed: Deed = { did: 'staff add', subject: values.name, detail: roles.join(', ') }
    await enterDeed(transaction, by.who, deed, by.now)
    return newInvitation(transaction, values, by.now)
  })

/**
 * While nobody may invite, and nobody has an invitation to: lets the first one in, with every role.
 *
 * @param account of who started the desk, by whose name the journal names them.
 * @returns undefined if somebody may. Whom the command "staff" is for: a colleague of that name, and a desk whose
 *   user of PostgreSQL may not add people.
 */
export async function inviteFirst(
  database: Pick<Database, 'read' | 'write'>,
  account: string,
  now: Date,
): Promise<Invited | undefined> {
  const managers = (await listStaff(database)).filter(({ roles }) => roles.includes('manager'))
  if (managers.some((one) => ['works', 'invited'].includes(stateOf(one, now)))) return undefined
  const read = readStaffName(account)
  const name = 'name' in read ? read.name : 'First manager'
  const by = { who: account, now }
  const expired = managers.find(
    (one) => one.name === name && stateOf(one, now) === 'invitation expired',
  )
  try {
    const invited = await (expired
      ? inviteAgain(database, expired.id, { ...by, forgetsPasskeys: false })
      : addMember(database, { name, roles: everyRole }, by))
    return invited.state === 'invited' ? invited : undefined
  } catch (error) {
    if (error instanceof NoRight) return undefined
    throw error
  }
}

/** @param typed a name; capitals do not matter. */
export async function findMember(database: Pick<Database, 'read'>, typed: string) {
  const plain = (name: string) => name.normalize('NFC').replaceAll(/\s+/g, ' ').toLowerCase()
  return (await listStaff(database)).find(({ name }) => plain(name) === plain(typed.trim()))
}

/** What somebody may do counts from their next request on. */
export const setRoles = (
  database: Pick<Database, 'write'>,
  id: string,
  roles: readonly Role[],
  by: By,
) =>
  change(database, id, by, { did: 'staff role', detail: roles.join(', ') }, async (transaction) => {
    const held = roles.join(' ')
    await transaction.updateTable('staff').set({ roles: held }).where('id', '=', id).execute()
    return done
  })

const done = { state: 'done' as const }

/** Ends their sessions and invitations at once, and keeps them out until it is lifted. */
export const suspend = (database: Pick<Database, 'write'>, id: string, by: By) =>
  change(database, id, by, { did: 'staff suspend' }, async (transaction) => {
    await keepOut(transaction, id, { suspended_at: by.now.toISOString() })
    return done
  })

/** For somebody who leaves: as `suspend`, and their passkeys never count again. */
export const endMember = (database: Pick<Database, 'write'>, id: string, by: By) =>
  change(database, id, by, { did: 'staff end' }, async (transaction) => {
    const at = by.now.toISOString()
    await keepOut(transaction, id, { suspended_at: at, ended_at: at })
    await transaction.deleteFrom('staff_passkey').where('staff_id', '=', id).execute()
    return done
  })

async function keepOut(
  transaction: Transaction,
  id: string,
  since: { suspended_at: string; ended_at?: string },
): Promise<void> {
  await transaction.updateTable('staff').set(since).where('id', '=', id).execute()
  await transaction.deleteFrom('staff_session').where('staff_id', '=', id).execute()
  await transaction.deleteFrom('staff_invitation').where('staff_id', '=', id).execute()
}

export const liftSuspension = (database: Pick<Database, 'write'>, id: string, by: By) =>
  change(database, id, by, { did: 'staff suspend', detail: 'lifted' }, async (transaction) => {
    const lifted = { suspended_at: null }
    await transaction.updateTable('staff').set(lifted).where('id', '=', id).execute()
    return done
  })

/**
 * Invites somebody once more; the invitations before count no more.
 *
 * @param by.forgetsPasskeys for a device that is lost: the passkeys that they have count no more, and
 *   what is open by them is ended.
 */
export const inviteAgain = (
  database: Pick<Database, 'write'>,
  id: string,
  by: By & { forgetsPasskeys: boolean },
) => {
  const detail = by.forgetsPasskeys ? 'without the passkeys before' : undefined
  return change(database, id, by, { did: 'staff invite', detail }, async (transaction, member) => {
    const { name, suspended_at: suspendedAt } = member
    if (suspendedAt) return refused(`${name} is suspended: first let them in again.`)
    if (by.forgetsPasskeys) {
      await transaction.deleteFrom('staff_session').where('staff_id', '=', id).execute()
      await transaction.deleteFrom('staff_passkey').where('staff_id', '=', id).execute()
    }
    return newInvitation(transaction, { id, name }, by.now)
  })
}

/** @returns the only invitation that counts from now on. */
async function newInvitation(
  transaction: Transaction,
  { id: staffId, name }: Pick<StaffMember, 'id' | 'name'>,
  now: Date,
): Promise<Invited> {
  const secret = newSecret()
  const values = {
    id: hashOf(secret),
    staff_id: staffId,
    made_at: now.toISOString(),
    used_at: null,
  }
  await transaction.deleteFrom('staff_invitation').where('staff_id', '=', staffId).execute()
  await transaction.insertInto('staff_invitation').values(values).execute()
  return { state: 'invited', name, secret, goodUntil: endOf(now.toISOString()) }
}

/** Where an invitation is answered. The secret is behind "#", which no server and no log gets. */
export const invitationAt = (deskUrl: string, { secret }: Invited): string =>
  `${deskUrl}/#invitation=${secret}`

/** 256 bits, in letters that an address can have. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret: whoever reads the rows cannot come in by them. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
