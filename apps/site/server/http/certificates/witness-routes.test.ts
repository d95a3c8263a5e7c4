import { expect, test } from 'vitest'
import { signCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import { verifyCosignatures } from '@naic/ledger/verify/check-cosignatures.ts'
import { detail, sendRaw, startApi } from '@naic/test/support/start-api.ts'
import { issueAt } from '@naic/test/support/start-registry.ts'
import { TestWitness } from '@naic/test/support/start-witness.ts'
import { allTests } from '@naic/test/support/opened.ts'

const witness = allTests(() => TestWitness.start('college.example/witness'))
const other = allTests(() => TestWitness.start('university.example'))
const stranger = allTests(() => TestWitness.start('stranger.example'))
const api = allTests(() =>
  startApi({
    SITE_URL: 'https://naic.example',
    WITNESSES: `${witness.vkey}, ${other.vkey} ${other.url}`,
  }),
)

const get = async (address: string) => (await fetch(api.url + address)).text()
const getJson = async (address: string) => JSON.parse(await get(address))

async function handIn(body: string) {
  const headers = { 'Content-Type': 'text/plain' }
  const answer = await fetch(`${api.url}/log/cosignatures`, { method: 'POST', body, headers })
  return { status: answer.status, body: await answer.json() }
}

const now = Math.floor(Date.now() / 1000)

test('a cosignature is taken and served with the checkpoint that it is of, and no other', async () => {
  const note = await get('/log/checkpoint')
  expect((await getJson('/log/witnesses')).witnesses).toEqual([])
  const line = witness.cosign(note, now)
  expect(await handIn(note + line)).toEqual({ status: 200, body: { taken: true } })
  expect(await get('/log/checkpoint')).toBe(note + line)
  const seen = {
    name: witness.name,
    vkey: witness.vkey,
    size: 17,
    time: new Date(now * 1000).toISOString(),
    note: note + line,
  }
  const listed = { origin: 'naic.example/log', witnesses: [seen] }
  expect(await getJson('/log/witnesses')).toEqual(listed)

  await issueAt(api.services.certificates.registry, {})
  const newest = await get('/log/checkpoint')
  expect(newest).not.toContain(witness.name)
  expect(await getJson('/log/witnesses')).toEqual(listed)
  // The older one may be asked for, as it was when it was signed.
  expect(await get('/log/checkpoint/17')).toBe(note)
})

test('a newer one takes its place, an older one does not, nor one of a smaller log', async () => {
  const note = await get('/log/checkpoint')
  const old = await get('/log/checkpoint/17')
  expect((await handIn(note + witness.cosign(note, now + 60))).status).toBe(200)
  expect((await handIn(note + witness.cosign(note, now + 60))).status).toBe(200)
  expect((await handIn(note + witness.cosign(note, now + 30))).status).toBe(409)
  expect((await handIn(old + witness.cosign(old, now + 90))).status).toBe(409)
  const [seen] = (await getJson('/log/witnesses')).witnesses
  expect(seen).toMatchObject({ size: 20, time: new Date((now + 60) * 1000).toISOString() })
})

test('a wrong cosignature is refused in words: by its witness, log, tree and time', async () => {
  const note = (await get('/log/checkpoint')).split('\n').slice(0, 5).join('\n') + '\n'
  const line = other.cosign(note, now)
  const otherLog = note.replace('naic.example/log\n', 'nbic.example/log\n')
  const otherTree = note.replace('\n20\n', '\n19\n')
  const cases: [string, number][] = [
    ['Good morning', 400],
    [note + stranger.cosign(note, now), 403],
    [note + line.replace(/.{8}\n$/, 'AAAAAAA=\n'), 403],
    [otherLog + other.cosign(otherLog, now), 422],
    [otherTree + other.cosign(otherTree, now), 422],
    [note + other.cosign(note, now + 3600), 422],
  ]
  for (const [body, status] of cases) {
    expect(await handIn(body), body).toEqual({ status, body: detail })
  }
  const witnesses = (await getJson('/log/witnesses')).witnesses as { name: string }[]
  expect(witnesses.map(({ name }) => name)).toEqual([witness.name])
})

test('a checkpoint by our own key that our log does not have is logged for the operator', async () => {
  const { registry } = api.services.certificates
  const { keys } = await registry.log.state()
  const { publicKey, sign } = await registry.privateKeys.signer(keys, 'log')
  const forked = { origin: registry.log.origin, size: 20, root: new Uint8Array(32).fill(7) }
  const note = await signCheckpoint(forked, { name: registry.log.origin, publicKey }, sign)
  const before = api.logged.length
  expect(await handIn(note + other.cosign(note, now))).toEqual({ status: 409, body: detail })
  expect(api.logged.slice(before).join('')).toContain('a checkpoint by our key that is not in our')
})

test('too long a body, and one without a length, is not read', async () => {
  expect(await handIn('a'.repeat(20_000))).toEqual({ status: 413, body: detail })
  const head =
    'POST /log/cosignatures HTTP/1.1\r\nHost: naic.example\r\nContent-Type: text/plain\r\n'
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`
  expect(await sendRaw(api.url, Buffer.from(chunked), 'wait')).toMatch(/^HTTP\/1.1 411 /)
})

test('a certificate comes with those who have seen its entry, which the browser checks itself', async () => {
  const { seen, ...answer } = await getJson('/api/certificates/NAIC25A7K2M')
  const evidence = { ...answer, now: new Date() }
  expect(await verifyCosignatures(evidence, seen)).toEqual([
    {
      name: witness.name,
      vkey: witness.vkey,
      checkpoint: expect.objectContaining({ size: 20 }),
      time: new Date((now + 60) * 1000),
    },
  ])

  const [{ vkey, receipt }] = seen
  const wrong = [
    { receipt, vkey: stranger.vkey },
    { receipt, vkey: 'college.example' },
    { vkey, receipt: answer.inclusion.receipt },
    { vkey, receipt: receipt.replace('index 2', 'index 3') },
    { vkey, receipt: receipt.replace(/\n[^\n]{44}\n/, `\n${'A'.repeat(43)}=\n`) },
    { vkey, receipt: receipt.replace('\n20\n', '\n21\n') },
    null,
  ]
  for (const each of wrong) expect(await verifyCosignatures(evidence, [each as never])).toEqual([])
  // Nor what is signed ahead of time, nor under a key of the log that does not count for it.
  expect(
    await verifyCosignatures({ ...evidence, now: new Date((now - 3600) * 1000) }, seen),
  ).toEqual([])
  expect(await verifyCosignatures({ ...evidence, keys: [] }, seen)).toEqual([])

  // Issued after what the witness saw.
  const [id] = await issueAt(api.services.certificates.registry, {})
  expect((await getJson(`/api/certificates/${id}`)).seen).toEqual([])
})

test('one network address may hand in 20 a minute, and none without WITNESSES', async () => {
  const statuses = []
  for (let time = 0; time < 25; time += 1) statuses.push((await handIn('')).status)
  expect(statuses.at(-1)).toBe(429)
  const plain = await startApi()
  const answer = await fetch(`${plain.url}/log/cosignatures`, { method: 'POST', body: 'a' })
  expect(answer.status).toBe(404)
  expect(await (await fetch(`${plain.url}/log/witnesses`)).json()).toMatchObject({ witnesses: [] })
  await plain.close()
})
