import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { order, TestRegistry } from '#test/start-registry.ts'
import { ConstraintViolated } from '../database/database.ts'
import { issueCertificates } from './issue-certificates.ts'
import { currentKey, readKeys } from './registry-keys.ts'
import { RegistryRefused } from './registry-refused.ts'
import { revokeCertificate } from './revoke-certificate.ts'
import { rotateKey } from './rotate-key.ts'
import { verifyLog } from './verify-log.ts'

let place: TestRegistry
beforeEach(async () => {
  place = await TestRegistry.start()
})
afterEach(() => place.remove())

const issue = (...changes: Parameters<typeof order>[0][]) =>
  issueCertificates(
    place.registry,
    (changes.length > 0 ? changes : [{}]).map((one) => order(one)),
  )
const faults = async () => (await verifyLog(place.registry)).faults
const sizes = () =>
  place
    .query<{ size: number }>('SELECT size FROM log_checkpoint ORDER BY size')
    .map(({ size }) => size)

describe('of rows that were issued', () => {
  const tables = [
    'registry',
    'registry_key',
    'certificate',
    'revocation',
    'log_entry',
    'log_node',
    'log_checkpoint',
  ] as const

  test.each(tables)('%s takes neither update nor delete', async (table) => {
    await revokeCertificate(place.registry, 'NAIC25A7K2M', 'wrong details')
    const before = place.query(`SELECT * FROM ${table}`)
    expect(before.length).toBeGreaterThan(0)
    const column = Object.keys(before[0] as object).at(-1)
    const { build } = place.database
    const any = build.deleteFrom(table).compile()
    for (const sql of [`DELETE FROM ${table}`, `UPDATE ${table} SET ${column} = ${column}`]) {
      await expect(place.database.atomic([{ ...any, sql, parameters: [] }])).rejects.toBeInstanceOf(
        ConstraintViolated,
      )
    }
    expect(place.query(`SELECT * FROM ${table}`)).toEqual(before)
  })
})

describe('log verify', () => {
  test('finds nothing where all is right, whatever was done', async () => {
    await issue({ reference: 'a' }, { reference: 'b' }, { reference: 'c' })
    await revokeCertificate(place.registry, 'NAIC25A7K2M', 'wrong details')
    await rotateKey(place.registry, 'credentials')
    await rotateKey(place.registry, 'log')
    await issue()
    const report = await verifyLog(place.registry)
    expect(report).toEqual({ entries: 23, checkpoints: 6, certificates: 18, faults: [] })
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
    ['a credential made unreadable', "UPDATE certificate SET credential = '{' WHERE log_index = 5"],
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
    place.byHand(statement)
    expect((await faults()).length).toBeGreaterThan(0)
  })
})

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
      async () => () => place.restore(path.join(place.folder, 'none')).catch(() => undefined),
    ],
    [
      'a log cut back by hand',
      /older than the log's last checkpoint/,
      async () => {
        await issue()
        return () =>
          place.byHand(
            'DELETE FROM log_checkpoint WHERE size = 17',
            'DELETE FROM certificate WHERE log_index = 16',
            'DELETE FROM log_entry WHERE position = 16',
            "DELETE FROM log_node WHERE id = '0/16'",
          )
      },
    ],
    [
      'an entry cut off',
      /as many entries/,
      async () => () => place.byHand('DELETE FROM log_entry WHERE position = 15'),
    ],
    [
      'an entry added without a checkpoint',
      /as many entries/,
      async () => () => place.byHand("INSERT INTO log_entry VALUES (16, '{}')"),
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
      async () => () =>
        place.byHand(
          "UPDATE log_checkpoint SET note = replace(note, char(10) || '16' || char(10), char(10) || '15' || char(10))",
        ),
    ],
    [
      'a broken chain',
      /not chained/,
      async () => {
        await issue()
        return () => place.byHand("UPDATE log_checkpoint SET previous = 'x' WHERE size = 17")
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
        "INSERT INTO registry_key SELECT 'key-2099', use, 'z6MkehRgf7yJbgaGfYsdoAsKdBPE3dj2CYhowQdcjqSJgvVd', added_at, 15 FROM registry_key WHERE use = 'credentials'",
      ),
    )
    await expect(opening).rejects.toThrow(/key-2099 is not the one that the log announces/)
    expect(await readdir(place.keysFolder)).toEqual(files)
  })

  test('nothing after a crash between commit and checkpoint file', async () => {
    const file = path.join(place.keysFolder, 'last-checkpoint')
    const [{ note } = { note: '' }] = place.query<{ note: string }>(
      'SELECT note FROM log_checkpoint',
    )
    await issue()
    await place.reopenAfter(() => writeFile(file, note))
    await issue()
    await place.reopenAfter(() => undefined)
    expect(await faults()).toEqual([])
    expect(sizes()).toEqual([16, 17, 18])
  })
})

