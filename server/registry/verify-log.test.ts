import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryEngines } from '#test/registry-engines.ts'
import { TestRegistry } from '#test/start-registry.ts'
import { revokeCertificate } from './revoke-certificate.ts'
import { rotateKey } from './rotate-key.ts'
import { verifyLog } from './verify-log.ts'

describe.each(registryEngines)('on $name', (engine) => {
  let place: TestRegistry
  beforeEach(async () => {
    place = await TestRegistry.start(engine)
  })
  afterEach(() => place.remove())

  const issue: TestRegistry['issue'] = (...changes) => place.issue(...changes)
  const faults = () => place.faults()

  describe('log verify', () => {
    test('finds nothing where all is right, whatever was done', async () => {
      await issue({ reference: 'a' }, { reference: 'b' }, { reference: 'c' })
      await revokeCertificate(place.registry, 'NAIC25A7K2M', 'wrong details')
      await rotateKey(place.registry, 'credentials')
      await rotateKey(place.registry, 'log')
      await issue()
      const report = await verifyLog(place.registry)
      expect(report).toMatchObject({ entries: 23, checkpoints: 6, certificates: 18, faults: [] })
    })

    test.each([
      ['a holder', "UPDATE certificate SET holder = 'Somebody Else' WHERE log_index = 5"],
      [
        'a place in the status list',
        'UPDATE certificate SET status_index = 131071 WHERE log_index = 5',
      ],
      [
        'a credential',
        "UPDATE certificate SET credential = replace(credential, '4 Weeks', '8 Weeks') WHERE log_index = 5",
      ],
      [
        'a credential made unreadable',
        "UPDATE certificate SET credential = '{' WHERE log_index = 5",
      ],
      ['a hash', "UPDATE certificate SET hash = 'x' WHERE log_index = 5"],
      ['a certificate taken out', 'DELETE FROM certificate WHERE log_index = 5'],
      ['a revocation taken out', 'DELETE FROM revocation'],
      ['a reason', "UPDATE revocation SET reason = 'issued in error'"],
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
      ['a checkpoint taken out', 'DELETE FROM log_checkpoint WHERE size = 16'],
      ['the chain', "UPDATE log_checkpoint SET previous = 'x' WHERE size = 17"],
      [
        'a key',
        `UPDATE registry_key SET public_key = 'z6MkehRgf7yJbgaGfYsdoAsKdBPE3dj2CYhowQdcjqSJgvVd' WHERE use = 'credentials'`,
      ],
    ])('finds %s changed by hand', async (_what, statement) => {
      await revokeCertificate(place.registry, 'NAIC25A7K2M', 'wrong details')
      await issue()
      expect(await faults()).toEqual([])
      await place.byHand(statement)
      expect((await faults()).length).toBeGreaterThan(0)
    })
  })
})
