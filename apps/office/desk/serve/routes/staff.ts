import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { Refusal } from '@naic/house/web/refusal.ts'
import { everyRole } from '#staff/roles.ts'
import type { SignedIn } from '#staff/sessions.ts'
import {
  addMember,
  endMember,
  invitationAt,
  inviteAgain,
  liftSuspension,
  listStaff,
  readStaffName,
  setRoles,
  stateOf,
  suspend,
} from '#staff/staff.ts'
import type { Colleague, Invitation } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { actionsFor, orRefused } from '../read-request.ts'

/** Who works at the desk: what the commands "staff" do, for managers. */
export function staffRoutes(api: FastifyInstance, services: DeskServices): void {
  const { config, database } = services

  api.get(
    '/api/staff',
    { config: { right: 'staff' } },
    async ({ person }): Promise<Colleague[]> => {
      const now = new Date()
      return (await listStaff(database)).map((member) =>
        Object.assign(member, { state: stateOf(member, now), isYou: member.id === person.id }),
      )
    },
  )

  /** Shows the address to the person who invites, once: only its hash is kept. */
  const invitation = async (invited: ReturnType<typeof inviteAgain>): Promise<Invitation> => {
    const made = orRefused(409, await invited)
    const { name, goodUntil } = made
    return { name, goodUntil, address: invitationAt(config.deskUrl, made) }
  }
  const act = actionsFor(api, services, 'staff')
  act('/api/staff', toInvite, (_, { name: typed, roles }, { person }) => {
    const read = readStaffName(typed)
    if ('refusal' in read) throw new Refusal(400, read.refusal)
    return invitation(addMember(database, { name: read.name, roles }, by(person)))
  })
  act('/api/staff/:id/invite', toInviteAgain, (_, how, { person, id }) =>
    invitation(inviteAgain(database, id, { ...by(person), ...how })),
  )
  act('/api/staff/:id/role', toHaveRoles, async (_, { roles }, { person, id }) =>
    orRefused(409, await setRoles(database, id, roles, by(person))),
  )
  for (const [deed, does] of Object.entries({ suspend, lift: liftSuspension, end: endMember })) {
    act(`/api/staff/:id/${deed}`, v.unknown(), async (_, _nothing, { person, id }) =>
      orRefused(409, await does(database, id, by(person))),
    )
  }
}

const by = ({ id, name }: SignedIn) => ({ who: name, now: new Date(), managerId: id })

const toHaveRoles = v.object({
  roles: v.pipe(v.array(v.picklist(everyRole)), v.minLength(1, 'Choose at least one role')),
})
const toInvite = v.object({ name: v.string(), ...toHaveRoles.entries })
const toInviteAgain = v.object({ forgetsPasskeys: v.boolean() })
