import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryEngines } from './registry-engines.ts'
import { order, TestRegistry } from './start-registry.ts'
import type { Database } from '@naic/store/database/database.ts'
import { Unavailable } from '@naic/store/unavailable.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import { type CheckpointPlace, keepNewest } from '@naic/registry/log/last-checkpoint.ts'

/** Somewhere a checkpoint can be kept, that can be away for a while. */
export type TrialPlace = {
  open: () => Promise<CheckpointPlace>
  /** Its name in what the operator reads. */
  name: RegExp
  files: () => Promise<string[]>
  goes: () => Promise<void>
  comesBack: () => Promise<void>
  remove: () => Promise<void>
}

/** What is promised of the last checkpoint, for every place that can keep it. */
export function describeCheckpointPlace(
  name: string,
  findPlace: (keysFolder: string) => Promise<TrialPlace>,
): void {
  describe.each(registryEngines)(`${name}, on $name`, (engine) => {
    let place: TestRegistry
    let trial: TrialPlace
    beforeEach(async () => {
      place = await TestRegistry.start(engine)
      trial = await findPlace(place.keysFolder)
      place.openCheckpoint = trial.open
      await place.reopenAfter()
    })
    afterEach(async () => {
      await place.remove()
      await trial.remove()
    })

    const keptNote = async () => (await (await trial.open()).read())?.note
    const newestNote = async () => (await place.registry.log.head()).note

    test('has the newest after several at once, and nothing more', async () => {
      await place.issue()
      const files = await trial.files()
      await Promise.all(Array.from({ length: 5 }, () => place.issue()))
      expect(await keptNote()).toBe(await newestNote())
      expect(await trial.files()).toEqual(files)
      expect(place.warnings).toEqual([])
    })

    test('has the newest again after an older one was written over it', async () => {
      const older = await newestNote()
      await place.issue()
      const newest = await newestNote()
      // Somebody whose commit was long ago, and who writes only now.
      const answers = [older, newest]
      const late = await trial.open()
      await keepNewest(late, async () => ({ note: answers.shift() ?? newest }))
      expect(await keptNote()).toBe(newest)
      expect(answers).toEqual([])
    })

    test('has what was prepared though another writes an older one over it', async () => {
      const older = await newestNote()
      const [mine, other] = [await trial.open(), await trial.open()]
      const afterwards = [async () => other.replace(await other.read(), older, undefined)]
      const own: CheckpointPlace = {
        ...mine,
        async replace(...words) {
          const done = await mine.replace(...words)
          await afterwards.pop()?.()
          return done
        },
      }
      const prepared = await own.prepare('a newer one')
      await keepNewest(own, async () => ({ note: 'a newer one' }), prepared)
      expect(await keptNote()).toBe('a newer one')
      expect(afterwards).toEqual([])
    })

    test('finds that a database is old, and says so with its own name', async () => {
      const copy = await place.backup()
      await place.issue()
      const opening = place.reopenAfter(() => place.restore(copy))
      await expect(opening).rejects.toThrow(/The database is older than the log's last checkpoint/)
      await expect(opening).rejects.toThrow(trial.name)
    })

    describe('that is away', () => {
      test('before the commit, lets nothing be issued until it is back', async () => {
        await trial.goes()
        await expect(place.issue()).rejects.toBeInstanceOf(Unavailable)
        expect(await place.checkpointSizes()).toEqual([17])

        await trial.comesBack()
        expect((await place.issue()).state).toBe('issued')
        expect(await place.checkpointSizes()).toEqual([17, 20])
      })

      test('after the commit, reports what was issued as issued, and the next issue mends it', async () => {
        const { registry, database, warnings } = place
        const committing: Database = {
          ...database,
          async write(work) {
            const result = await database.write(work)
            await trial.goes()
            return result
          },
        }
        const warn = (sentence: string) => warnings.push(sentence)
        const log = place.anotherLog({ database: committing, warn })
        const result = await issueCertificates({ ...registry, log }, [order()], 'meera')
        expect(result.state).toBe('issued')
        expect(warnings).toEqual([expect.stringMatching(/ is behind: /)])
        expect(warnings).toEqual([expect.stringMatching(trial.name)])

        await trial.comesBack()
        expect(await keptNote()).not.toBe(await newestNote())
        await place.issue()
        expect(await place.checkpointSizes()).toEqual([17, 20, 23])
        expect(await keptNote()).toBe(await newestNote())
      })
    })
  })
}
