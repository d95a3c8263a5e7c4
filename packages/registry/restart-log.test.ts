import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { readUnsigned } from '@naic/ledger/format/checkpoint.ts'
import { verifyRestart } from '@naic/ledger/format/log-restart.ts'
import { connectRegistry } from './open-registry.ts'
import { keyRanges, originNow, readKeys } from './keys/registry-keys.ts'
import { readRestarts } from './log/log-state.ts'
import { planRestart, restartLog } from './restart-log.ts'

const reason = 'The disk failed; entries since Sunday are lost.'

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  const keptFile = () => path.join(place.keysFolder, 'last-checkpoint')

  /** Puts the rows back to before what is done, and leaves what is outside the database. */
  async function loseAfter(change: () => Promise<unknown>): Promise<void> {
    const copy = await place.backup()
    await change()
    await place.close()
    await place.restore(copy)
  }

  /** The registry as the command line opens it for a restart: no server would start on it. */
  const stored = async () => connectRegistry({ ...opened, ...(await place.openCopy()) })
  let opened: Parameters<typeof connectRegistry>[0]
  beforeEach(() => {
    const { lastCheckpoint } = place.registry.log
    opened = { ...place.registry, lastCheckpoint, samples: [], warn: () => undefined }
  })

  test('a log that lost entries goes on under another name, and is whole', async () => {
    const before = (await place.registry.log.head()).size
    await loseAfter(() => place.issue({}, { holder: 'Ravi Kumar' }))
    await expect(place.open()).rejects.toThrow(/council log restart/)
    await place.close()

    const registry = await stored()
    const { head, lost } = await planRestart(registry)
    expect([head.size, lost?.size]).toEqual([before, before + 4])
    const { statement } = await restartLog(registry, reason, 'meera')
    await registry.database.close()

    await place.open()
    const { log, database } = place.registry
    expect(await place.faults()).toEqual([])
    const keys = await readKeys(database)
    const origin = originNow(keys, log.origin)
    expect(origin).toMatch(/^naic\.example\/log\/\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d$/)
    expect(statement).toMatchObject({
      old: { origin: 'naic.example/log', size: before + 4 },
      new: { origin, size: before },
      reason,
    })
    expect(readUnsigned(await readFile(keptFile(), 'utf8'))?.origin).toBe(origin)
    expect(await readRestarts(database)).toEqual([statement])
    expect(await verifyRestart(statement, await keyRanges(keys, log.origin))).toEqual(statement)

    await place.issue({ holder: 'Meera Nair' })
    await place.rotateKey('log')
    await place.rotateKey('credentials')
    await place.reopenAfter()
    expect(originNow(await place.registry.log.keys(), log.origin)).toBe(origin)
    expect(await place.faults()).toEqual([])
  })

  test('a restart that was cut off before its checkpoint was kept is taken up by the next start', async () => {
    await loseAfter(() => place.issue())
    const cutOff = async () => Promise.reject(new Error('The process was killed.'))
    opened.lastCheckpoint = { ...opened.lastCheckpoint, replace: cutOff }
    const registry = await stored()
    const { statement } = await restartLog(registry, reason, 'meera')
    await registry.database.close()
    expect(readUnsigned(await readFile(keptFile(), 'utf8'))?.origin).toBe(statement.old.origin)

    await place.open()
    expect(readUnsigned(await readFile(keptFile(), 'utf8'))?.origin).toBe(statement.new.origin)
    expect(await place.faults()).toEqual([])
  })

  test('it can be restarted again, also when nothing shows what was lost', async () => {
    for (const times of [1, 2]) {
      await place.close()
      const registry = await stored()
      expect((await planRestart(registry)).lost).toBeUndefined()
      await restartLog(registry, reason, 'meera', new Date(2027, 1, times))
      await registry.database.close()
      await place.open()
    }
    const [first, second] = await readRestarts(place.database)
    expect(second?.old.origin).toBe(first?.new.origin)
    expect(await place.faults()).toEqual([])
  })

  test('a database that contradicts what was signed is not restarted', async () => {
    await loseAfter(() => place.issue())
    const kept = await readFile(keptFile(), 'utf8')
    await writeFile(keptFile(), kept.replace('naic.example/log\n', 'other.example/log\n'))
    const registry = await stored()
    await expect(restartLog(registry, reason, 'meera')).rejects.toThrow(/Restore a newer backup/)
    expect(await readRestarts(registry.database)).toEqual([])
    await registry.database.close()
  })
})
