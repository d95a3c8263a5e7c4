import { verifyTLogInclusion } from '@sigstore/verify/dist/tlog/index.js'
import { createPublicKey } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { logKey, origin, strangersKey } from '@naic/test/support/example-council.ts'
import { referenceInclusion, referenceRoot } from '@naic/test/support/reference-tree.ts'
import { type Bytes, fromHex, utf8 } from './bytes.ts'
import { openCheckpoint, signCheckpoint, toVkey } from './checkpoint.ts'
import { hashLeaf, verifyInclusion } from './merkle-tree.ts'
import { formatReceipt, parseReceipt } from './receipt.ts'

/** Ours against the library of Sigstore, which shares no code with it. */

const key = { name: origin, publicKey: logKey.publicKey }
const [, keyId = ''] = (await toVkey(key)).split('+')

const authority = {
  logID: Buffer.from(keyId, 'hex'),
  baseURL: `https://${origin}`,
  publicKey: createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(logKey.publicKey).toString('base64url') },
    format: 'jwk',
  }),
  validFor: { start: new Date(0), end: new Date('2099-01-01') },
}

type Claim = { entry: Bytes; index: number; proof: Bytes[]; note: string }

function theyAccept({ entry, index, proof, note }: Claim): boolean {
  const claim = {
    logIndex: String(index),
    logId: { keyId: authority.logID },
    canonicalizedBody: Buffer.from(entry),
    inclusionProof: {
      logIndex: String(index),
      hashes: proof.map((hash) => Buffer.from(hash)),
      checkpoint: { envelope: note },
    },
  }
  try {
    verifyTLogInclusion(claim as unknown as Parameters<typeof verifyTLogInclusion>[0], [authority])
    return true
  } catch {
    return false
  }
}

/** By way of a receipt, as a certificate's page does. */
async function weAccept({ entry, index, proof, note }: Claim): Promise<boolean> {
  const receipt = parseReceipt(formatReceipt({ index, proof, checkpoint: note }))
  const checkpoint = receipt && (await openCheckpoint(receipt.checkpoint, [key]))
  if (!receipt || !checkpoint) return false
  const { size, root } = checkpoint
  const leaf = await hashLeaf(entry)
  return verifyInclusion({ leaf, index: receipt.index, size, root }, receipt.proof)
}

const most = 34
const entries = Array.from({ length: most }, (_, index) => utf8(`entry ${index}`))
const notes = await Promise.all(
  entries.map((_, last) => {
    const root = referenceRoot(entries.slice(0, last + 1))
    return signCheckpoint({ origin, size: last + 1, root }, key, logKey.sign)
  }),
)

const claimOf = (index: number, size: number): Claim => ({
  entry: entries[index] ?? expect.fail(),
  index,
  proof: referenceInclusion(index, entries.slice(0, size)),
  note: notes[size - 1] ?? expect.fail(),
})

test('they and we accept every entry of every small tree', async () => {
  for (let size = 1; size <= most; size += 1) {
    for (let index = 0; index < size; index += 1) {
      const claim = claimOf(index, size)
      expect(theyAccept(claim)).toBe(true)
      expect(await weAccept(claim)).toBe(true)
    }
  }
})

test('they and we refuse the same, however a claim is mixed from right ones', async () => {
  const place = fc.nat(most - 1)
  const hashes = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 2 })
  const mixed = fc.tuple(place, place, place, place, place, hashes, fc.nat(8))
  let refused = 0
  await fc.assert(
    fc.asyncProperty(mixed, async ([one, other, entryAt, indexAt, sizeAt, more, left]) => {
      const [index, last] = [Math.min(one, other), Math.max(one, other)]
      const right = claimOf(index, last + 1)
      const added = more.map((hash) => Uint8Array.from(hash))
      const claims: Claim[] = [
        { ...right, entry: entries[entryAt] ?? right.entry },
        { ...right, index: indexAt },
        { ...right, note: notes[sizeAt] ?? right.note },
        { ...right, proof: [...right.proof, ...added] },
        { ...right, proof: right.proof.slice(0, left) },
        { ...right, proof: right.proof.toReversed() },
      ]
      for (const claim of claims) {
        const theirs = theyAccept(claim)
        expect(await weAccept(claim)).toBe(theirs)
        refused += theirs ? 0 : 1
      }
    }),
    { numRuns: 200 },
  )
  expect(refused).toBeGreaterThan(400)
})

test('they and we believe the same checkpoints', async () => {
  const claim = claimOf(4, 9)
  const stranger = { name: origin, publicKey: strangersKey.publicKey }
  const checkpoint = { origin, size: 9, root: referenceRoot(entries.slice(0, 9)) }
  const theirs = await signCheckpoint(checkpoint, stranger, strangersKey.sign)
  const signature = theirs.split('\n\n')[1] ?? ''
  const notesToJudge = [
    [claim.note, true],
    [`${claim.note}${signature}`, true],
    [claim.note.replace('\n\n', `\n\n${signature}`), true],
    [theirs, false],
    [claim.note.replace('\n9\n', '\n8\n'), false],
    [claim.note.slice(0, claim.note.indexOf('\n\n') + 2), false],
    [claim.note.slice(0, -1), false],
    ['', false],
  ] as const
  for (const [note, isRight] of notesToJudge) {
    expect(theyAccept({ ...claim, note })).toBe(isRight)
    expect(await weAccept({ ...claim, note })).toBe(isRight)
  }
  expect(fromHex(keyId)).toHaveLength(4)
})
