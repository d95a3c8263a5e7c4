import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { throwUnavailable, Unavailable } from '../unavailable.ts'
import type { Bucket } from './bucket.ts'
import { type FileStore, fileKeyPattern } from './file-store.ts'

/**
 * Keeps files in a bucket, under a prefix of their own. Once the store answers, a file is there for good:
 * the store has compared the bytes with the hash that was made while they arrived here.
 *
 * @param prefix in front of the keys; other objects under it are ignored.
 */
export function openS3FileStore(bucket: Bucket, prefix: string): FileStore {
  const nameOf = (key: string) => {
    if (!fileKeyPattern.test(key)) throw new Error('A file key must be a UUID.')
    return prefix + key
  }

  return {
    async keep({ path, bytes, sha256 }, key) {
      const name = nameOf(key)
      const { size } = await stat(path).catch(throwUnavailable)
      if (size !== bytes) throw new Unavailable('A staged file was cut short.')
      await bucket.put(name, { open: () => createReadStream(path), bytes, sha256 })
      // The file is kept. If a failing disk leaves this copy, the next start removes it.
      await rm(path, { force: true }).catch(() => undefined)
    },

    async read(key) {
      const stored = await bucket.get(nameOf(key))
      return stored && Readable.from(stored.bytes, { objectMode: false })
    },

    async has(key) {
      const name = nameOf(key)
      const { entries } = await bucket.list(name, 1)
      return entries.some((entry) => entry.key === name)
    },

    remove: async (key) => bucket.remove(nameOf(key)),

    async *list() {
      // One key first, for callers who only ask whether the store answers.
      let page = await bucket.list(prefix, 1)
      for (;;) {
        for (const { key: name, changedAt } of page.entries) {
          const key = name.slice(prefix.length)
          if (fileKeyPattern.test(key)) yield { key, keptAt: changedAt }
        }
        if (page.next === undefined) return
        // S3 gives no more at once.
        page = await bucket.list(prefix, 1_000, page.next)
      }
    },
  }
}
