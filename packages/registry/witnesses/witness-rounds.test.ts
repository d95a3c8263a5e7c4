import { afterEach, beforeEach, expect, test } from 'vitest'
import { issueCertificates } from '#issuing/issue-certificates.ts'
import { rotateKey } from '#change-keys.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { order } from '@naic/test/support/start-registry.ts'
import { TestWitness } from '@naic/test/support/start-witness.ts'

let witness: TestWitness
let api: Api
beforeEach(async () => {
  witness = await TestWitness.start()
  api = await startApi({
    SITE_URL: 'https://naic.example',
    WITNESSES: `${witness.vkey} ${witness.url}/`,
  })
  const { keys } = await (await fetch(`${api.url}/log/keys`)).json()
  witness.know(keys[1].vkey)
})
afterEach(() => Promise.all([api.close(), witness.close()]))

const round = () => api.services.witnesses.run()
const checkpoint = async () => (await fetch(`${api.url}/log/checkpoint`)).text()
const issue = () => issueCertificates(api.services.certificates.registry, [order()])
const warnings = () => api.logged.filter((line) => line.includes('witnesses:')).join('')

test('a witness is asked once for each checkpoint, with a proof that it takes', async () => {
  await round()
  expect(await checkpoint()).toContain(`— ${witness.name} `)
  await round()
  expect(witness.answered).toEqual([200])
  for (let time = 0; time < 3; time += 1) {
    await issue()
    expect(await checkpoint()).not.toContain(witness.name)
    await round()
    expect(await checkpoint()).toContain(witness.name)
  }
  expect(witness.answered).toEqual([200, 200, 200, 200])
  expect(warnings()).toBe('')
})

test('one that has seen more than we know of says how much, and is asked from there', async () => {
  const { cosignatures, registry } = api.services.certificates
  const { note } = await registry.log.begunHead()
  const url = cosignatures.witnesses[0]?.url
  await fetch(`${url}/add-checkpoint`, { method: 'POST', body: `old 0\n\n${note}` })
  await issue()
  await round()
  expect(witness.answered).toEqual([200, 409, 200])
  expect(await checkpoint()).toContain(witness.name)
})

test('what it does not answer is a line of the log, and the checkpoint is served without it', async () => {
  const refusals: [number, string, string][] = [
    [404, '', 'does not know our log'],
    [403, '', 'does not know the key of our log'],
    [422, '', 'does not take our proof'],
    [409, '99\n', 'has seen our log with 99 entries'],
    [409, 'many', 'another log of this size'],
    [500, '', 'answered with 500'],
    [200, 'Thank you', 'unknown witness'],
    [200, 'a'.repeat(20_000), 'too long'],
  ]
  for (const [status, body, reason] of refusals) {
    witness.answer = { status, body }
    const before = api.logged.length
    await round()
    expect(api.logged.slice(before).join('')).toContain(reason)
  }
  expect(await checkpoint()).not.toContain(witness.name)
  await witness.close()
  await expect(round()).resolves.toBeUndefined()
  witness = await TestWitness.start()
})

test('a witness that knows the first key alone has to be told of the next', async () => {
  await round()
  await rotateKey(api.services.certificates.registry, 'log')
  // Both keys signed this one.
  await round()
  await issue()
  await round()
  expect(witness.answered).toEqual([200, 200, 403])
  const { keys } = await (await fetch(`${api.url}/log/keys`)).json()
  const { seen } = witness.logs.get('naic.example/log') ?? {}
  witness.know(keys[2].vkey)
  const log = witness.logs.get('naic.example/log')
  if (log) log.seen = seen
  await round()
  expect(witness.answered.at(-1)).toBe(200)
})
