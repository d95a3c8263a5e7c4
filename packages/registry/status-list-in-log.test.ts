import { observedDatabase } from '@naic/test/support/observed-database.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import sampleCertificates from '@naic/content/sample-certificates.json' with { type: 'json' }
import { appendEntries, TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { checkListed } from '@naic/ledger/verify/verify-credential.ts'
import { statusCapacity, statusDigest } from '@naic/ledger/format/status-list.ts'
import { findListed } from './certificate-evidence.ts'
import { StatusList } from './issuing/status-list-credential.ts'
import type { KeyUse } from './keys/registry-keys.ts'
import { RegistryRefused } from './registry-refused.ts'

const [first = '', second = ''] = sampleCertificates.map(({ id }) => id)
const year = new Date().getUTCFullYear()

const place = eachTest(() => TestRegistry.start())

const listNow = () => new StatusList(place.registry).credential()
const headNow = () => place.registry.log.head()
const revoke = (id: string) => place.revoke(id)
async function checkNow(statusList: unknown) {
  const { listed } = await findListed(place.registry)
  return checkListed({ listed, statusList, checkpoint: await headNow() })
}

test('the newest checkpoint ends with the digest of the list, whatever was added', async () => {
  const rotate = (use: KeyUse) => () => place.rotateKey(use)
  const additions = [
    () => place.issue(),
    () => revoke(first),
    rotate('credentials'),
    () => place.issue({}, {}),
    rotate('log'),
    () => revoke(second),
    () => place.revokeKey(`key-${year}-2`),
    () => place.revokeKey(`log-${year}-2`),
    () => place.issue(),
  ]
  expect(await checkNow(await listNow())).toBe('passed')
  for (const add of additions) {
    await add()
    expect(await checkNow(await listNow())).toBe('passed')
  }
  expect(await place.faults()).toEqual([])
  await place.reopenAfter()
})

test('of many who issue and revoke at once, every addition names its own list', async () => {
  const ids = sampleCertificates.map(({ id }) => id).slice(0, 6)
  await Promise.all(ids.flatMap((id) => [revoke(id), place.issue()]))
  expect(await checkNow(await listNow())).toBe('passed')
  expect(await place.faults()).toEqual([])
})

test('issuing reads no revocations, unless the list gets longer', async () => {
  await place.close()
  let reads = 0
  place.inFront = (opened) =>
    observedDatabase(opened, ({ sql }) => {
      if (/from ["`]revocation/.test(sql)) reads += 1
    })
  await place.open()
  reads = 0
  await place.issue()
  expect(reads).toBe(0)
  await revoke(first)
  expect(reads).toBe(1)
})

test('a list that has to be longer is named as it is then', async () => {
  const { log } = place.registry
  await revoke(first)
  const count = statusCapacity(0) / 2
  const { size } = await headNow()
  // Far more than is issued at once; what they say is of no matter here.
  const none = { v: 2, t: 'revoke-key', n: 'none', at: '' } as const
  const entries = Array.from({ length: count - size }, (_, from) => ({ ...none, from }))
  await appendEntries(log, entries)
  expect(statusCapacity((await headNow()).size)).toBe(2 * statusCapacity(size))
  expect(await checkNow(await listNow())).toBe('passed')
})

describe('a revocation that is taken out by hand', () => {
  beforeEach(async () => {
    await revoke(first)
    await place.byHand('DELETE FROM revocation')
  })

  test('is missed before a list without it is signed', async () => {
    await expect(listNow()).rejects.toBeInstanceOf(RegistryRefused)
    await expect(listNow()).rejects.toThrow(/not the one that the log names/)
  })

  test('is missed before the next one, which would make it right', async () => {
    await expect(revoke(second)).rejects.toThrow(/not the one that the log names/)
  })

  test('stays missing where something is issued, and log verify finds it', async () => {
    await place.issue()
    await expect(listNow()).rejects.toThrow(/not the one that the log names/)
    expect(await place.faults()).toContain(
      'The status list that entry 19 names is not that of the revocations before it.',
    )
  })
})

test('a last entry that was changed by hand is not carried on', async () => {
  const digest = await statusDigest(new Uint8Array(1))
  await place.byHand(
    `UPDATE log_entry SET entry = '{"h":"${digest}","t":"status-list","v":2}' WHERE position = 16`,
  )
  await expect(place.issue()).rejects.toThrow(/last entry of the log was changed/)
})

test('log verify finds such an entry with more behind it', async () => {
  const { log } = place.registry
  const entry = { v: 2, t: 'status-list', h: '0'.repeat(64) } as const
  await appendEntries(log, [entry])
  expect(await place.faults()).toContain('Entry 18 (status-list) is not the last of its addition.')
})