describe('a checkpoint is not signed', () => {
  test('when the stored tree does not continue the last one', async () => {
    place.byHand(
      "UPDATE log_node SET hash = (SELECT hash FROM log_node WHERE id = '0/1') WHERE id = '4/0'",
    )
    await expect(issue()).rejects.toBeInstanceOf(RegistryRefused)
    expect(sizes()).toEqual([16])
  })

  test('when the database went back while the server runs', async () => {
    await issue()
    place.byHand(
      'DELETE FROM log_checkpoint WHERE size = 17',
      'DELETE FROM certificate WHERE log_index = 16',
      'DELETE FROM log_entry WHERE position = 16',
      "DELETE FROM log_node WHERE id = '0/16'",
    )
    await expect(issue()).rejects.toThrow(/older than the log's last checkpoint/)
    expect(sizes()).toEqual([16])
  })
})

describe('keys', () => {
  test('are two, readable by their owner only', async () => {
    const year = new Date().getUTCFullYear()
    expect((await readdir(place.keysFolder)).sort()).toEqual([
      `key-${year}.pem`,
      'last-checkpoint',
      `log-${year}.pem`,
    ])
    for (const name of await readdir(place.keysFolder)) {
      expect((await stat(path.join(place.keysFolder, name))).mode & 0o777).toBe(0o600)
    }
  })

  test('a retired one is gone, stays listed, and what it signed stays right', async () => {
    const year = new Date().getUTCFullYear()
    for (const use of ['credentials', 'log'] as const) await rotateKey(place.registry, use)
    expect((await readdir(place.keysFolder)).sort()).toEqual([
      `key-${year}-2.pem`,
      'last-checkpoint',
      `log-${year}-2.pem`,
    ])
    const keys = await readKeys(place.database)
    expect(keys.map(({ name }) => name)).toEqual([
      `key-${year}`,
      `log-${year}`,
      `key-${year}-2`,
      `log-${year}-2`,
    ])
    expect(currentKey(keys, 'credentials')).toBe(`key-${year}-2`)
    await expect(
      place.registry.keyFolder.sign(`key-${year}`, new Uint8Array()),
    ).rejects.toBeInstanceOf(RegistryRefused)
    expect(await faults()).toEqual([])
  })

  test('one that was retired meanwhile does not sign', async () => {
    const signing = issue(...Array.from({ length: 10 }, () => ({})))
    await rotateKey(place.registry, 'credentials')
    const result = await signing
    const id = result.state === 'issued' ? result.certificates[0]?.id : ''
    const [row] = place.query<{ credential: string }>(
      `SELECT credential FROM certificate WHERE id = '${id}'`,
    )
    expect(row?.credential).toContain(`#key-${new Date().getUTCFullYear()}-2`)
  })
})

describe('of several at once', () => {
  test('all are issued, each under a checkpoint of its own', async () => {
    await Promise.all(Array.from({ length: 5 }, () => issue()))
    expect(sizes()).toEqual([16, 17, 18, 19, 20, 21])
    expect(await faults()).toEqual([])
  })

  test('who order the same reference, all get the same certificate', async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => issue({ reference: 'same' })))
    const ids = results.flatMap((one) =>
      one.state === 'issued' ? one.certificates.map(({ id }) => id) : [],
    )
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('a batch', () => {
  test('is all or nothing: a reference that stands for something else refuses it whole', async () => {
    await issue({ reference: 'a' })
    const result = await issue({ reference: 'b' }, { reference: 'a', holder: 'Somebody Else' })
    expect(result).toEqual({ state: 'refused', references: ['a'] })
    expect(sizes()).toEqual([16, 17])
  })

  test('sent again gives the same ids, issues what is new, and writes no letter twice', async () => {
    const batch = [{ reference: 'a', email: 'a@example.com' }, { reference: 'b' }]
    const first = await issue(...batch)
    const second = await issue(...batch, { reference: 'c' })
    if (first.state !== 'issued' || second.state !== 'issued') throw new Error('Refused.')
    expect(second.certificates.map(({ isNew }) => isNew)).toEqual([false, false, true])
    expect(second.certificates.slice(0, 2).map(({ id }) => id)).toEqual(
      first.certificates.map(({ id }) => id),
    )
    const letters = place.query<{ to_address: string; body: string }>('SELECT * FROM letter')
    expect(letters).toHaveLength(1)
    expect(letters[0]?.body).toContain(first.certificates[0]?.address)
    expect(await issue(...batch)).toMatchObject({ state: 'issued' })
    expect(sizes()).toEqual([16, 18, 19])
  })
})
