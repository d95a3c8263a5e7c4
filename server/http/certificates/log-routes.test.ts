import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, detail, startApi } from '#test/support/start-api.ts'
import { openCheckpoint } from '#credential/checkpoint.ts'
import { logKeys } from '#credential/did-document.ts'
import { hashLeaf, hashNode } from '#credential/merkle-tree.ts'

const get = (address: string) => fetch(api.url + address)

let api: Api
beforeAll(async () => {
  api = await startApi({ SITE_URL: 'https://naic.example' })
})
afterAll(() => api.close())

test('the log can be mirrored tile by tile', async () => {
  const did = await (await get('/.well-known/did.json')).json()
  const note = await (await get('/log/checkpoint')).text()
  const keys = logKeys(did).map((publicKey) => ({ name: 'naic.example/log', publicKey }))
  const checkpoint = await openCheckpoint(note, keys)
  expect(checkpoint?.size).toBe(16)

  const bundle = Buffer.from(await (await get('/log/tile/entries/000.p/16')).arrayBuffer())
  const leaves: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < bundle.length;) {
    const length = bundle.readUInt16BE(at)
    leaves.push(await hashLeaf(Uint8Array.from(bundle.subarray(at + 2, at + 2 + length))))
    at += 2 + length
  }
  const answer = await get('/log/tile/0/000.p/16')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const tile = Buffer.from(await answer.arrayBuffer())
  expect(tile).toEqual(Buffer.concat(leaves))
  let level = leaves
  while (level.length > 1) {
    level = await Promise.all(
      Array.from({ length: level.length / 2 }, (_, at) =>
        hashNode(
          level[at * 2] as Uint8Array<ArrayBuffer>,
          level[at * 2 + 1] as Uint8Array<ArrayBuffer>,
        ),
      ),
    )
  }
  expect(level[0]).toEqual(checkpoint?.root)
})

test('its checkpoints form a chain, each at an address of its own', async () => {
  const lines = (await (await get('/log/checkpoints')).text()).trim().split('\n')
  expect(lines).toHaveLength(1)
  const [checkpoint] = lines.map((line) => JSON.parse(line))
  const { size, note, previous } = checkpoint
  expect(Object.keys(checkpoint).sort()).toEqual(['note', 'previous', 'size'])
  expect(previous).toBe('0'.repeat(64))
  const answer = await get(`/log/checkpoint/${size}`)
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(await answer.text()).toBe(note)
  expect(await (await get('/log/checkpoint')).text()).toBe(note)
  expect(await (await get(`/log/checkpoints?after=${size}`)).text()).toBe('')
  expect((await get('/log/checkpoints?after=x')).status).toBe(400)
})

test.each(['15', '0', '16x', '016', '16.ots', '16.ots.ots', '-1', '1e1', '%00'])(
  'it has no checkpoint or stamp %j',
  async (file) => {
    const answer = await get(`/log/checkpoint/${file}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual(detail)
  },
)

test.each([
  '0/000',
  '0/000.p/17',
  '1/000.p/1',
  '0/001.p/1',
  '0/0',
  '0/x000/000.p/1',
  '00/000.p/1',
  '9/000.p/1',
  '0/000.p/0',
  '0/000.p/256',
  'entries/000',
  '..%2F..%2Fetc%2Fpasswd',
])('it has no tile %j', async (tile) => {
  expect((await get(`/log/tile/${tile}`)).status).toBe(404)
})
