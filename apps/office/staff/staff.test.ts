import { describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { Role } from './roles.ts'
import { beginSession, findSession } from './sessions.ts'
import {
  addMember,
  endMember,
  findMember,
  inviteAgain,
  liftSuspension,
  setRoles,
  stateOf,
  suspend,
} from './staff.ts'

const operator = { who: 'operator', now: new Date() }

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  /** Adds somebody who has a passkey and a session. */
  async function colleague(name: string, role: Role) {
    const { database } = place
    await addMember(database, { name, roles: [role] }, operator)
    const { id } = (await findMember(database, name)) ?? expect.fail(name)
    const at = operator.now.toISOString()
    const passkey = { staff_id: id, public_key: '', counter: '0' }
    const secret = await database.write(async (transaction) => {
      const values = { ...passkey, id: `of ${name}`, added_at: at, used_at: at }
      await transaction.insertInto('staff_passkey').values(values).execute()
      const own = transaction.updateTable('staff_invitation').set({ used_at: at })
      await own.where('staff_id', '=', id).execute()
      const person = { staffId: id, passkeyId: values.id }
      return beginSession(transaction, person, { now: operator.now })
    })
    return {
      id,
      by: { who: name, now: operator.now, managerId: id },
      isIn: async () =>
        Boolean(await findSession(database, secret, { now: operator.now, counts: false })),
      state: async () =>
        stateOf((await findMember(database, name)) ?? expect.fail(name), operator.now),
    }
  }

  test.each(['suspend', 'end', 'role', 'lost passkeys'])(
    'of two managers who do this to each other at one moment, one stays: %s',
    async (deed) => {
      const [one, other] = [await colleague('Asha', 'manager'), await colleague('Ravi', 'manager')]
      const { database } = place
      const act = (to: typeof one, { by }: typeof one) => {
        if (deed === 'suspend') return suspend(database, to.id, by)
        if (deed === 'end') return endMember(database, to.id, by)
        if (deed === 'role') return setRoles(database, to.id, ['reader'], by)
        return inviteAgain(database, to.id, { ...by, forgetsPasskeys: true })
      }
      const answers = await Promise.all([act(one, other), act(other, one)])
      expect(answers.filter(({ state }) => state === 'refused')).toEqual([
        { state: 'refused', detail: expect.stringContaining('You may no longer do this') },
      ])
    },
  )

  test('nobody does it to themselves, and so the last who may invite stays', async () => {
    const { id, by, isIn } = await colleague('Asha', 'manager')
    const { database } = place
    const refused = { state: 'refused', detail: expect.stringContaining('has to stay') }
    expect(await suspend(database, id, by)).toEqual(refused)
    expect(await endMember(database, id, by)).toEqual(refused)
    expect(await setRoles(database, id, ['reader'], by)).toEqual(refused)
    expect(await inviteAgain(database, id, { ...by, forgetsPasskeys: true })).toEqual(refused)
    expect(await isIn()).toBe(true)
  })

  test('who only reads adds nobody, however the request came through', async () => {
    const { by } = await colleague('Asha', 'reader')
    const added = await addMember(place.database, { name: 'Ravi', roles: ['manager'] }, by)
    expect(added.state).toBe('refused')
    expect(await findMember(place.database, 'Ravi')).toBeUndefined()
  })

  test('a suspension and an end count at once; only the first is lifted', async () => {
    const { by } = await colleague('Asha', 'manager')
    const ravi = await colleague('Ravi', 'reviewer')
    const { database } = place
    await suspend(database, ravi.id, by)
    expect(await ravi.isIn()).toBe(false)
    expect(await ravi.state()).toBe('suspended')
    await liftSuspension(database, ravi.id, by)
    expect([await ravi.isIn(), await ravi.state()]).toEqual([false, 'works'])
    await endMember(database, ravi.id, by)
    expect(await ravi.state()).toBe('ended')
    const left = { state: 'refused', detail: expect.stringContaining('has left') }
    expect(await liftSuspension(database, ravi.id, by)).toEqual(left)
    const again = await addMember(database, { name: 'ravi', roles: ['reader'] }, by)
    expect(again).toMatchObject({ state: 'invited', name: 'Ravi' })
    expect(await ravi.state()).toBe('invited')
    const did = database.read.selectFrom('journal').select('did').where('who', '=', 'Asha')
    expect((await did.orderBy('at').execute()).map((row) => row.did).toSorted()).toEqual([
      'staff add',
      'staff end',
      'staff suspend',
      'staff suspend',
    ])
  })
})
