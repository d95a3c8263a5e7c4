import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { referenceInclusion, referenceRoot } from '@naic/test/support/reference-tree.ts'
import { checkListed } from './verify-credential.ts'
import { entryBytes, type LogEntry } from '../format/log-entry.ts'
import { formatReceipt } from '../format/receipt.ts'
import {
  encodeStatusList,
  fewestStatusBytes,
  markRevoked,
  statusDigest,
} from '../format/status-list.ts'

const bits = (revoked: readonly number[]) => {
  const some = new Uint8Array(fewestStatusBytes)
  for (const place of revoked) markRevoked(some, place)
  return some
}
const listOf = async (revoked: readonly number[]) => ({
  credentialSubject: { encodedList: await encodeStatusList(bits(revoked)) },
})
const entryOf = async (revoked: readonly number[]): Promise<LogEntry> => {
  return { v: 2, t: 'status-list', h: await statusDigest(bits(revoked)) }
}

/** A log, and what proves one of its entries. */
function prove(entries: readonly LogEntry[], index: number) {
  const leaves = entries.map(entryBytes)
  const checkpoint = { size: entries.length, root: referenceRoot(leaves) }
  const proof = referenceInclusion(index, leaves)
  const receipt = formatReceipt({ index, proof, checkpoint: 'not read' })
  const entry = entries[index] as LogEntry
  return { checkpoint, listed: { entry, receipt } }
}

const other: LogEntry = { v: 1, t: 'issue', h: 'x', at: '' }

test('a list counts beside the checkpoint whose last entry names it, at any size, and no other does', async () => {
  const places = fc.array(fc.nat(fewestStatusBytes * 8 - 1), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(places, places, fc.nat(40), async (own, old, before) => {
      const entries = [...Array.from({ length: before }, () => other), await entryOf(own)]
      const proven = prove(entries, before)
      expect(await checkListed({ ...proven, statusList: await listOf(own) })).toBe('passed')
      const isSame = Buffer.compare(bits(own), bits(old)) === 0
      const statusList = await listOf(old)
      expect(await checkListed({ ...proven, statusList })).toBe(isSame ? 'passed' : 'failed')
    }),
    { numRuns: 50 },
  )
})

test('an entry that is not the last proves nothing, though it is in the log', async () => {
  const entries = [other, await entryOf([1]), other, await entryOf([1, 2])]
  const statusList = await listOf([1])
  const { checkpoint, ...proven } = prove(entries, 1)
  expect(await checkListed({ ...proven, checkpoint, statusList })).toBe('failed')
  const { listed } = prove(entries.slice(0, 2), 1)
  expect(await checkListed({ listed, checkpoint, statusList })).toBe('failed')
})

test('whatever a stranger sends, it neither passes nor throws', async () => {
  const { checkpoint, listed } = prove([other, await entryOf([])], 1)
  const statusList = await listOf([])
  const anything = fc.anything({ withNullPrototype: true })
  await fc.assert(
    fc.asyncProperty(anything, anything, async (some, more) => {
      for (const sent of [
        some,
        { entry: some, receipt: more },
        { ...listed, entry: some },
        { ...listed, receipt: some },
      ]) {
        const result = await checkListed({ listed: sent as never, checkpoint, statusList })
        expect(['unknown', 'failed']).toContain(result)
      }
      expect(await checkListed({ listed, checkpoint, statusList: some })).toBe('unknown')
    }),
  )
})
