import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { Unavailable } from '@naic/store/unavailable.ts'
import type { FileStore } from '@naic/store/files/file-store.ts'
import { eachTest } from './opened.ts'
import { TrialStaging } from './trial-staging.ts'

/** Somewhere files can be kept: opened, and opened again as after a restart; gone in the end. */
export type FilePlace = { open: () => Promise<FileStore>; remove: () => Promise<void> }

/** The contract of {@link FileStore}. @param findPlace an empty place, another one each time. */
export function describeFileStore(name: string, findPlace: () => Promise<FilePlace>): void {
  describe(`${name} as a file store`, () => {
    const staging = eachTest(TrialStaging.open)
    const place = eachTest(findPlace)
    let store: FileStore
    beforeEach(async () => {
      store = await place.open()
    })

    const keep = async (bytes: Buffer) => {
      const key = randomUUID()
      await store.keep(await staging.stage(bytes), key)
      return key
    }
    const read = async (key: string) => {
      const bytes = await store.read(key)
      return bytes && buffer(bytes)
    }
    const list = async () => {
      const entries = []
      for await (const entry of store.list()) entries.push(entry)
      return entries
    }

    test.each([1, 70_000, 5 * 1024 * 1024])('keeps %i bytes as they are', async (length) => {
      const bytes = randomBytes(length)
      const key = await keep(bytes)
      expect((await read(key))?.equals(bytes)).toBe(true)
    })

    test('uses up the staged file', async () => {
      const staged = await staging.stage(randomBytes(1_000))
      await store.keep(staged, randomUUID())
      expect(existsSync(staged.path)).toBe(false)
      await staging.discard(staged)
    })

    test('has what it kept after it is opened again', async () => {
      const bytes = randomBytes(1_000)
      const key = await keep(bytes)
      store = await place.open()
      expect((await read(key))?.equals(bytes)).toBe(true)
    })

    test('keeps many at once apart', async () => {
      const all = Array.from({ length: 30 }, () => randomBytes(5_000))
      const keys = await Promise.all(all.map(keep))
      const back = await Promise.all(keys.map(read))
      back.forEach((bytes, number) => expect(bytes?.equals(all[number] ?? bytes)).toBe(true))
    })

    test('is unavailable for a staged file that is gone, and has nothing under the key', async () => {
      const staged = await staging.stage(randomBytes(1_000))
      await staging.discard(staged)
      const key = randomUUID()
      await expect(store.keep(staged, key)).rejects.toBeInstanceOf(Unavailable)
      expect(await read(key)).toBeUndefined()
      expect(await list()).toEqual([])
    })

    test('forgets a removed key and no other, and does not mind one that is not there', async () => {
      const [gone, stays] = [await keep(randomBytes(10)), await keep(randomBytes(10))]
      expect([await store.has(gone), await store.has(stays)]).toEqual([true, true])
      for (const key of [gone, gone, randomUUID()]) await store.remove(key)
      expect([await store.has(gone), await store.has(stays)]).toEqual([false, true])
      expect(await read(gone)).toBeUndefined()
      expect((await list()).map(({ key }) => key)).toEqual([stays])
    })

    test('lists every key with the time it was kept', async () => {
      expect(await list()).toEqual([])
      const before = Date.now()
      const keys = await Promise.all(Array.from({ length: 40 }, () => keep(randomBytes(10))))
      const entries = await list()
      expect(entries.map(({ key }) => key).sort()).toEqual(keys.sort())
      // Stores may count in whole seconds, and by their own clock.
      for (const { keptAt } of entries) {
        expect(keptAt.getTime()).toBeGreaterThan(before - 5_000)
        expect(keptAt.getTime()).toBeLessThan(Date.now() + 5_000)
      }
    })

    test('counts the time from when a file was kept, not from when it was received', async () => {
      const staged = await staging.stage(randomBytes(10))
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      const before = Date.now()
      await store.keep(staged, randomUUID())
      const [entry] = await list()
      expect(entry?.keptAt.getTime()).toBeGreaterThan(before - 1_100)
    })

    test('goes on listing when a file is removed meanwhile', async () => {
      const keys = await Promise.all(Array.from({ length: 5 }, () => keep(randomBytes(10))))
      const seen: string[] = []
      for await (const { key } of store.list()) {
        seen.push(key)
        for (const other of keys) if (other !== key) await store.remove(other)
      }
      expect(keys).toContain(seen[0])
      expect((await list()).map(({ key }) => key)).toHaveLength(1)
    })

    test.each(['../secret', '/etc/passwd', '', 'A'.repeat(36), `${randomUUID()}/..`])(
      'takes no key such as %j',
      async (key) => {
        await expect(store.keep(await staging.stage(randomBytes(10)), key)).rejects.toThrow(/key/)
        await expect(store.read(key)).rejects.toThrow(/key/)
        await expect(store.remove(key)).rejects.toThrow(/key/)
      },
    )
  })
}
