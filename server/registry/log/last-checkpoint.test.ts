import { readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryEngines } from '#test/support/registry-engines.ts'
import { order, TestRegistry } from '#test/support/start-registry.ts'
import type { Database } from '#server/database/database.ts'
import { Unavailable } from '#server/unavailable.ts'
import { issueCertificates } from '../issuing/issue-certificates.ts'
import { TransparencyLog } from './transparency-log.ts'

describe.each(registryEngines)('on $name', (engine) => {
  let place: TestRegistry
  beforeEach(async () => {
    place = await TestRegistry.start(engine)
  })
  afterEach(() => place.remove())

  const keptNote = () => readFile(path.join(place.keysFolder, 'last-checkpoint'), 'utf8')
  const newestNote = async () => (await place.registry.log.begunHead()).note

  test('after several at once it is the newest, and nothing unfinished lies beside it', async () => {
    const files = await readdir(place.keysFolder)
    await Promise.all(Array.from({ length: 5 }, () => place.issue()))
    expect(await keptNote()).toBe(await newestNote())
    expect(await readdir(place.keysFolder)).toEqual(files)
    expect(place.warnings).toEqual([])
  })

  describe('where its folder goes, as a disk that is unmounted,', () => {
    const away = () => `${place.keysFolder}-away`
    const goes = () => rename(place.keysFolder, away())
    const comesBack = () => rename(away(), place.keysFolder)

    test('before the commit, nothing is issued until it is back', async () => {
      await goes()
      await expect(place.issue()).rejects.toBeInstanceOf(Unavailable)
      expect(await place.checkpointSizes()).toEqual([16])

      await comesBack()
      expect((await place.issue()).state).toBe('issued')
      expect(await place.checkpointSizes()).toEqual([16, 17])
    })

    test('after the commit, what was issued is told of as issued, and the next issue mends it', async () => {
      const { registry, database, warnings } = place
      const { tree, origin, lastCheckpoint } = registry.log
      const committing: Database = {
        ...database,
        async atomic(statements: readonly CompiledQuery[]) {
          const results = await database.atomic(statements)
          await goes()
          return results
        },
      }
      const log = new TransparencyLog(origin, {
        database: committing,
        tree,
        privateKeys: registry.privateKeys,
        lastCheckpoint,
        warn: (sentence) => warnings.push(sentence),
      })
      const result = await issueCertificates({ ...registry, log }, [order()])
      expect(result.state).toBe('issued')
      expect(warnings).toEqual([expect.stringContaining('keys/last-checkpoint is behind')])

      await comesBack()
      expect(await keptNote()).not.toBe(await newestNote())
      await place.issue()
      expect(await place.checkpointSizes()).toEqual([16, 17, 18])
      expect(await keptNote()).toBe(await newestNote())
    })
  })
})
