import { observedDatabase } from '@naic/test/support/observed-database.ts'
import { rm } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { allTests, eachTest } from '@naic/test/support/opened.ts'
import { noteHash } from '@naic/ledger/format/log-entry.ts'
import { eraseCertificate } from '../issuing/erase-certificate.ts'
import { KeyFolder } from '../keys/private-keys.ts'
import { verifyLog } from './verify-log.ts'

describe('log verify', () => {
  const place = eachTest(() => TestRegistry.start())

  test('finds nothing wrong where certificates were erased, and counts them', async () => {
    await place.issue({ reference: 'a' })
    await eraseCertificate(place.database, 'NAIC25A7K2M', 'meera')
    await eraseCertificate(place.database, 'NAIC25B3X9Q', 'meera')
    const report = await verifyLog(place.registry)
    expect(report).toMatchObject({ certificates: 15, erased: 2, faults: [] })
    await place.reopenAfter()
    await place.byHand("UPDATE certificate SET hash = 'x' WHERE id = 'NAIC25A7K2M'")
    const fault = 'Entry 2 (issue) is not that of certificate NAIC25A7K2M.'
    expect(await place.faults()).toEqual([fault])
  })

  test("finds another address of the registry, though the log's name be the same", async () => {
    await place.byHand("UPDATE registry SET site_url = 'http://naic.example'")
    const report = await verifyLog({ ...place.registry, siteUrl: 'http://naic.example' })
    expect(report.faults).toHaveLength(14)
  })

  test('finds nothing wrong in what is issued while it reads', async () => {
    await place.issue()
    let reads = 0
    const database = observedDatabase(place.database, async () => {
      // Before every second statement, so that each comes between two of the check's own.
      reads += 1
      if (reads % 2 === 0 && reads < 40) await place.issue()
      if (reads === 9) await place.rotateKey('log')
      if (reads === 15) await place.revoke('NAIC25A7K2M')
    })
    const report = await verifyLog({ ...place.registry, database })
    expect(report).toMatchObject({ entries: 23, faults: [] })
    expect(reads).toBeGreaterThan(15)
    expect((await verifyLog(place.registry)).faults).toEqual([])
  })

  test('finds a checkpoint taken out, though the rest were linked anew', async () => {
    for (let time = 0; time < 3; time += 1) await place.issue()
    const [, before, taken, after] = await place.query<{ size: number; note: string }>(
      'SELECT size, note FROM log_checkpoint ORDER BY size',
    )
    await place.byHand(
      `DELETE FROM log_checkpoint WHERE size = ${taken?.size}`,
      `UPDATE log_checkpoint SET previous = '${await noteHash(before?.note ?? '')}' WHERE size = ${after?.size}`,
    )
    expect(await place.faults()).toContain(
      `The log names a checkpoint of ${taken?.size} entries that is not there.`,
    )
  })

  test('says that keys/ was emptied', async () => {
    await place.issue()
    await rm(place.keysFolder, { recursive: true })
    // As another process, which has no key in its memory.
    const privateKeys = await KeyFolder.open(place.keysFolder)
    expect((await verifyLog({ ...place.registry, privateKeys })).faults).toEqual([
      expect.stringMatching(/last-checkpoint is missing/),
      expect.stringMatching(/private key key-\d+ is missing/),
      expect.stringMatching(/private key log-\d+ is missing/),
    ])
  })
})

describe('log verify finds', () => {
  const place = allTests(() => TestRegistry.start())
  let copy: string
  beforeAll(async () => {
    await place.revoke('NAIC25A7K2M')
    await place.issue()
    expect(await place.faults()).toEqual([])
    copy = await place.backup()
  })

  const longAgo = "'2020-01-01T00:00:00.000Z'"
  /** The certificate at place 5 of the log, and the one behind it. */
  const [fifth, sixth] = ['WHERE log_index = 5', 'WHERE log_index = 6']
  const set = (changes: string) => `UPDATE certificate SET ${changes} ${fifth}`
  const ofFifth = `WHERE certificate_id = (SELECT id FROM certificate ${fifth})`
  const others = `SELECT document FROM credential JOIN certificate ON id = certificate_id ${sixth}`
  const ofKeys = (changes: string) => `UPDATE registry_key SET ${changes} WHERE use = 'credentials'`
  test.each(
    Object.entries({
      'a holder in a credential': `UPDATE credential SET document = replace(document, 'Asha Example', 'Somebody Else') WHERE certificate_id = 'NAIC25A7K2M'`,
      'a place in the status list': set('status_index = 131071'),
      'a credential made unreadable': `UPDATE credential SET document = '{' ${ofFifth}`,
      'a credential of another': `UPDATE credential SET document = (${others}) ${ofFifth}`,
      'the credential of a certificate taken out': `DELETE FROM credential ${ofFifth}`,
      'an erasure added, with the credential left,': `INSERT INTO erasure SELECT id, ${longAgo} FROM certificate ${fifth}`,
      'a time of issue': set(`issued_at = ${longAgo}`),
      'the registry taken out': 'DELETE FROM registry',
      'a certificate added before the log': `INSERT INTO certificate SELECT 'NAIC25X', 'x', 99, -5, NULL, issued_at FROM certificate ${fifth}`,
      'a hash': set("hash = 'x'"),
      'a certificate taken out': `DELETE FROM certificate ${fifth}`,
      'a revocation taken out': 'DELETE FROM revocation',
      'a time of revocation': `UPDATE revocation SET revoked_at = ${longAgo}`,
      'a revocation added': `INSERT INTO revocation SELECT id, 'wrong details', 'now', 99 FROM certificate ${sixth}`,
      'an entry': `UPDATE log_entry SET entry = replace(entry, '"v":1', '"v":2') WHERE position = 5`,
      'an entry taken out': 'DELETE FROM log_entry WHERE position = 5',
      'a hash of the tree': `UPDATE log_node SET hash = (SELECT hash FROM log_node WHERE id = '0/1') WHERE id = '0/0'`,
      'a checkpoint taken out': 'DELETE FROM log_checkpoint WHERE size = 17',
      'the chain': "UPDATE log_checkpoint SET previous = 'x' WHERE size = 20",
      'a key': ofKeys("public_key = 'z6MkehRgf7yJbgaGfYsdoAsKdBPE3dj2CYhowQdcjqSJgvVd'"),
      'the time of a key': ofKeys(`added_at = ${longAgo}`),
      'the name of a key': ofKeys("name = '../keys/log-2026-2'"),
      'the newest checkpoint, by a line of a stranger,':
        "UPDATE log_checkpoint SET note = note || '— evil.example AAAAAAAAAAAA' || '\n' WHERE size = 23",
      'a stamp added of no checkpoint': `INSERT INTO log_stamp VALUES (1000, 'https://calendar.example', 'AAWIlg1z1xkBAQU=', 5, ${longAgo})`,
    }),
  )('%s changed by hand', async (_what, statement) => {
    await place.reopenAfter(() => place.restore(copy))
    await place.byHand(statement)
    expect((await place.faults()).length).toBeGreaterThan(0)
  })
})
