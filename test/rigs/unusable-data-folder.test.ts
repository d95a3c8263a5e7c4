import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canRunAsNobody, isRoot, nobody, refusedStart } from '#support/refused-start.ts'
import { runCouncil } from '#support/council.ts'
import { ServerProcess } from '#support/run-server.ts'

let folder: string
let dataDir: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-settings-'))
  await chmod(folder, 0o777)
  dataDir = path.join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true }))

const refusal = (user = {}) => refusedStart({ DATA_DIR: dataDir }, user)

describe('a data folder', () => {
  test('that is a file is reported', async () => {
    await writeFile(dataDir, '')
    expect(await refusal()).toContain('DATA_DIR')
  })

  test.skipIf(!canRunAsNobody)('that may not be made is reported', async () => {
    await chmod(folder, 0o755)
    expect(await refusal(nobody)).toContain('DATA_DIR')
  })

  test.skipIf(!canRunAsNobody)('that may not be written to is reported', async () => {
    await mkdir(dataDir, { mode: 0o555 })
    expect(await refusal(nobody)).toContain('DATA_DIR')
  })

  test.each(['mail', 'keys'])('with a file called %s is reported', async (name) => {
    await mkdir(dataDir)
    await writeFile(path.join(dataDir, name), '')
    const sentence = await refusal()
    expect(sentence).toContain('DATA_DIR')
    expect(sentence).toContain(path.join('data', name))
  })
})

describe('a data folder that was used before', () => {
  let used: string
  beforeAll(async () => {
    used = await mkdtemp(path.join(tmpdir(), 'naic-used-'))
    const server = new ServerProcess({ DATA_DIR: used })
    await server.listening()
    server.signal('SIGTERM')
    await server.ending
    // All into one file, for the tests to damage.
    const database = new DatabaseSync(path.join(used, 'naic.sqlite'))
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
  })
  afterAll(() => rm(used, { recursive: true }))

  let file: string
  beforeEach(async () => {
    file = path.join(dataDir, 'naic.sqlite')
    await cp(used, dataDir, { recursive: true })
  })

  /** Refused by the server, and by a command that reads what is stored. */
  async function refusals() {
    const [sentence, council] = await Promise.all([
      refusal(),
      runCouncil(dataDir, ['applications']),
    ])
    expect(council.stderr).toMatch(/^.+[.]\n$/)
    expect(council.stderr).not.toMatch(/^ +at |node:internal|Error:/m)
    expect(council.code).toBe(1)
    return [sentence, council.stderr]
  }

  async function giveToNobody() {
    if (!isRoot) return
    for (const name of await readdir(dataDir, { recursive: true })) {
      await chown(path.join(dataDir, name), 65_534, 65_534)
    }
    await chown(dataDir, 65_534, 65_534)
  }

  test.skipIf(!canRunAsNobody).each([
    ['naic.sqlite', 0o000],
    ['mail', 0o500],
    ['tmp', 0o000],
    ['keys', 0o500],
    ['keys/last-checkpoint', 0o000],
    ['.', 0o500],
  ])('with %s that the server may not use (mode %o) is reported', async (name, mode) => {
    await giveToNobody()
    await chmod(path.join(dataDir, name), mode)
    const sentence = await refusal(nobody)
    expect(sentence).toContain('DATA_DIR')
    expect(sentence).toContain(path.join(dataDir, name))
  })

  test.skipIf(!isRoot || !canRunAsNobody).each([
    ['server.lock', 0o600],
    ['naic.sqlite', 0o644],
    ['keys', 0o755],
    ['.', 0o755],
  ])('with %s that belongs to another user (mode %o) is reported', async (name, mode) => {
    const place = path.join(dataDir, name)
    await giveToNobody()
    await chown(place, 0, 0)
    await chmod(place, mode)
    const sentence = await refusal(nobody)
    expect(sentence).toContain('DATA_DIR')
    expect(sentence).toContain(place)
  })

  test.skipIf(!canRunAsNobody)(
    'with a private key that the server may not read is reported',
    async () => {
      await giveToNobody()
      const keys = await readdir(path.join(dataDir, 'keys'))
      const key = keys.find((name) => name.endsWith('.pem')) ?? ''
      await chmod(path.join(dataDir, 'keys', key), 0o000)
      expect(await refusal(nobody)).toContain(key.replace('.pem', ''))
    },
  )

  test.each<[string, (whole: Buffer) => Buffer]>([
    ['is none', () => Buffer.from('This is a letter and no database. '.repeat(300))],
    ['is cut short', (whole) => whole.subarray(0, whole.length / 2)],
    ['has lost its pages', (whole) => whole.fill(0xaa, 8_192)],
    ['has a damaged schema', (whole) => whole.fill(0xaa, 200, 4_096)],
  ])('with a database that %s is reported', async (_what, damage) => {
    await writeFile(file, damage(await readFile(file)))
    for (const sentence of await refusals()) {
      expect(sentence).toContain(`DATA_DIR is ${dataDir}`)
      expect(sentence).toContain('naic.sqlite')
    }
  })

  test('with a folder in place of the database is reported', async () => {
    await rm(file)
    await mkdir(file)
    for (const sentence of await refusals()) expect(sentence).toContain(file)
  })

  test.each([
    ['of another program', 'DROP TABLE kysely_migration'],
    ['of a later version', "INSERT INTO kysely_migration VALUES ('9999-later', '2030-01-01')"],
  ])('with a database %s is reported', async (_what, change) => {
    const database = new DatabaseSync(file)
    database.exec(change)
    database.close()
    for (const sentence of await refusals()) expect(sentence).toContain(file)
  })

  test('with a database that another program keeps for itself is reported', async () => {
    const holder = new DatabaseSync(file)
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
    for (const sentence of await refusals()) expect(sentence).toContain(file)
    holder.close()
  })
})
