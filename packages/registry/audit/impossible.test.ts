import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { forgedRotations, forgeRotation } from '@naic/test/support/forge-rotation.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { keyEntry } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

const place = eachTest(() => TestRegistry.start())

const year = new Date().getUTCFullYear()

async function expectRefused(message: RegExp, change: () => Promise<void>): Promise<void> {
  const opening = place.reopenAfter(change)
  await expect(opening).rejects.toBeInstanceOf(RegistryRefused)
  await expect(opening).rejects.toThrow(message)
}

const otherHash = `(SELECT hash FROM log_node WHERE id = '0/1')`
/** As if the certificate that was issued last had never been. */
const cutBack = [
  'DELETE FROM log_checkpoint WHERE size = 20',
  'DELETE FROM certificate WHERE log_index = 18',
  'DELETE FROM log_entry WHERE position >= 17',
  "DELETE FROM log_node WHERE id IN ('0/17', '0/18', '0/19', '1/8', '1/9', '2/4')",
]
const stranger = 'z6MkehRgf7yJbgaGfYsdoAsKdBPE3dj2CYhowQdcjqSJgvVd'
const keyFile = (name: string) => path.join(place.keysFolder, name)

describe('the next start refuses', () => {
  const older = /older than the log's last checkpoint/
  test.each<[string, RegExp, (backup: string) => Promise<void>]>([
    ['an old backup restored over a newer log', older, (backup) => place.restore(backup)],
    ['an empty database in place of the log', older, () => place.removeRows()],
    ['a missing checkpoint', /last-checkpoint is missing/, () => rm(keyFile('last-checkpoint'))],
    ['a missing private key', /private key .* is missing/, () => rm(keyFile(`key-${year}.pem`))],
  ])('%s', async (_what, message, change) => {
    const backup = await place.backup()
    await place.issue()
    await expectRefused(message, () => change(backup))
  })

  test.each<[string, RegExp, ...string[]]>([
    ['a log cut back by hand', older, ...cutBack],
    ['an entry cut off', /as many entries/, 'DELETE FROM log_entry WHERE position = 19'],
    ['an entry added alone', /as many entries/, "INSERT INTO log_entry VALUES (20, '{}')"],
    [
      'a changed hash of the tree',
      /not the one that the newest checkpoint/,
      `UPDATE log_node SET hash = ${otherHash} WHERE id = '4/0'`,
    ],
    ['a missing hash of the tree', /is missing/, "DELETE FROM log_node WHERE id = '4/0'"],
    [
      'a changed checkpoint',
      /not signed by the log's key/,
      "UPDATE log_checkpoint SET note = replace(note, '\n20\n', '\n19\n') WHERE size = 20",
    ],
    ['a broken chain', /not chained/, "UPDATE log_checkpoint SET previous = 'x' WHERE size = 20"],
    [
      'a line of a stranger under the newest checkpoint',
      /not letter by letter/,
      "UPDATE log_checkpoint SET note = note || '— evil.example AAAAAAAAAAAA' || '\n'",
    ],
  ])('%s', async (_what, message, ...statements) => {
    await place.issue()
    await expectRefused(message, () => place.byHand(...statements))
  })

  test('a key that was listed for another use', async () => {
    await place.rotateKey('credentials')
    await place.rotateKey('credentials')
    const change = "UPDATE registry_key SET use = 'log' WHERE name LIKE 'key-%-2'"
    await expectRefused(/is not the one that the log announces/, () => place.byHand(change))
  })

  test('a key that the log does not announce, and destroys none for it', async () => {
    const files = await readdir(place.keysFolder)
    const added = `INSERT INTO registry_key SELECT 'key-2099', use, '${stranger}', added_at, 15, NULL FROM registry_key WHERE use = 'credentials'`
    await expectRefused(/key-2099 is not the one that the log announces/, () => place.byHand(added))
    expect(await readdir(place.keysFolder)).toEqual(files)
  })

  test('nothing after a crash between commit and checkpoint file', async () => {
    const file = keyFile('last-checkpoint')
    const note = await readFile(file, 'utf8')
    await place.issue()
    await place.reopenAfter(() => writeFile(file, note))
    await place.issue()
    await place.reopenAfter()
    expect(await place.faults()).toEqual([])
    expect(await place.checkpointSizes()).toEqual([17, 20, 23])
  })
})

describe('the next start and log verify refuse', () => {
  test.each(forgedRotations)('a rotation %s', async (_what, use, entryOf) => {
    await place.issue()
    await forgeRotation(place, use, entryOf)
    const name = `${use === 'log' ? 'log' : 'key'}-${year}-2`
    const fault = new RegExp(`The key ${name} was not handed over to by the key before it`)
    expect(await place.faults()).toEqual([expect.stringMatching(fault)])
    await expectRefused(fault, async () => undefined)
  })

  test('a key that takes the place of the first, as if there had been none', async () => {
    await forgeRotation(place, 'credentials', keyEntry)
    const without = 'DELETE FROM registry_key WHERE log_index = 0'
    await expectRefused(/not handed over to/, () => place.byHand(without))
  })
})

describe('a checkpoint is not signed', () => {
  test('when the stored tree does not continue the last one', async () => {
    await place.byHand(`UPDATE log_node SET hash = ${otherHash} WHERE id = '4/0'`)
    await expect(place.issue()).rejects.toBeInstanceOf(RegistryRefused)
    expect(await place.checkpointSizes()).toEqual([17])
  })

  test('when the database went back while the server runs', async () => {
    await place.issue()
    await place.byHand(...cutBack)
    await expect(place.issue()).rejects.toThrow(/older than the log's last checkpoint/)
    expect(await place.checkpointSizes()).toEqual([17])
  })
})
