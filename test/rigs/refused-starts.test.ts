import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nobody, refusedStart } from '#support/refused-start.ts'
import { allTests, eachTest, newFolder } from '#support/opened.ts'
import { councilIn } from '#support/council.ts'
import { ServerProcess } from '#support/run-server.ts'

/** What each failure is called is held by packages/house/explain-failure.test.ts. */
const folder = eachTest(newFolder)
let dataDir: string
beforeEach(async () => {
  await chmod(folder.path, 0o777)
  dataDir = folder.file('data')
})
// Whoever is not root must be let into it again.
afterEach(() => execFileSync('chmod', ['-R', 'u+rwX', folder.path]))

const refusal = (user = {}) => refusedStart({ DATA_DIR: dataDir }, user)

test.each([{ HOST: '192.0.2.1' }, { METRICS_HOST: '192.0.2.1', METRICS_PORT: '0' }])(
  '%o is reported in a sentence that names it',
  async (settings) => {
    const [name = ''] = Object.keys(settings)
    expect(await refusedStart({ DATA_DIR: dataDir, ...settings })).toContain(` ${name}: `)
    // Whether the address is ours is known before anything is made.
    if (name.endsWith('HOST')) expect(await readdir(folder.path)).toEqual([])
  },
)

test('a data folder that may not be made is reported', async () => {
  await chmod(folder.path, 0o555)
  expect(await refusal(nobody)).toContain(`DATA_DIR is ${dataDir}`)
})

describe('a data folder that was used before', () => {
  const used = allTests(async () => {
    const made = await newFolder()
    const server = new ServerProcess({ DATA_DIR: made.path })
    await server.listening()
    server.signal('SIGTERM')
    await server.ending
    // All into one file, for the tests to damage.
    using database = new DatabaseSync(made.file('naic.sqlite'))
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return made
  })

  beforeEach(() => cp(used.path, dataDir, { recursive: true }))

  test.each([
    ['naic.sqlite', 0o000],
    ['mail', 0o500],
    ['tmp', 0o000],
    ['keys', 0o500],
    ['keys/last-checkpoint', 0o000],
    ['a private key', 0o000],
    ['.', 0o500],
  ])('with %s that the server may not use (mode %o) is reported', async (what, mode) => {
    const keys = await readdir(path.join(dataDir, 'keys'))
    const key = keys.find((name) => name.endsWith('.pem')) ?? ''
    const name = what === 'a private key' ? path.join('keys', key) : what
    if ('uid' in nobody) execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, dataDir])
    await chmod(path.join(dataDir, name), mode)
    const sentence = await refusal(nobody)
    expect(sentence).toContain(what === name ? path.join(dataDir, name) : path.parse(key).name)
  })

  const damaged = (damage: (whole: Buffer) => Buffer) => async (file: string) =>
    writeFile(file, damage(await readFile(file)))
  const changed = (sql: string) => async (file: string) => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    return database
  }

  test.each<[string, (file: string) => Promise<unknown>]>([
    ['is none', damaged(() => Buffer.from('This is a letter and no database. '.repeat(300)))],
    ['is cut short', damaged((whole) => whole.subarray(0, whole.length / 2))],
    ['has a damaged schema', damaged((whole) => whole.fill(0xaa, 200, 4_096))],
    ['is a folder', (file) => rm(file).then(() => mkdir(file))],
    ['is of another program', changed('DROP TABLE kysely_migration')],
    ['another program keeps', changed('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')],
  ])('with a database that %s is reported by the server and by commands', async (_, change) => {
    const file = path.join(dataDir, 'naic.sqlite')
    const held = await change(file)
    const [sentence, { code, stderr }] = await Promise.all([
      refusal(),
      councilIn(dataDir, ['outbox', 'list']),
    ])
    expect(stderr).toMatch(/^.+[.]\n$/)
    expect(stderr).not.toMatch(/^ +at |node:internal|Error:/m)
    expect(code).toBe(1)
    for (const each of [sentence, stderr]) expect(each).toContain(file)
    if (held instanceof DatabaseSync) held.close()
  })
})
