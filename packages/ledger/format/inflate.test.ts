import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { inflate } from './inflate.ts'

afterEach(() => vi.unstubAllGlobals())

/** @returns the sizes of what was handed to the platform's own inflater since. */
function watchInflater(): number[] {
  const handed: number[] = []
  const Real = DecompressionStream
  class Watched {
    readable
    writable
    constructor(format: CompressionFormat) {
      const { readable, writable } = new Real(format)
      const counting = new TransformStream<Uint8Array<ArrayBuffer>, BufferSource>({
        transform(piece, controller) {
          handed.push(piece.length)
          controller.enqueue(piece)
        },
      })
      this.readable = readable
      this.writable = counting.writable
      void counting.readable.pipeTo(writable).catch(() => undefined)
    }
  }
  vi.stubGlobal('DecompressionStream', Watched)
  return handed
}

test('what was deflated comes out again, of whatever size', async () => {
  for (const size of [0, 1, 4_095, 4_096, 4_097, 300_000]) {
    const bytes = new Uint8Array(randomBytes(size))
    expect(await inflate(new Uint8Array(deflateSync(bytes)), 'deflate', 300_000)).toEqual(bytes)
    expect(await inflate(new Uint8Array(gzipSync(bytes)), 'gzip', 300_000)).toEqual(bytes)
  }
})

test('a bomb is handed over in small pieces, and found to be too much', async () => {
  const handed = watchInflater()
  const bomb = new Uint8Array(deflateSync(Buffer.alloc(50_000_000)))
  expect(await inflate(bomb, 'deflate', 256 * 1024)).toBeUndefined()
  expect(handed.length).toBeGreaterThan(0)
  expect(Math.max(...handed)).toBeLessThanOrEqual(4_096)
})

test('one byte more than may come of it is too much', async () => {
  const deflated = new Uint8Array(deflateSync(Buffer.alloc(1_000)))
  expect(await inflate(deflated, 'deflate', 1_000)).toHaveLength(1_000)
  expect(await inflate(deflated, 'deflate', 999)).toBeUndefined()
})

test('what was changed, cut short or never deflated is not read', async () => {
  const deflated = new Uint8Array(deflateSync(randomBytes(20_000)))
  const changed = deflated.map((byte, at) => (at === deflated.length - 1 ? byte ^ 1 : byte))
  for (const bytes of [changed, deflated.slice(0, -2), new Uint8Array([1, 2, 3])]) {
    expect(await inflate(bytes, 'deflate', 300_000)).toBeUndefined()
  }
})
