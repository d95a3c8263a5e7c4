import { rm } from 'node:fs/promises'
import type { CompiledQuery } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resealed } from '@naic/test/support/resealed-certificate.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { noteHash } from '@naic/ledger/format/log-entry.ts'
import { eraseCertificate } from '../issuing/erase-certificate.ts'
import { revokeCertificate } from '../issuing/revoke-certificate.ts'
import { rotateKey } from '../change-keys.ts'
import { KeyFolder } from '../keys/private-keys.ts'
import { verifyLog } from './verify-log.ts'

let place: TestRegistry
const issue: TestRegistry['issue'] = (...changes) => place.issue(...changes)
const faults = () => place.faults()

describe('log verify', () => {
  beforeEach(async () => {
    place = await TestRegistry.start()
  })
  afterEach(() => place.remove())

  test('finds nothing where all is right, whatever was done', async () => {
    await issue({ reference: 'a' }, { reference: 'b' }, { reference: 'c' })
    await revokeCertificate(place.registry, 'NAIC25A7K2M', 'wrong details')
    await rotateKey(place.registry, 'credentials')
    await rotateKey(place.registry, 'log')
    await issue()
    const report = await verifyLog(place.registry)
    expect(report).toMatchObject({ entries: 34, checkpoints: 6, certificates: 18, faults: [] })
  })

  test.each([
    ['a holder', (text: string) => text.replace('Asha Example', 'Somebody Else')],
    ['a duration', (text: string) => text.replace('4 Weeks', '8 Weeks')],
    ['the text of JSON', () => '{'],
    ['the whole', () => '{}'],
  ])('finds %s changed inside what is sealed', async (_what, change) => {
    await place.byHand(...(await resealed(place.database, 'NAIC25A7K2M', change)))
    expect(await faults()).toEqual([expect.stringMatching(/^Certificate NAIC25A7K2M: its cred/)])
  })

  test('finds nothing wrong where certificates were erased, and counts them', async () => {
    await issue({ reference: 'a' })
    await eraseCertificate(place.database, 'NAIC25A7K2M', 'meera')
    await eraseCertificate(place.database, 'NAIC25B3X9Q', 'meera')
    const report = await verifyLog(place.registry)
    expect(report).toMatchObject({ certificates: 15, erased: 2, faults: [] })
    await place.reopenAfter(() => undefined)
    await place.byHand("UPDATE certificate SET hash = 'x' WHERE id = 'NAIC25A7K2M'")
    expect(await faults()).toEqual([
      'Certificate NAIC25A7K2M: its entry in the log is for another.',
    ])
  })

  test("finds another address of the registry, though the log's name be the same", async () => {
    await place.byHand("UPDATE registry SET site_url = 'http://naic.example'")
    const report = await verifyLog({ ...place.registry, siteUrl: 'http://naic.example' })
    expect(report.faults).toHaveLength(14)
  })

  test('finds nothing wrong in what is issued while it reads', async () => {
    await issue()
    let reads = 0
    const database: Database = {
      ...place.database,
      async read<Row>(query: CompiledQuery<Row>) {
        // Before every second statement, so that each comes between two of the check's own.
        reads += 1
        if (reads % 2 === 0 && reads < 40) await issue()
        if (reads === 9) await rotateKey(place.registry, 'log')
        if (reads === 15) await revokeCertificate(place.registry, 'NAIC25A7K2M', 'wrong details')
        return place.database.read(query)
      },
    }
    const report = await verifyLog({ ...place.registry, database })
    expect(report).toMatchObject({ entries: 20, faults: [] })
    expect(reads).toBeGreaterThan(15)
    expect((await verifyLog(place.registry)).faults).toEqual([])
  })

  const checkpoints = () =>
    place.query<{ size: number; note: string }>(
      'SELECT size, note FROM log_checkpoint ORDER BY size',
    )

  test('finds a checkpoint taken out, though the rest were linked anew', async () => {
    for (let time = 0; time < 3; time += 1) await place.issue()
    const [, before, taken, after] = await checkpoints()
    await place.byHand(
      `DELETE FROM log_checkpoint WHERE size = ${taken?.size}`,
      `UPDATE log_checkpoint SET previous = '${await noteHash(before?.note ?? '')}' WHERE size = ${after?.size}`,
    )
    expect(await place.faults()).toContain(
      `The log names a checkpoint of ${taken?.size} entries that is not there.`,
    )
  })

  /** As another process, which has no key in its memory. */
  const faultsAnew = async () => {
    const privateKeys = await KeyFolder.open(place.keysFolder)
    return (await verifyLog({ ...place.registry, privateKeys })).faults
  }

  test('says that keys/ was emptied', async () => {
    await issue()
    await rm(place.keysFolder, { recursive: true })
    expect(await faultsAnew()).toEqual([
      expect.stringMatching(/last-checkpoint is missing/),
      expect.stringMatching(/private key key-\d+ is missing/),
      expect.stringMatching(/private key log-\d+ is missing/),
    ])
  })
})

