import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Bucket, Condition } from '@naic/store/files/bucket.ts'
import type { CheckpointPlace } from './last-checkpoint.ts'

/**
 * Keeps the last checkpoint in a bucket, which every copy of the server can read. A store that can
 * compare (If-Match) overwrites it only if it is as it was read; in any other the last to write wins.
 *
 * `last-checkpoint.next` is never read. Writing it before a commit shows that the store takes writes.
 *
 * @param place the bucket's name and the prefix, which is empty or ends with a slash.
 */
export function openCheckpointInBucket(
  bucket: Bucket,
  { name: bucketName, prefix }: { name: string; prefix: string },
): CheckpointPlace {
  const key = `${prefix}last-checkpoint`
  const name = `s3://${bucketName}/${key}`
  let hasConditions = true
  return {
    name,
    howToWrite: `council checkpoints export --newest > last-checkpoint, and put that file into the bucket as ${name}`,

    async read() {
      const stored = await bucket.get(key)
      return stored && { note: stored.bytes.toString(), state: stored.etag }
    },

    async prepare(note) {
      await bucket.put(`${key}.next`, bodyOf(note))
      return { note, at: '' }
    },

    async replace(kept, note) {
      const condition: Condition = kept ? { etag: kept.state } : 'nothing'
      if (hasConditions) {
        const result = await bucket.put(key, bodyOf(note), condition)
        if (result !== 'conditions are not supported') return
        hasConditions = false
      }
      await bucket.put(key, bodyOf(note))
    },

    // The next one is written over it.
    discard: async () => undefined,
  }
}

function bodyOf(note: string) {
  const bytes = Buffer.from(note)
  return { open: () => Readable.from([bytes]), bytes: bytes.length, sha256: hash('sha256', bytes) }
}
