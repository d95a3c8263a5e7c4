import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseReceipt } from '@naic/ledger/format/receipt.ts'
import { fromWitnessVkey, readCosignature } from '@naic/ledger/format/cosignature.ts'
import { readEmbedded } from '@naic/ledger/verify/embedded-files.ts'
import { rotateKey } from '#change-keys.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { issueAt } from '@naic/test/support/start-registry.ts'
import { TestWitness } from '@naic/test/support/start-witness.ts'
import { WitnessRounds } from './witness-rounds.ts'

let witness: TestWitness
let api: Api
beforeEach(async () => {
  witness = await TestWitness.start()
  const WITNESSES = `${witness.vkey} ${witness.url}/`
  api = await startApi({ SITE_URL: 'https://naic.example', WITNESSES, METRICS_PORT: '0' })
  const { keys } = await (await fetch(`${api.url}/log/keys`)).json()
  witness.know(keys[1].vkey)
})
afterEach(() => Promise.all([api.close(), witness.close()]))

const round = () => api.services.witnesses.run()
const checkpoint = async () => (await fetch(`${api.url}/log/checkpoint`)).text()
/** @returns the ID. */
const issue = async ({ services } = api) =>
  (await issueAt(services.certificates.registry, {}))[0] ?? ''

test('a witness is asked once for each checkpoint, with a proof that it takes', async () => {
  const silent = async () =>
    /^naic_witnesses_silent .*$/m.exec((await api.services.metrics?.text()) ?? '')?.[0]
  expect(await silent()).toBe('naic_witnesses_silent 1')
  await round()
  expect(await silent()).toBe('naic_witnesses_silent 0')
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
  expect(api.logged.filter((line) => line.includes('witnesses:'))).toEqual([])
})

test('a witness that cosigned some hours ago is asked again, though nothing was added', async () => {
  await round()
  const { write } = api.services.database
  const earlier = { cosigned_at: new Date(Date.now() - 7 * 60 * 60_000).toISOString() }
  await write((transaction) =>
    transaction.updateTable('witness_cosignature').set(earlier).execute(),
  )
  await round()
  await round()
  expect(witness.answered).toEqual([200, 200])
})

const isWitnessed = async (receipt: string, { vkey } = witness) => {
  const note = parseReceipt(receipt)?.checkpoint ?? ''
  const key = (await fromWitnessVkey(vkey)) ?? expect.fail()
  return (await readCosignature(note, key)) !== undefined
}

test('what a holder keeps has the witness in it, also while the newest checkpoint has not', async () => {
  const id = await issue()
  const get = async (file: string) => fetch(`${api.url}/credentials/${id}.${file}`)
  expect(await isWitnessed(await (await get('tlog-proof')).text())).toBe(false)
  await round()
  await issue()
  expect(await isWitnessed(await (await get('tlog-proof')).text())).toBe(true)
  const badge = await readEmbedded(new File([await (await get('badge.png')).arrayBuffer()], 'x'))
  const inside = badge.state === 'read' ? badge.texts : expect.fail(badge.state)
  expect(await Promise.all(inside.map((text) => isWitnessed(text)))).toContain(true)
})

test('of several checkpoints, a receipt leads to the one that most witnesses have seen', async () => {
  const second = await TestWitness.start('college.example/w2')
  const WITNESSES = `${witness.vkey}, ${second.vkey}`
  const more = await startApi({ SITE_URL: 'https://naic.example', WITNESSES })
  const { cosignatures, registry } = more.services.certificates
  const id = await issue(more)
  const { note } = await registry.log.head()
  for (const each of [witness, second]) {
    expect(await cosignatures.take(note + each.cosign(note))).toBe('taken')
  }
  await issue(more)
  const later = await registry.log.head()
  expect(await cosignatures.take(later.note + second.cosign(later.note))).toBe('taken')
  expect(await cosignatures.take(note + second.cosign(note))).toBe('older')
  const receipt = await (await fetch(`${more.url}/credentials/${id}.tlog-proof`)).text()
  for (const each of [witness, second]) expect(await isWitnessed(receipt, each)).toBe(true)
  await Promise.all([more.close(), second.close()])
})

test('one that has seen more than we know of says how much, and is asked from there', async () => {
  const { cosignatures, registry } = api.services.certificates
  const { note } = await registry.log.head()
  const url = cosignatures.witnesses[0]?.url
  await fetch(`${url}/add-checkpoint`, { method: 'POST', body: `old 0\n\n${note}` })
  await issue()
  await round()
  expect(witness.answered).toEqual([200, 409, 200])
  expect(await checkpoint()).toContain(witness.name)
})

test('one that another copy showed more meanwhile is not said to have seen another log', async () => {
  const { cosignatures, registry } = api.services.certificates
  const heads = [await registry.log.head()]
  await issue()
  witness.answer = { status: 409, body: `${(await registry.log.head()).size}\n` }
  const head = async () => heads.pop() ?? registry.log.head()
  const transparencyLog = { tree: registry.log.tree, head }
  await new WitnessRounds({ transparencyLog, cosignatures, log: api.services.log }).run()
  expect(witness.answered).toEqual([409])
  expect(api.logged.filter((line) => line.includes('witnesses:'))).toEqual([])
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
    [200, 'a'.repeat(20_000), 'more than 16384 bytes'],
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
  await rotateKey(api.services.certificates.registry, 'log', 'meera')
  // Both keys signed this one.
  await round()
  await issue()
  await round()
  expect(witness.answered).toEqual([200, 200, 403])
  const { keys } = await (await fetch(`${api.url}/log/keys`)).json()
  const { seen } = witness.logs.get('naic.example/log') ?? {}
  witness.know(keys[2].vkey)
  Object.assign(witness.logs.get('naic.example/log') ?? {}, { seen })
  await round()
  expect(witness.answered.at(-1)).toBe(200)
})
