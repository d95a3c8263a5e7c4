import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { councilIssuer, sampleOrders } from '@naic/house/council-issuer.ts'
import type { Database } from '@naic/store/database/database.ts'
import { Outbox } from '@naic/store/mail/outbox.ts'
import { verifyLog } from './audit/verify-log.ts'
import { KeyFolder } from './keys/private-keys.ts'
import { openCheckpointInFolder } from './log/checkpoint-in-folder.ts'
import type { CheckpointPlace } from './log/last-checkpoint.ts'
import { openRegistry } from './open-registry.ts'

describe.each(registryEngines)('a registry on $name that two begin at once', (engine) => {
  const opened: Database[] = []
  const folder = eachTest(newFolder)
  const rows = eachTest(() => engine.at(folder.path))
  afterEach(() => Promise.all(opened.splice(0).map((database) => database.close())))

  /** @param before is waited for before the last checkpoint is read. */
  async function begin(siteUrl: string, before: () => Promise<unknown> = async () => undefined) {
    const keysFolder = folder.file('keys')
    const database = await rows.open()
    opened.push(database)
    const place = await openCheckpointInFolder(keysFolder)
    const read = async () => {
      await before()
      return place.read()
    }
    const lastCheckpoint: CheckpointPlace = { ...place, read }
    const outbox = new Outbox(database, { send: async () => {} }, pino({ level: 'silent' }))
    const privateKeys = await KeyFolder.open(keysFolder)
    const parts = { database, outbox, privateKeys, lastCheckpoint, warn: () => undefined }
    return openRegistry({ ...parts, siteUrl, issuer: councilIssuer, samples: sampleOrders })
  }

  test('is one, with the address of the one that was first', async () => {
    let first: Promise<unknown> | undefined
    const beginFirst = () => (first ??= begin('https://first.example'))
    const late = await begin('https://late.example', beginFirst)
    await first
    expect(late.siteUrl).toBe('https://first.example')
    expect(late.log.origin).toBe('first.example/log')
    expect(await verifyLog(late)).toMatchObject({ faults: [] })
  })
})
