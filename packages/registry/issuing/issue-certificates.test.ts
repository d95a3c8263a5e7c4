import { randomUUID } from 'node:crypto'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { currentKey, readKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { rotateKey } from '../change-keys.ts'
import { findCertificate } from './find-certificate.ts'

describe.each(registryEngines)('on $name', (engine) => {
  let place: TestRegistry
  beforeEach(async () => {
    place = await TestRegistry.start(engine)
  })
  afterEach(() => place.remove())

  const issue: TestRegistry['issue'] = (...changes) => place.issue(...changes)
  const faults = () => place.faults()
  const sizes = () => place.checkpointSizes()

  describe('keys', () => {
    test('are two, readable by their owner only', async () => {
      const year = new Date().getUTCFullYear()
      expect((await readdir(place.keysFolder)).sort()).toEqual([
        `key-${year}.pem`,
        'last-checkpoint',
        `log-${year}.pem`,
      ])
      for (const name of await readdir(place.keysFolder)) {
        expect((await stat(path.join(place.keysFolder, name))).mode & 0o777).toBe(0o600)
      }
    })

    test('lose at a start what a crash has left unfinished beside them', async () => {
      const files = await readdir(place.keysFolder)
      const unfinished = path.join(place.keysFolder, `last-checkpoint.${randomUUID()}.tmp`)
      await writeFile(unfinished, 'naic.ex')
      await utimes(unfinished, 0, 0)
      await place.reopenAfter(() => undefined)
      expect(await readdir(place.keysFolder)).toEqual(files)
    })

    test('a retired one is gone, stays listed, and what it signed stays right', async () => {
      const year = new Date().getUTCFullYear()
      for (const use of ['credentials', 'log'] as const) await rotateKey(place.registry, use)
      expect((await readdir(place.keysFolder)).sort()).toEqual([
        `key-${year}-2.pem`,
        'last-checkpoint',
        `log-${year}-2.pem`,
      ])
      const keys = await readKeys(place.database)
      expect(keys.map(({ name }) => name)).toEqual([
        `key-${year}`,
        `log-${year}`,
        `key-${year}-2`,
        `log-${year}-2`,
      ])
      expect(currentKey(keys, 'credentials').name).toBe(`key-${year}-2`)
      await expect(
        place.registry.privateKeys.signer(keys.slice(0, 2), 'credentials'),
      ).rejects.toBeInstanceOf(RegistryRefused)
      expect(await faults()).toEqual([])
    })

    test('one that was retired meanwhile does not sign, in its turn or not', async () => {
      let rotated: Promise<unknown> = Promise.resolve()
      place.inFront = (database) => ({
        ...database,
        inTurn: (work) => work(),
        async atomic(statements) {
          if (statements.some(({ sql }) => sql.includes('into "certificate"'))) await rotated
          return database.atomic(statements)
        },
      })
      await place.reopenAfter(() => undefined)
      const signing = issue(...Array.from({ length: 10 }, () => ({})))
      rotated = rotateKey(place.registry, 'credentials')
      const result = await signing
      const id = result.state === 'issued' ? result.certificates[0]?.id : ''
      const found = await findCertificate(place.registry, id ?? '')
      expect(JSON.stringify(found)).toContain(`#key-${new Date().getUTCFullYear()}-2`)
    })
  })

  describe('of several at once', () => {
    test('all are issued, each under a checkpoint of its own', async () => {
      await Promise.all(Array.from({ length: 5 }, () => issue()))
      expect(await sizes()).toEqual([17, 20, 23, 26, 29, 32])
      expect(await faults()).toEqual([])
    })

    test('who order the same reference, all get the same certificate', async () => {
      const results = await Promise.all(
        Array.from({ length: 4 }, () => issue({ reference: 'same' })),
      )
      const ids = results.flatMap((one) =>
        one.state === 'issued' ? one.certificates.map(({ id }) => id) : [],
      )
      expect(ids).toHaveLength(4)
      expect(new Set(ids).size).toBe(1)
    })
  })

  describe('a batch', () => {
    test('is all or nothing: a reference that stands for something else refuses it whole', async () => {
      const first = await issue({ reference: 'a' })
      const id = first.state === 'issued' ? first.certificates[0]?.id : ''
      const result = await issue({ reference: 'b' }, { reference: 'a', holder: 'Somebody Else' })
      expect(result).toEqual({ state: 'refused', conflicts: [{ reference: 'a', id }] })
      expect(await sizes()).toEqual([17, 20])
    })

    test('sent again gives the same ids, issues what is new, and writes no letter twice', async () => {
      const batch = [{ reference: 'a', email: 'a@example.com' }, { reference: 'b' }]
      const first = await issue(...batch)
      const second = await issue(...batch, { reference: 'c' })
      if (first.state !== 'issued' || second.state !== 'issued') throw new Error('Refused.')
      expect(second.certificates.map(({ state }) => state)).toEqual([
        'issued before',
        'issued before',
        'issued',
      ])
      expect(second.certificates.slice(0, 2).map(({ id }) => id)).toEqual(
        first.certificates.map(({ id }) => id),
      )
      const letters = await place.query<{ to_address: string; body: string }>(
        'SELECT * FROM letter',
      )
      expect(letters).toHaveLength(1)
      expect(letters[0]?.body).toContain(first.certificates[0]?.address)
      expect(await issue(...batch)).toMatchObject({ state: 'issued' })
      expect(await sizes()).toEqual([17, 21, 24])
    })

    test.each([
      [{ holder: 'Asha <b>Rao</b>' }, 'the holder "Asha <b>Rao</b>" has "<", which is markup'],
      [
        { domain: 'Web\u0007' },
        String.raw`the domain "Web\u0007" has characters that cannot be printed`,
      ],
      [{ holder: 'Asha\u3164Rao' }, String.raw`has letters that show nothing (\u{3164})`],
      [{ duration: '4 \u202eskeeW' }, String.raw`cannot be printed (\u{202e})`],
    ])(
      'in which an order says %j is refused, and so is all that comes with it',
      async (change, why) => {
        const before = await sizes()
        const refused = issue({}, change)
        await expect(refused).rejects.toBeInstanceOf(RegistryRefused)
        await expect(refused).rejects.toThrow(why)
        expect(await sizes()).toEqual(before)
      },
    )

    test('is issued though a name has an ampersand, an apostrophe or joiners', async () => {
      const names = ['Asha & Ravi', "D'Souza", 'ക്\u200dഷ', '"Raja"']
      const result = await issue(...names.map((holder) => ({ holder })))
      expect(result.state).toBe('issued')
    })
  })
})
