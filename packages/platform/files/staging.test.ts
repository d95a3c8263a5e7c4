import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type StagedFile, Staging } from './staging.ts'

let folder: string
let staging: Staging
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-staging-'))
  staging = new Staging(folder)
})
afterEach(() => rm(folder, { recursive: true }))

function* pieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function receive(bytes: Buffer, pieceLength: number, limit = bytes.length) {
  return staging.receive(Readable.from(pieces(bytes, pieceLength)), limit)
}

describe('an upload', () => {
  test.each([
    [0, 1],
    [5_000, 1],
    [600_000, 7_001],
    [600_000, 65_536],
    [600_000, 600_000],
  ])('of %i bytes in pieces of %i is staged as it is', async (length, pieceLength) => {
    const bytes = randomBytes(length)
    const staged = (await receive(bytes, pieceLength)) as StagedFile
    expect((await readFile(staged.path)).equals(bytes)).toBe(true)
    expect(staged).toMatchObject({
      bytes: length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(staged.start.equals(bytes.subarray(0, 1024))).toBe(true)
    await staging.discard(staged)
    expect(await readdir(folder)).toEqual([])
  })

  test('is waited for from its first byte until it is discarded, however that ends', async () => {
    const staged = (await receive(randomBytes(5_000), 1_000)) as StagedFile
    expect(staging.waiting).toBe(1)
    expect(await receive(randomBytes(5_000), 1_000, 4_999)).toBe('too large')
    const broken = Readable.from(
      (function* () {
        yield randomBytes(1_000)
        throw new Error('The sender has gone.')
      })(),
    )
    const second = staging.receive(broken, 5_000)
    expect(staging.waiting).toBe(2)
    await expect(second).rejects.toThrow('gone')
    expect(staging.waiting).toBe(1)
    await staging.discard(staged)
    expect(staging.waiting).toBe(0)
  })

  test('that is too large by one byte leaves nothing', async () => {
    expect(await receive(randomBytes(600_000), 7_001, 599_999)).toBe('too large')
    expect(await readdir(folder)).toEqual([])
  })

  test('that breaks off leaves nothing', async () => {
    const source = Readable.from(
      (function* () {
        yield randomBytes(1_000)
        throw new Error('The sender has gone.')
      })(),
    )
    await expect(staging.receive(source, 5_000)).rejects.toThrow('gone')
    expect(await readdir(folder)).toEqual([])
  })
})
