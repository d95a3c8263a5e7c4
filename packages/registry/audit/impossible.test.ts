import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { rotateKey } from '../change-keys.ts'

let place: TestRegistry
beforeEach(async () => {
  place = await TestRegistry.start()
})
afterEach(() => place.remove())

const issue: TestRegistry['issue'] = (...changes) => place.issue(...changes)
const faults = () => place.faults()
const sizes = () => place.checkpointSizes()
const newestNote = async () => {
  const query = 'SELECT note FROM log_checkpoint ORDER BY size DESC'
  return (await place.query<{ note: string }>(query))[0]?.note ?? ''
}

describe('the next start refuses', () => {
  test.each([
    [
      'an old backup restored over a newer log',
      /older than the log's last checkpoint/,
      async () => {
        const copy = await place.backup()
        await issue()
        return () => place.restore(copy)
      },
    ],
    [
      'an empty database in place of the log',
      /older than the log's last checkpoint/,
      async () => () => place.removeRows(),
    ],
    [
      'a log cut back by hand',
      /older than the log's last checkpoint/,
      async () => {
        await issue()
        return () =>
          place.byHand(
            'DELETE FROM log_checkpoint WHERE size = 20',
            'DELETE FROM certificate WHERE log_index = 18',
            'DELETE FROM log_entry WHERE position >= 17',
            "DELETE FROM log_node WHERE id IN ('0/17', '0/18', '0/19', '1/8', '1/9', '2/4')",
          )
      },
    ],
    [
      'an entry cut off',
      /as many entries/,
      async () => () => place.byHand('DELETE FROM log_entry WHERE position = 16'),
    ],
    [
      'an entry added without a checkpoint',
      /as many entries/,
      async () => () => place.byHand("INSERT INTO log_entry VALUES (17, '{}')"),
    ],
    [
      'a changed hash of the tree',
      /not the one that the newest checkpoint/,
      async () => () =>
        place.byHand(
          `UPDATE log_node SET hash = (SELECT hash FROM log_node WHERE id = '0/1') WHERE id = '4/0'`,
        ),
    ],
    [
      'a missing hash of the tree',
      /is missing/,
      async () => () => place.byHand("DELETE FROM log_node WHERE id = '4/0'"),
    ],
    [
      'a changed checkpoint',
      /not signed by the log's key/,
      async () => {
        const note = (await newestNote()).replace('\n17\n', '\n16\n')
        return () => place.byHand(`UPDATE log_checkpoint SET note = '${note}'`)
      },
    ],
    [
      'a broken chain',
      /not chained/,
      async () => {
        await issue()
        return () => place.byHand("UPDATE log_checkpoint SET previous = 'x' WHERE size = 20")
      },
    ],
    [
      'a line of a stranger under the newest checkpoint',
      /not letter by letter/,
      async () => () =>
        place.byHand(
          "UPDATE log_checkpoint SET note = note || '— evil.example AAAAAAAAAAAA' || '\n'",
        ),
    ],
    [
      'another address of the registry',
      /address is not the one/,
      async () => () => place.byHand("UPDATE registry SET site_url = 'http://naic.example'"),
    ],
    [
      'a key that was listed for another use',
      /is not the one that the log announces/,
      async () => {
        await rotateKey(place.registry, 'credentials')
        await rotateKey(place.registry, 'credentials')
        return () => place.byHand("UPDATE registry_key SET use = 'log' WHERE name LIKE 'key-%-2'")
      },
    ],
    [
      'a missing private key',
      /private key .* is missing/,
      async () => () => rm(path.join(place.keysFolder, `key-${new Date().getUTCFullYear()}.pem`)),
    ],
    [
      'a missing checkpoint file',
      /keys\/last-checkpoint is missing/,
      async () => {
        await issue()
        return () => rm(path.join(place.keysFolder, 'last-checkpoint'))
      },
    ],
  ])('%s', async (_what, message, prepare) => {
    const change = await prepare()
    const opening = place.reopenAfter(change)
    await expect(opening).rejects.toBeInstanceOf(RegistryRefused)
    await expect(opening).rejects.toThrow(message)
  })

  test('a key that the log does not announce, and destroys none for it', async () => {
    const files = await readdir(place.keysFolder)
    const opening = place.reopenAfter(() =>
      place.byHand(
        "INSERT INTO registry_key SELECT 'key-2099', use, 'z6MkehRgf7yJbgaGfYsdoAsKdBPE3dj2CYhowQdcjqSJgvVd', added_at, 15, NULL FROM registry_key WHERE use = 'credentials'",
      ),
    )
    await expect(opening).rejects.toThrow(/key-2099 is not the one that the log announces/)
    expect(await readdir(place.keysFolder)).toEqual(files)
  })

  test('nothing after a crash between commit and checkpoint file', async () => {
    const file = path.join(place.keysFolder, 'last-checkpoint')
    const note = await newestNote()
    await issue()
    await place.reopenAfter(() => writeFile(file, note))
    await issue()
    await place.reopenAfter(() => undefined)
    expect(await faults()).toEqual([])
    expect(await sizes()).toEqual([17, 20, 23])
  })
})

describe('a checkpoint is not signed', () => {
  test('when the stored tree does not continue the last one', async () => {
    await place.byHand(
      "UPDATE log_node SET hash = (SELECT hash FROM log_node WHERE id = '0/1') WHERE id = '4/0'",
    )
    await expect(issue()).rejects.toBeInstanceOf(RegistryRefused)
    expect(await sizes()).toEqual([17])
  })

  test('when the database went back while the server runs', async () => {
    await issue()
    await place.byHand(
      'DELETE FROM log_checkpoint WHERE size = 20',
      'DELETE FROM certificate WHERE log_index = 18',
      'DELETE FROM log_entry WHERE position >= 17',
      "DELETE FROM log_node WHERE id IN ('0/17', '0/18', '0/19', '1/8', '1/9', '2/4')",
    )
    await expect(issue()).rejects.toThrow(/older than the log's last checkpoint/)
    expect(await sizes()).toEqual([17])
  })
})
