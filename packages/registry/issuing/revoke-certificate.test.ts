import { beforeEach, expect, test } from 'vitest'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { quiet, Relay, until } from '@naic/test/support/trial-outbox.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { listLetters, sendAgain } from '@naic/store/mail/stored-letters.ts'
import { Outbox } from '@naic/store/mail/outbox.ts'
import { planRevocation, revokeCertificate, withdrawalLetter } from './revoke-certificate.ts'

const place = allTests(() => TestRegistry.start())
let relay: Relay
let letGo: () => void
let outbox: Outbox
beforeEach(() => {
  relay = new Relay()
  relay.pace = { atOnce: 1, giveUpAfterMs: Infinity }
  // It keeps a letter in hand until then.
  relay.pause = new Promise((resolve) => {
    letGo = resolve
  })
  outbox = new Outbox(place.database, relay, quiet)
})

/** @returns the IDs of certificates whose letters wait, the first of them in the relay's hand. */
async function issueAndSend(...holders: string[]): Promise<string[]> {
  const email = 'asha@example.com'
  const ids = await place.issueAll(...holders.map((holder) => ({ holder, email })))
  outbox.start()
  await until(() => relay.tried.length === 1)
  const first = relay.tried[0]?.replace('certificate-', '') ?? ''
  return [first, ...ids.filter((id) => id !== first)]
}

async function stateOf(id: string): Promise<string | undefined> {
  const { letters } = await listLetters(place.database, 'all', { perPage: 100 })
  return letters.find((letter) => letter.id === id)?.state
}

test('a letter that waits behind another does not leave once its certificate is revoked', async () => {
  const [first, second = '', third] = await issueAndSend('Asha Rao', 'Mira Sen', 'Ravi Iyer')
  await place.revoke(second, 'issued in error')
  letGo()
  await until(async () => (await stateOf(`certificate-${third}`)) === 'sent')
  await outbox.stop()
  expect(relay.tried).toEqual([`certificate-${first}`, `certificate-${third}`])
  expect(await stateOf(`certificate-${second}`)).toBe('held-back')

  await sendAgain(place.database, [`certificate-${second}`], { who: 'x', now: new Date() })
  expect(await stateOf(`certificate-${second}`)).toBe('held-back')
})

test.each([
  ['taken counts as sent', false, 'sent'],
  ['refused for now is not tried again', true, 'held-back'],
])(
  'a letter that was in hand when its certificate was revoked, and is %s',
  async (_what, isRefused, state) => {
    const [id = ''] = await issueAndSend('Asha Rao')
    await place.revoke(id, 'issued in error')
    relay.refuses = () => isRefused
    letGo()
    await outbox.stop()
    expect(await stateOf(`certificate-${id}`)).toBe(state)
    await place.byHand("UPDATE letter SET due_at = '2026-01-01T00:00:00.000Z'")
    const next = new Outbox(place.database, relay, quiet)
    next.start()
    await next.stop()
    expect(relay.tried).toEqual([`certificate-${id}`])
  },
)

test('the holder is told where their address is known: from the letter, or from the application', async () => {
  const application = applicationRow({ email: 'mira@example.com' })
  await storeApplications(place.database, [application])
  const ids = await place.issueAll(
    { email: 'asha@example.com', holder: 'Asha Rao' },
    { reference: referenceOf(application.id), holder: 'Mira Sen' },
    { holder: 'Ravi Iyer' },
  )
  const told = []
  for (const id of ids) {
    const plan = await planRevocation(place.registry, id)
    if (plan.state !== 'planned') throw new Error('It does not stand.')
    told.push([plan.facts?.holder, plan.letter, plan.address])
    const letter = withdrawalLetter(place.registry, plan)
    await revokeCertificate(place.registry, id, 'academic misconduct', 'meera', letter)
  }
  expect(told).toEqual([
    ['Asha Rao', 'waiting', 'asha@example.com'],
    ['Mira Sen', undefined, 'mira@example.com'],
    ['Ravi Iyer', undefined, undefined],
  ])
  const letters = await place.query<{ to_address: string; body: string }>(
    "SELECT to_address, body FROM letter WHERE id LIKE '%-withdrawn' ORDER BY to_address",
  )
  expect(letters.map(({ to_address }) => to_address)).toEqual([
    'asha@example.com',
    'mira@example.com',
  ])
  for (const { body } of letters) expect(body).not.toContain('misconduct')
})
