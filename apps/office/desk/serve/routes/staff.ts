import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { everyRole, type Person } from '#staff/roles.ts'
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
import { refuse } from '../desk-gate.ts'
import type { DeskServices } from '../desk-services.ts'
import { type One, readBody } from '../read-request.ts'

/** Who works at the desk: what the commands "staff" do, for managers. */
export function staffRoutes(api: FastifyInstance, { config, database }: DeskServices): void {
  const { deskUrl } = config
  const toManage = { config: { right: 'staff' } } as const

  api.get('/api/staff', toManage, async ({ person }): Promise<Colleague[]> => {
    const now = new Date()
    const own = idOf(person)
    return (await listStaff(database)).map((member) =>
      Object.assign(member, { state: stateOf(member, now), isYou: member.id === own }),
    )
  })

  /** Shows the address to the person who invites, once: only its hash is kept. */
  const answerInvited = async (
    reply: FastifyReply,
    invite: () => ReturnType<typeof inviteAgain>,
  ): Promise<Invitation | FastifyReply> => {
    const invited = await invite()
    if (invited.state === 'refused') return refuse(reply, 409, invited.detail)
    const { name, goodUntil } = invited
    return { name, goodUntil, address: invitationAt(deskUrl, invited) }
  }
  api.post('/api/staff', toManage, async (request, reply) => {
    const { name: typed, roles } = readBody(toInvite, request.body)
    const read = readStaffName(typed)
    if ('refusal' in read) return refuse(reply, 400, read.refusal)
    const member = { name: read.name, roles }
    return answerInvited(reply, () => addMember(database, member, by(request)))
  })
  api.post<One>('/api/staff/:id/invite', toManage, async (request, reply) => {
    const how = { ...by(request), ...readBody(toInviteAgain, request.body) }
    return answerInvited(reply, () => inviteAgain(database, request.params.id, how))
  })

  const answerDone = (reply: FastifyReply, answer: Awaited<ReturnType<typeof suspend>>) =>
    answer.state === 'refused' ? refuse(reply, 409, answer.detail) : answer
  api.post<One>('/api/staff/:id/role', toManage, async (request, reply) => {
    const { roles } = readBody(toHaveRoles, request.body)
    return answerDone(reply, await setRoles(database, request.params.id, roles, by(request)))
  })
  for (const [deed, act] of Object.entries({ suspend, lift: liftSuspension, end: endMember })) {
    api.post<One>(`/api/staff/:id/${deed}`, toManage, async (request, reply) =>
      answerDone(reply, await act(database, request.params.id, by(request))),
    )
  }
}

const idOf = (person: Person) => (person as SignedIn).id

const by = ({ person }: Pick<FastifyRequest, 'person'>) => ({
  who: person.name,
  now: new Date(),
  managerId: idOf(person),
})

const toHaveRoles = v.object({
  roles: v.pipe(v.array(v.picklist(everyRole)), v.minLength(1, 'Choose at least one role')),
})
const toInvite = v.object({ name: v.string(), ...toHaveRoles.entries })
const toInviteAgain = v.object({ forgetsPasskeys: v.boolean() })