describe('log verify finds', () => {
  let copy: string
  beforeAll(async () => {
    place = await TestRegistry.start()
    await revokeCertificate(place.registry, 'NAIC25A7K2M', 'wrong details')
    await issue()
    expect(await faults()).toEqual([])
    copy = await place.backup()
  })
  afterAll(() => place.remove())

  test.each([
    [
      'a place in the status list',
      'UPDATE certificate SET status_index = 131071 WHERE log_index = 5',
    ],
    ['a credential made unreadable', "UPDATE certificate SET credential = '{' WHERE log_index = 5"],
    [
      'a credential of another',
      'UPDATE certificate SET credential = (SELECT credential FROM certificate WHERE log_index = 6) WHERE log_index = 5',
    ],
    [
      'a credential of another, with its key,',
      `UPDATE certificate SET credential = (SELECT credential FROM certificate WHERE log_index = 6) WHERE log_index = 5;
         UPDATE certificate_key SET key = (SELECT key FROM certificate_key JOIN certificate ON id = certificate_id WHERE log_index = 6)
          WHERE certificate_id = (SELECT id FROM certificate WHERE log_index = 5)`,
    ],
    [
      'the key of a certificate',
      "UPDATE certificate_key SET key = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' WHERE certificate_id = 'NAIC25A7K2M'",
    ],
    [
      'the key of a certificate taken out',
      "DELETE FROM certificate_key WHERE certificate_id = 'NAIC25A7K2M'",
    ],
    [
      'an erasure added, with the key left,',
      "INSERT INTO erasure VALUES ('NAIC25A7K2M', '2026-01-01T00:00:00.000Z')",
    ],
    [
      'a time of issue',
      "UPDATE certificate SET issued_at = '2020-01-01T00:00:00.000Z' WHERE log_index = 5",
    ],
    ["the registry's time", "UPDATE registry SET created_at = '2020-01-01T00:00:00.000Z'"],
    ['the registry taken out', 'DELETE FROM registry'],
    [
      'a certificate added before the log',
      "INSERT INTO certificate SELECT 'NAIC25X', credential, 'x', 99, -5, NULL, issued_at FROM certificate WHERE log_index = 5",
    ],
    ['a hash', "UPDATE certificate SET hash = 'x' WHERE log_index = 5"],
    ['a certificate taken out', 'DELETE FROM certificate WHERE log_index = 5'],
    ['a revocation taken out', 'DELETE FROM revocation'],
    ['a time of revocation', "UPDATE revocation SET revoked_at = '2020-01-01T00:00:00.000Z'"],
    [
      'a revocation added',
      "INSERT INTO revocation SELECT id, 'wrong details', 'now', 99 FROM certificate WHERE log_index = 6",
    ],
    [
      'an entry',
      `UPDATE log_entry SET entry = replace(entry, '"v":1', '"v":2') WHERE position = 5`,
    ],
    ['an entry taken out', 'DELETE FROM log_entry WHERE position = 5'],
    [
      'a hash of the tree',
      "UPDATE log_node SET hash = (SELECT hash FROM log_node WHERE id = '0/1') WHERE id = '0/0'",
    ],
    ['a checkpoint taken out', 'DELETE FROM log_checkpoint WHERE size = 17'],
    ['the chain', "UPDATE log_checkpoint SET previous = 'x' WHERE size = 20"],
    [
      'a key',
      `UPDATE registry_key SET public_key = 'z6MkehRgf7yJbgaGfYsdoAsKdBPE3dj2CYhowQdcjqSJgvVd' WHERE use = 'credentials'`,
    ],
    ['the time of a key', "UPDATE registry_key SET added_at = '2020-01-01T00:00:00.000Z'"],
    ['the name of a key', "UPDATE registry_key SET name = '../keys/log-2026-2' WHERE use = 'log'"],
    [
      'the newest checkpoint, by a line of a stranger,',
      "UPDATE log_checkpoint SET note = note || '— evil.example AAAAAAAAAAAA' || '\n' WHERE size = 23",
    ],
    [
      'a stamp added of no checkpoint',
      "INSERT INTO log_stamp VALUES (1000, 'https://calendar.example', 'AAWIlg1z1xkBAQU=', 5, '2026-01-01T00:00:00.000Z')",
    ],
  ])('%s changed by hand', async (_what, statement) => {
    await place.reopenAfter(() => place.restore(copy))
    await place.byHand(statement)
    expect((await faults()).length).toBeGreaterThan(0)
  })
})
