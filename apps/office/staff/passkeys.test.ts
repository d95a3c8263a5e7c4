import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { SoftPasskey } from '@naic/test/support/soft-passkey.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { Passkeys } from './passkeys.ts'
import { findSession, type SignedIn } from './sessions.ts'
import { addMember, inviteAgain, listStaff } from './staff.ts'

const deskUrl = 'https://desk.naic.example'
const madeFor = (options: { challenge: string }) =>
  new SoftPasskey(deskUrl).make(options) as unknown as RegistrationResponseJSON
const operator = { who: 'operator', now: new Date() }

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))
  let passkeys: Passkeys
  beforeEach(async () => {
    passkeys = new Passkeys(place.database, deskUrl)
  })

  /** Accepts an invitation. */
  async function comeIn(name: string): Promise<SignedIn> {
    const added = await addMember(place.database, { name, roles: ['reader'] }, operator)
    if (added.state === 'refused') throw new Error(added.detail)
    const invited = await passkeys.toAccept(added.secret, new Date())
    if (invited.state === 'refused') throw new Error(invited.detail)
    const made = madeFor(invited.options)
    const done = await passkeys.accept(added.secret, made, new Date())
    if (done.state === 'refused') throw new Error(done.detail)
    const session = await findSession(place.database, done.secret, {
      now: new Date(),
      counts: false,
    })
    if (!session) throw new Error('There is no session.')
    return session
  }

  async function addAnother(person: SignedIn): Promise<void> {
    const made = madeFor(await passkeys.toAdd(person))
    expect(await passkeys.add(person, made, new Date())).toEqual({ state: 'added' })
  }

  test('a passkey that is made while the others are made worthless is not taken', async () => {
    const person = await comeIn('Lost Laptop')
    const made = madeFor(await passkeys.toAdd(person))
    const member = (await listStaff(place.database))[0] ?? expect.fail('nobody')
    await inviteAgain(place.database, member.id, { ...operator, forgetsPasskeys: true })
    expect(await passkeys.add(person, made, new Date())).toMatchObject({ state: 'refused' })
    expect(await passkeys.list(person)).toEqual([])
  })

  test('of all passkeys that are removed at one moment, one stays', async () => {
    const person = await comeIn('Two At Once')
    await addAnother(person)
    await addAnother(person)
    const own = await passkeys.list(person)
    const answers = await Promise.all(own.map(({ id }) => passkeys.remove(person, id, new Date())))
    expect(answers.map(({ state }) => state).toSorted()).toEqual(['refused', 'removed', 'removed'])
    expect(await passkeys.list(person)).toHaveLength(1)
    const { read } = place.database
    const removed = read.selectFrom('journal').select('who').where('did', '=', 'passkey remove')
    expect(await removed.execute()).toHaveLength(2)
  })
})
