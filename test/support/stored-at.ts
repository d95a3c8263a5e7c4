import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Bucket } from '@naic/platform/files/bucket.ts'
import type { RealStore } from './on-a-real-store.ts'

/**
 * What is in a place of a bucket, by key, without its prefix.
 *
 * @param added is put there before.
 */
export async function storedAt(
  place: ReturnType<RealStore['place']>,
  added: Record<string, Buffer> = {},
): Promise<Map<string, Buffer>> {
  const bucket = new Bucket(place)
  for (const [key, bytes] of Object.entries(added)) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await bucket.put(place.prefix + key, {
      open: () => Readable.from([bytes]),
      bytes: bytes.length,
      sha256,
    })
  }
  const stored = new Map<string, Buffer>()
  const { entries } = await bucket.list(place.prefix, 1_000)
  for (const { key } of entries) {
    const object = await bucket.get(key)
    if (object) stored.set(key.slice(place.prefix.length), object.bytes)
  }
  return stored
}
