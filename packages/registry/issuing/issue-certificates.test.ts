import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { issueAt, TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { currentKey, readKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { rotateKey } from '../change-keys.ts'
import { findCertificate } from './find-certificate.ts'

const year = new Date().getUTCFullYear()

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  const issue: TestRegistry['issue'] = (...changes) => place.issue(...changes)
  const sizes = () => place.checkpointSizes()

  describe('keys', () => {
    test('are two, readable by their owner only', async () => {
      const names = (await readdir(place.keysFolder)).sort()
      expect(names).toEqual([`key-${year}.pem`, 'last-checkpoint', `log-${year}.pem`])
      for (const name of names) {
        expect((await stat(path.join(place.keysFolder, name))).mode & 0o777).toBe(0o600)
      }
    })

    test('a retired one is gone, stays listed, and what it signed stays right', async () => {
      for (const use of ['credentials', 'log'] as const) await place.rotateKey(use)
      const [key, log] = [`key-${year}`, `log-${year}`]
      const files = (await readdir(place.keysFolder)).sort()
      expect(files).toEqual([`${key}-2.pem`, 'last-checkpoint', `${log}-2.pem`])
      const keys = await readKeys(place.database)
      expect(keys.map(({ name }) => name)).toEqual([key, log, `${key}-2`, `${log}-2`])
      expect(currentKey(keys, 'credentials').name).toBe(`key-${year}-2`)
      await expect(
        place.registry.privateKeys.signer(keys.slice(0, 2), 'credentials'),
      ).rejects.toBeInstanceOf(RegistryRefused)
      expect(await place.faults()).toEqual([])
    })

    test('one that was retired meanwhile does not sign', async () => {
      let rotated: Promise<unknown> = Promise.resolve()
      place.inFront = (database) => ({
        ...database,
        async write(work) {
          await rotated
          return database.write(work)
        },
      })
      await place.reopenAfter()
      const rotating = await place.openCopy()
      const signing = place.issueAll(...Array.from({ length: 10 }, () => ({})))
      rotated = rotateKey(rotating, 'credentials', 'meera')
      const [id = ''] = await signing
      const found = await findCertificate(place.registry, id)
      expect(JSON.stringify(found)).toContain(`#key-${year}-2`)
    })
  })

  test('several who order the same reference at once all get the same certificate', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => place.issueOne({ reference: 'same' })))
    expect(new Set(ids).size).toBe(1)
  })

  test('copies that issue at the same time do not fork the log, and all of it is issued', async () => {
    const copies = [await place.openCopy(), await place.openCopy(), await place.openCopy()]
    const issuing = Array.from({ length: 4 }, (_, at) =>
      copies.map((copy) => issueAt(copy, { holder: `Holder ${at}` })),
    )
    await Promise.all(issuing.flat())
    expect(await sizes()).toEqual(Array.from({ length: 13 }, (_, at) => 17 + 3 * at))
    expect(await place.faults()).toEqual([])
  })

  describe('a batch', () => {
    test('is all or nothing: a reference that stands for something else refuses it whole', async () => {
      const id = await place.issueOne({ reference: 'a' })
      const result = await issue({ reference: 'a', holder: 'Somebody Else' }, { reference: 'b' })
      expect(result).toEqual({ state: 'refused', conflicts: [{ reference: 'a', id }] })
      expect(await sizes()).toEqual([17, 20])
    })

    test('sent again gives the same ids, issues what is new, and writes no letter twice', async () => {
      const batch = [{ reference: 'a', email: 'a@example.com' }, { reference: 'b' }]
      const [a, b] = await place.issueAll(...batch)
      const before = { state: 'issued before' }
      const certificates = [{ ...before, id: a }, { ...before, id: b }, { state: 'issued' }]
      const again = await issue(...batch, { reference: 'c' })
      expect(again).toMatchObject({ state: 'issued', certificates })
      const letters = await place.query('SELECT body FROM letter')
      expect(letters).toEqual([{ body: expect.stringContaining(`/verify/${a}`) }])
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
      expect(await place.issueAll(...names.map((holder) => ({ holder })))).toHaveLength(4)
    })
  })
})
