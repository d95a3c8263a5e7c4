import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { inflate } from './inflate.ts'

afterEach(() => vi.restoreAllMocks())

/** @returns the sizes of what was handed to the platform's own inflater since. */
function watchInflater(): number[] {
  const handed: number[] = []
  const { pipeThrough } = ReadableStream.prototype
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      handed.push(piece.length)
      controller.enqueue(piece)
    },
  })
  vi.spyOn(ReadableStream.prototype, 'pipeThrough').mockImplementation(function (
    this: ReadableStream<Uint8Array>,
    inflater,
  ) {
    return pipeThrough.call(pipeThrough.call(this, counting), inflater)
  })
  return handed
}

test('what was deflated comes out again, of whatever size, and not one byte more than may', async () => {
  for (const size of [1, 4_095, 4_096, 4_097, 300_000]) {
    const bytes = new Uint8Array(randomBytes(size))
    const deflated = new Uint8Array(deflateSync(bytes))
    expect(await inflate(deflated, 'deflate', size)).toEqual(bytes)
    expect(await inflate(deflated, 'deflate', size - 1)).toBeUndefined()
    expect(await inflate(new Uint8Array(gzipSync(bytes)), 'gzip', size)).toEqual(bytes)
  }
})

test('a bomb is handed over in small pieces, and found to be too much', async () => {
  const handed = watchInflater()
  const bomb = new Uint8Array(deflateSync(Buffer.alloc(50_000_000)))
  expect(await inflate(bomb, 'deflate', 256 * 1024)).toBeUndefined()
  expect(handed.length).toBeGreaterThan(0)
  expect(Math.max(...handed)).toBeLessThanOrEqual(4_096)
})

test('what was changed, cut short or never deflated is not read', async () => {
  for (const [format, pack, checksum] of [
    ['deflate', deflateSync, -1],
    // The length comes after it.
    ['gzip', gzipSync, -8],
  ] as const) {
    const packed = new Uint8Array(pack(randomBytes(20_000)))
    const changed = packed.with(checksum, (packed.at(checksum) ?? 0) ^ 1)
    for (const bytes of [changed, packed.slice(0, -9), new Uint8Array([1, 2, 3])]) {
      expect(await inflate(bytes, format, 300_000)).toBeUndefined()
    }
  }
})
