import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  exampleEvidence,
  exampleReceipt,
  strangersKey,
} from '@naic/test/support/example-council.ts'
import { type Bytes, concat, fromHex, toBase64, utf8 } from '../format/bytes.ts'
import { sha256 } from '../format/cryptography.ts'
import { parseReceipt } from '../format/receipt.ts'
import { fileHeader } from '../format/opentimestamps.ts'
import { verifyStamp } from './verify-stamp.ts'

const hex = (text: string): Bytes => fromHex(text) ?? expect.fail()
const bitcoin = (height: string) => `00${'0588960d73d71901'}02${height}`
const calendar = `00${'83dfe30d2ef90c8e'}12${'11'}${Buffer.from('https://a.example').toString('hex')}`

const evidence = await exampleEvidence()
const { entry, receipt } = evidence.inclusion
const digestOf = (of: string) => sha256(utf8(parseReceipt(of)?.checkpoint ?? expect.fail()))
const digest = await digestOf(receipt)
const stampWith = (steps: string, of = digest, by = receipt) => ({
  receipt: by,
  ots: toBase64(concat(fileHeader, of, hex(steps))),
})

test('names the lowest block, and its root with the last byte first', async () => {
  const stamp = stampWith(`fff00101${'08'}${bitcoin('8102')}f00102${'08'}${bitcoin('8101')}`)
  const root = createHash('sha256').update(digest).update(Buffer.of(2)).digest()
  expect(await verifyStamp(evidence, stamp)).toEqual({
    state: 'block',
    size: 7,
    height: 129,
    merkleRoot: Buffer.from(root.toReversed()).toString('hex'),
  })
})

test('is pending as long as calendars only promise', async () => {
  expect(await verifyStamp(evidence, stampWith(`f00101${'08'}${calendar}`))).toEqual({
    state: 'pending',
    size: 7,
    calendars: ['https://a.example'],
  })
})

describe('fails', () => {
  test('for a stamp of other bytes than the checkpoint', async () => {
    const other = await sha256(utf8('another checkpoint'))
    expect(await verifyStamp(evidence, stampWith(bitcoin('8101'), other))).toEqual({
      state: 'failed',
    })
  })

  test('for a receipt of another entry', async () => {
    const other = await exampleReceipt({ ...entry, h: '0'.repeat(64) } as typeof entry)
    const stamp = stampWith(bitcoin('8101'), await digestOf(other), other)
    expect(await verifyStamp(evidence, stamp)).toEqual({ state: 'failed' })
  })

  test("for a checkpoint by a stranger's key", async () => {
    const other = await exampleReceipt(entry, strangersKey)
    const stamp = stampWith(bitcoin('8101'), await digestOf(other), other)
    expect(await verifyStamp(evidence, stamp)).toEqual({ state: 'failed' })
  })

  test.each(['', 'AAAA', 'not Base64'])('for the file "%s"', async (ots) => {
    expect(await verifyStamp(evidence, { receipt, ots })).toEqual({ state: 'failed' })
  })
})

describe('could not be checked', () => {
  test('where its steps cannot be followed, or lead to no hash', async () => {
    expect(await verifyStamp(evidence, stampWith(`03${bitcoin('8101')}`))).toEqual({
      state: 'unknown',
    })
    expect(await verifyStamp(evidence, stampWith(`f00101${bitcoin('8101')}`))).toEqual({
      state: 'unknown',
    })
  })

  test('without the keys, and without the entry', async () => {
    const stamp = stampWith(bitcoin('8101'))
    expect(await verifyStamp({ ...evidence, keys: [] }, stamp)).toEqual({
      state: 'unknown',
    })
    expect(await verifyStamp({ ...evidence, inclusion: undefined }, stamp)).toEqual({
      state: 'unknown',
    })
  })
})
