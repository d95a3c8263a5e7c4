import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { describeFileStore } from '@naic/test/support/describe-file-store.ts'
import { FaultyWire, type WireFault } from '@naic/test/support/faulty-wire.ts'
import { onARealStore } from '@naic/test/support/on-a-real-store.ts'
import { signedFetch } from '@naic/test/support/start-swift.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { TrialStaging } from '@naic/test/support/trial-staging.ts'
import { Bucket } from './bucket.ts'
import { BucketUnavailable } from './bucket-fault.ts'
import type { FileStore } from './file-store.ts'
import { openS3FileStore } from './s3-file-store.ts'

/** For the store as it is, and for one from which no answer comes. */
const hurried = { connectMs: 500, silenceMs: 700, answerMs: 1_500, retryMs: 1_000 }
const everyMegabyte = Array.from({ length: 60 }, (_, at) => at * 1_000_000 + 500_000)
const megabytes = 3 * 1024 * 1024

onARealStore('A bucket as a file store', (real) => {
  describeFileStore('A bucket', async () => {
    const place = real.place()
    const open = async () => openS3FileStore(new Bucket(place), `${place.prefix}resumes/`)
    return { open, remove: async () => undefined }
  })

  const staging = eachTest(TrialStaging.open)
  const wire = eachTest(() => FaultyWire.open(real.port))
  let store: FileStore
  let settings: Record<string, string>
  beforeEach(async () => {
    settings = real.settings(wire.port)
    store = storeOf(settings)
  })
  function storeOf(given: Record<string, string>, patience = {}) {
    const place = real.place(given)
    return openS3FileStore(new Bucket(place, patience), `${place.prefix}resumes/`)
  }
  /** The same place over a way in which nothing is wrong. */
  const directly = () =>
    storeOf({
      ...settings,
      FILES_URL: settings['FILES_URL']?.replace(`${wire.port}`, `${real.port}`) ?? '',
    })

  const keysAt = async (place: FileStore) => {
    const keys: string[] = []
    for await (const { key } of place.list()) keys.push(key)
    return keys
  }

  test.each<[string, WireFault]>([
    ['cut in the middle', { kind: 'cut', afterBytes: 500_000 }],
    ['changed on the way', { kind: 'change', places: [1_000_000] }],
    ['done, but its answer lost', { kind: 'lost answer' }],
    ['met with silence', { kind: 'silence' }],
  ])('a file whose sending is once %s is sent again, and kept as it is', async (_what, fault) => {
    const [bytes, key] = [randomBytes(megabytes), randomUUID()]
    const staged = await staging.stage(bytes)
    store = storeOf(settings, { silenceMs: 4_000 })
    wire.goesWrong(fault, 1)
    await store.keep(staged, key)
    expect(existsSync(staged.path)).toBe(false)
    const kept = await directly().read(key)
    expect(kept && (await buffer(kept)).equals(bytes)).toBe(true)
    expect(await keysAt(directly())).toEqual([key])
  })

  test('a file that is changed on the way again and again is unavailable, and nothing is kept', async () => {
    const [staged, key] = [await staging.stage(randomBytes(megabytes)), randomUUID()]
    store = storeOf(settings, hurried)
    wire.goesWrong({ kind: 'change', places: everyMegabyte })
    await expect(store.keep(staged, key)).rejects.toBeInstanceOf(BucketUnavailable)
    expect(await keysAt(directly())).toEqual([])
    expect(existsSync(staged.path)).toBe(true)
  })

  test('a file that is cut short while it is read is read again, and is never a shorter file', async () => {
    const [bytes, key] = [randomBytes(megabytes), randomUUID()]
    await store.keep(await staging.stage(bytes), key)
    wire.goesWrong({ kind: 'cut answer', afterBytes: 1_000_000 }, 1)
    const read = await store.read(key)
    expect(read && (await buffer(read)).equals(bytes)).toBe(true)
    wire.goesWrong({ kind: 'cut answer', afterBytes: 1_000_000 })
    const reading = storeOf(settings, hurried).read(key)
    await expect(reading).rejects.toBeInstanceOf(BucketUnavailable)
  })

  test.each<[string, RegExp, () => Record<string, string>]>([
    [
      'a wrong secret',
      /403 SignatureDoesNotMatch: .*AWS_SECRET_ACCESS_KEY[.]$/,
      () => ({ ...settings, AWS_SECRET_ACCESS_KEY: 'wrong-hunter2' }),
    ],
    [
      'a bucket that is not there',
      /404 NoSuchBucket: .*FILES_URL[.]$/,
      () => ({
        ...settings,
        FILES_URL: settings['FILES_URL']?.replace('naic-tests', 'nobodys') ?? '',
      }),
    ],
    [
      'another region',
      /400 AuthorizationHeaderMalformed: .*region in FILES_URL[.]$/,
      () => ({ ...settings, FILES_URL: `${settings['FILES_URL']}&region=ap-south-1` }),
    ],
  ])(
    '%s is reported at once, for every request, in a sentence without secrets',
    async (_what, sentence, wrong) => {
      const [key, misled] = [randomUUID(), storeOf(wrong())]
      const staged = await staging.stage(randomBytes(megabytes))
      const asked = [misled.keep(staged, key), misled.read(key), misled.remove(key), keysAt(misled)]
      for (const result of await Promise.allSettled(asked)) {
        expect(result).toMatchObject({
          reason: { name: 'BucketUnavailable', message: expect.stringMatching(sentence) },
        })
        expect(JSON.stringify(result)).not.toMatch(/hunter2|testing/)
      }
      // Once each: trying again would not help.
      expect(wire.connections).toBe(4)
    },
  )

  test('a list in pages has every key once, and skips other objects', async () => {
    const place = real.place(settings)
    const keys = Array.from({ length: 8 }, () => randomUUID())
    for (const key of keys) await store.keep(await staging.stage(randomBytes(10)), key)
    const others = ['0 & <1>.txt', `${randomUUID()}.bak`, 'zz+ü']
    for (const name of others) {
      const address = `${place.address}/${place.prefix}resumes/${encodeURIComponent(name)}`
      expect((await signedFetch(address, { method: 'PUT', body: 'x' })).status).toBe(200)
    }
    expect(await keysAt(store)).toEqual(keys.sort())
  })
})
