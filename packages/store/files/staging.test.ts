import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { type StagedFile, Staging } from './staging.ts'

const folder = eachTest(newFolder)
const staging = eachTest(() => new Staging(folder.path))

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
    expect(await readdir(folder.path)).toEqual([])
  })

  test('keeps the disk busy from its first byte until a moment after it is discarded, and leaves nothing if it fails', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const isBusySoonAndLater = () => {
      const soon = staging.isBusy
      vi.advanceTimersByTime(1_000)
      return [soon, staging.isBusy]
    }
    expect(staging.isBusy).toBe(false)
    const staged = (await receive(randomBytes(5_000), 1_000)) as StagedFile
    expect(isBusySoonAndLater()).toEqual([true, true])
    expect(await receive(randomBytes(600_000), 7_001, 599_999)).toBe('too large')
    const broken = Readable.from(
      (function* () {
        yield randomBytes(1_000)
        throw new Error('The sender has gone.')
      })(),
    )
    const second = staging.receive(broken, 5_000)
    await expect(second).rejects.toThrow('gone')
    expect(await readdir(folder.path)).toEqual([path.basename(staged.path)])
    expect(isBusySoonAndLater()).toEqual([true, true])
    await staging.discard(staged)
    expect(isBusySoonAndLater()).toEqual([true, false])
  })
})
