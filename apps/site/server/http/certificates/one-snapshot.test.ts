import { CompiledQuery } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { connected } from '@naic/store/database/connected.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { issueAt } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { didOf, noteKeys, verifyBy } from '@naic/ledger/format/published-keys.ts'
import { openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import type { Evidence, Proven } from '@naic/ledger/verify/evidence.ts'
import { parseReceipt } from '@naic/ledger/format/receipt.ts'
import {
  checkListed,
  checkLogged,
  verifyCertificate,
} from '@naic/ledger/verify/verify-credential.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'
import { keyRanges, readKeys } from '@naic/registry/keys/registry-keys.ts'
import { rotateKey } from '@naic/registry/change-keys.ts'

const sample = 'NAIC25A7K2M'
const siteUrl = 'https://naic.example'
const issuer = didOf(siteUrl)

const api = eachTest(() => startApi({ SITE_URL: siteUrl, LOOKUPS_PER_MINUTE: '10000' }))
let registry: Api['services']['certificates']['registry']
let database: Api['services']['database']
beforeEach(async () => {
  // It reads too, by itself.
  await api.services.outbox.stop()
  registry = api.services.certificates.registry
  database = api.services.database
})

const revoke = (id: string) => revokeCertificate(registry, id, 'issued in error', 'meera')

/**
 * Runs something after each read of the database, before the read returns, so that every answer made
 * of two reads is caught.
 *
 * @returns what ends it, and says how many reads there were.
 */
function afterEachRead(act: () => Promise<unknown>): () => number {
  const { read, readTogether } = database
  let reads = 0
  let isActing = false
  async function thenAct<Result>(reading: Promise<Result>): Promise<Result> {
    if (isActing) return reading
    reads += 1
    const result = await reading
    isActing = true
    await act()
    isActing = false
    return result
  }
  const eachThenAct = connected('sqlite', async ({ sql, parameters }) => {
    const query = CompiledQuery.raw(sql, [...parameters])
    const { rows } = await thenAct(read.executeQuery(query))
    return { rows, changes: 0 }
  })
  Object.assign(database, { read: eachThenAct })
  database.readTogether = (queries) => thenAct(readTogether(queries))
  return () => {
    Object.assign(database, { read, readTogether })
    return reads
  }
}

type Answer = Evidence & { revocation: Evidence['inclusion'] | null; listed: Proven }

async function lookUp(id: string): Promise<Answer> {
  const response = await fetch(`${api.url}/api/certificates/${id}`)
  expect(response.status).toBe(200)
  const body = (await response.json()) as Answer
  return { ...body, issuer, now: new Date() }
}

const keysNow = async () => keyRanges(await readKeys(database), registry.log.origin)

/** As a browser compares the list with the newest checkpoint, whose signature it has checked. */
async function isListed(answer: Pick<Answer, 'listed' | 'statusList'>) {
  const note = checkpointOf(answer.listed) ?? ''
  const checkpoint = await openCheckpoint(note, noteKeys(await keysNow(), registry.log.origin))
  return checkListed({ ...answer, checkpoint })
}

const checkpointOf = (inclusion: Evidence['inclusion'] | null) =>
  parseReceipt(inclusion?.receipt ?? '')?.checkpoint

/** Each part is right by itself, and none says something else than another. */
async function expectOneState(answer: Answer) {
  expect(await verifyCertificate(answer)).toMatchObject({
    signature: 'passed',
    inclusion: 'passed',
    checkpoint: 'passed',
    status: answer.revocation ? 'failed' : 'passed',
  })
  expect(checkpointOf(answer.listed)).toBe(checkpointOf(answer.inclusion))
  expect(await isListed(answer)).toBe('passed')
  if (!answer.revocation) return
  expect(await checkLogged('revoke', answer, answer.revocation)).toMatchObject({
    inclusion: 'passed',
  })
  expect(checkpointOf(answer.revocation)).toBe(checkpointOf(answer.inclusion ?? null))
}

test('the answer about a certificate is of one state, though it is revoked in between', async () => {
  const end = afterEachRead(() => revoke(sample))
  const answer = await lookUp(sample)
  end()
  expect(answer.revocation).toBeNull()
  await expectOneState(answer)
  const next = await lookUp(sample)
  expect(next.revocation).not.toBeNull()
  await expectOneState(next)
})

test('the same, though others are issued and revoked and keys change in between', async () => {
  await revoke(sample)
  const acts = [
    () => issueAt(registry, {}),
    () => rotateKey(registry, 'log', 'meera'),
    () => rotateKey(registry, 'credentials', 'meera'),
    () => revoke('NAIC25B3X9Q'),
  ]
  for (const first of acts.keys()) {
    let next = first
    // For ever, and no new key would ever be the newest by the time that it was looked at.
    const last = first + 2 * acts.length
    const act = async () => (next < last ? acts[next++ % acts.length]?.() : undefined)
    const end = afterEachRead(act)
    const answer = await lookUp(sample)
    end()
    await expectOneState(answer)
  }
})

test('the list and its proof are of one state, though it is revoked in between', async () => {
  const end = afterEachRead(() => revoke(sample))
  const answer = await (await fetch(`${api.url}/log/status`)).json()
  expect(end()).toBe(3)
  expect(Object.keys(answer)).toEqual(['statusList', 'listed'])
  expect(await isListed(answer)).toBe('passed')
  const next = await (await fetch(`${api.url}/log/status`)).json()
  expect(await isListed(next)).toBe('passed')
  expect(await isListed({ ...next, statusList: answer.statusList })).toBe('failed')
})

test('the status list is signed, though the key that was to sign it is retired in between', async () => {
  const end = afterEachRead(async () => {
    if (end() === 1) await rotateKey(registry, 'credentials', 'meera')
  })
  const answer = await fetch(`${api.url}/credentials/status/1`)
  expect(answer.status).toBe(200)
  const by = { issuer, keys: await keysNow(), now: new Date() }
  expect(await verifyBy(by, await answer.json())).toHaveProperty('proof')
})
