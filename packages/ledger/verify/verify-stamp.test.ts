import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { exampleEvidence, exampleReceipt } from '@naic/test/support/example-council.ts'
import { type Bytes, concat, fromHex, toBase64, toHex, utf8 } from '../format/bytes.ts'
import { sha256 } from '../format/cryptography.ts'
import { parseReceipt } from '../format/receipt.ts'
import { fileHeader } from '../format/opentimestamps.ts'
import { verifyStamp } from './verify-stamp.ts'

afterEach(() => vi.restoreAllMocks())

const hex = (text: string): Bytes => fromHex(text) ?? expect.fail()
const bitcoin = (height: string) => `000588960d73d7190102${height}`
const calendar = `0083dfe30d2ef90c8e1211${toHex(utf8('https://a.example'))}`

const evidence = await exampleEvidence()
const { entry, receipt } = evidence.inclusion
const digestOf = (of: string) => sha256(utf8(parseReceipt(of)?.checkpoint ?? expect.fail()))
const digest = await digestOf(receipt)
const stampWith = (steps: string, of = digest, by = receipt) => ({
  receipt: by,
  ots: toBase64(concat(fileHeader, of, hex(steps))),
})

test('names the lowest block, and its root with the last byte first, before Chrome 110 too', async () => {
  const stamp = stampWith(`fff0010108${bitcoin('8102')}f0010208${bitcoin('8101')}`)
  const root = createHash('sha256').update(digest).update(Buffer.of(2)).digest().toReversed()
  vi.spyOn(Uint8Array.prototype, 'toReversed').mockImplementation(() => expect.fail())
  expect(await verifyStamp(evidence, stamp)).toEqual({
    state: 'block',
    size: 7,
    height: 129,
    merkleRoot: toHex(root),
  })
})

test('is pending as long as calendars only promise', async () => {
  const report = await verifyStamp(evidence, stampWith(`f0010108${calendar}`))
  expect(report).toEqual({
    state: 'pending',
    size: 7,
    calendars: ['https://a.example'],
  })
})

test('fails for a stamp of other bytes, for a receipt of another entry, and for what is no stamp', async () => {
  const other = await exampleReceipt({ ...entry, h: '0'.repeat(64) } as typeof entry)
  for (const stamp of [
    stampWith(bitcoin('8101'), await sha256(utf8('another checkpoint'))),
    stampWith(bitcoin('8101'), await digestOf(other), other),
    ...['', 'AAAA', 'not Base64'].map((ots) => ({ receipt, ots })),
  ]) {
    expect(await verifyStamp(evidence, stamp)).toEqual({ state: 'failed' })
  }
})

test('could not be checked where its steps cannot be followed, or lead to no hash, or keys or entry are missing', async () => {
  const stamp = stampWith(bitcoin('8101'))
  for (const [given, by] of [
    [evidence, stampWith(`03${bitcoin('8101')}`)],
    [evidence, stampWith(`f00101${bitcoin('8101')}`)],
    [{ ...evidence, keys: [] }, stamp],
    [{ ...evidence, inclusion: undefined }, stamp],
  ] as const) {
    expect(await verifyStamp(given, by)).toEqual({ state: 'unknown' })
  }
})
