import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { assert, asyncProperty, integer } from 'fast-check'
import { expect, test } from 'vitest'
import { exampleKey } from '@naic/test/support/example-council.ts'
import { openCheckpoint, signCheckpoint, toVkey } from './checkpoint.ts'
import { cosignatureLine, fromWitnessVkey, readCosignature, toWitnessVkey } from './cosignature.ts'

const name = 'college.example/witness'
const witness = exampleKey(7)
const key = { name, publicKey: witness.publicKey }
const log = exampleKey(8)
const logKey = { name: 'naic.example/log', publicKey: log.publicKey }
const seconds = 1_790_000_000

const noteOf = (size: number) => {
  const checkpoint = { origin: logKey.name, size, root: new Uint8Array(32).fill(size) }
  return signCheckpoint(checkpoint, logKey, log.sign)
}
const note = await noteOf(12)

const keyIdByHand = (publicKey: Uint8Array) =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.from(`${name}\n\x04`), publicKey]))
    .digest()
    .subarray(0, 4)

test('what node:crypto signs by the specification is read, whatever the time', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const body = note.slice(0, note.indexOf('\n\n') + 1)
  await assert(
    asyncProperty(integer({ min: 1, max: 4_000_000_000 }), async (time) => {
      const eight = Buffer.alloc(8)
      eight.writeBigUInt64BE(BigInt(time))
      const text = Buffer.from(`cosignature/v1\ntime ${time}\n${body}`)
      const payload = Buffer.concat([keyIdByHand(raw), eight, sign(null, text, privateKey)])
      const line = `— ${name} ${payload.toString('base64')}\n`
      const given = { name, publicKey: new Uint8Array(raw) }
      expect(await readCosignature(note + line, given)).toEqual({ time, line })
    }),
    { numRuns: 20 },
  )
})

test('of several cosignatures by one witness the newest counts, and the log’s own signature as before', async () => {
  const lines = [seconds, seconds + 60, seconds - 60].map((time) =>
    cosignatureLine(note, key, time, witness.sign),
  )
  const cosigned = note + (await Promise.all(lines)).join('')
  expect((await readCosignature(cosigned, key))?.time).toBe(seconds + 60)
  expect(await openCheckpoint(cosigned, [logKey])).toEqual(await openCheckpoint(note, [logKey]))
  expect(await openCheckpoint(cosigned, [key])).toBeUndefined()
})

test('a signature of another checkpoint, time, key or length is none, and spoils the right one', async () => {
  const right = await cosignatureLine(note, key, seconds, witness.sign)
  const spoilt = (change: (bytes: Uint8Array) => Uint8Array) => {
    const bytes = change(Buffer.from(right.split(' ').at(-1) ?? '', 'base64'))
    return `— ${name} ${Buffer.from(bytes).toString('base64')}\n`
  }
  const flipped = (flip: number) =>
    spoilt((bytes) => bytes.map((byte, at) => (at === flip ? byte ^ 1 : byte)))
  const wrong = [
    flipped(11),
    flipped(40),
    spoilt((bytes) => bytes.subarray(0, 75)),
    await cosignatureLine(await noteOf(13), key, seconds, witness.sign),
    await cosignatureLine(note, key, 0, witness.sign),
    await cosignatureLine(note, key, seconds, exampleKey(9).sign),
  ]
  for (const line of wrong) {
    expect(await readCosignature(note + line, key)).toBeUndefined()
    expect(await readCosignature(note + right + line, key)).toBeUndefined()
  }
  // Of another key, which is not asked about.
  expect(await readCosignature(note + flipped(0), key)).toBeUndefined()
  expect(await readCosignature(note + right + flipped(0), key)).toMatchObject({ time: seconds })
})

test('a vkey is one of a witness by its type alone', async () => {
  const vkey = await toWitnessVkey(key)
  const encoded = Buffer.concat([Buffer.of(4), witness.publicKey]).toString('base64')
  expect(vkey).toBe(`${name}+${keyIdByHand(witness.publicKey).toString('hex')}+${encoded}`)
  expect(await fromWitnessVkey(vkey)).toEqual(key)
  expect(await fromWitnessVkey(await toVkey(key))).toBeUndefined()
  expect(await fromWitnessVkey(vkey.replace(/\+[0-9a-f]{8}/, '+00000000'))).toBeUndefined()
})
