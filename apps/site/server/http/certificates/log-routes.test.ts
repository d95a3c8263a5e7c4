import { expect, test } from 'vitest'
import { detail, startApi } from '@naic/test/support/start-api.ts'
import { referenceRoot } from '@naic/test/support/reference-tree.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import { fromBase64 } from '@naic/ledger/format/bytes.ts'
import { noteKeys } from '@naic/ledger/format/published-keys.ts'
import { hashLeaf } from '@naic/ledger/format/merkle-tree.ts'
import { verifyConsistency } from '@naic/ledger/format/tree-growth.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'

const get = (address: string) => fetch(api.url + address)

const api = allTests(() => startApi({ SITE_URL: 'https://naic.example' }))

test('the log can be mirrored tile by tile', async () => {
  const listed = await (await get('/log/keys')).json()
  const note = await (await get('/log/checkpoint')).text()
  const keys = noteKeys(listed.keys, listed.origin)
  const checkpoint = await openCheckpoint(note, keys)
  expect(checkpoint?.size).toBe(17)

  const bundle = Buffer.from(await (await get('/log/tile/entries/000.p/17')).arrayBuffer())
  const entries: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < bundle.length;) {
    const length = bundle.readUInt16BE(at)
    entries.push(Uint8Array.from(bundle.subarray(at + 2, at + 2 + length)))
    at += 2 + length
  }
  const answer = await get('/log/tile/0/000.p/17')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const tile = Buffer.from(await answer.arrayBuffer())
  expect(tile).toEqual(Buffer.concat(await Promise.all(entries.map(hashLeaf))))
  expect(referenceRoot(entries)).toEqual(checkpoint?.root)
})

test('its checkpoints form a chain, each at an address of its own', async () => {
  const checkpoint = await (await get('/log/checkpoints')).json()
  const { size, note } = checkpoint
  expect(checkpoint).toEqual({ size, note, previous: '0'.repeat(64) })
  const answer = await get(`/log/checkpoint/${size}`)
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(await answer.text()).toBe(note)
  expect(await (await get('/log/checkpoint')).text()).toBe(note)
  expect(await (await get(`/log/checkpoints?after=${size}`)).text()).toBe('')
})

test.each([
  ...['16', '017', '17.ots', '-1', '1e1', '%00'].map((file) => `checkpoint/${file}`),
  ...['0/000', '0/000.p/18', '1/000.p/1', '0/001.p/1', '0/x000/000.p/1', '00/000.p/1', '9/000.p/1']
    .concat(['0/000.p/0', '0/000.p/256', 'entries/000', '..%2F..%2Fetc%2Fpasswd'])
    .map((tile) => `tile/${tile}`),
])('it has no %s', async (what) => {
  const answer = await get(`/log/${what}`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual(detail)
})

test('it proves that it grew from what it was', async () => {
  const { registry } = api.services.certificates
  const older = await registry.log.head()
  await revokeCertificate(registry, 'NAIC25A7K2M', 'wrong details', 'meera')
  const newer = await registry.log.head()
  const answer = await get(`/log/proof?from=${older.size}&to=${newer.size}`)
  const { proof } = await answer.json()
  const hashes = proof.map((hash: string) => fromBase64(hash))
  expect(await verifyConsistency(older, newer, hashes)).toBe(true)
})
