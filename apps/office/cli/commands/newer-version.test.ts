import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { council, wordsOf } from '@naic/test/support/council.ts'
import { copyMadeDataFolder } from '@naic/test/support/made-data-folder.ts'
import { commandsOf } from '../command-line.ts'

const site = 'https://naic.example'
const newer = "INSERT INTO kysely_migration VALUES ('999-to-come', '2030-01-01T00:00:00.000Z')"
const sentence =
  /of a newer version of the program, which knows 999-to-come: install that version again/

/** They need nothing that is stored, or only report what is wrong with it. */
const withoutStorage = new Set([
  'doctor',
  'keys make',
  'letters list',
  'letters preview',
  'log watch',
  'mail-failure',
  'rehearse',
  'restore',
  'settings',
  'witness make',
])
const commands = await commandsOf()
const names = Object.keys(commands).filter((name) => !withoutStorage.has(name))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-newer-'))
  // A command reads the sheet that it is given before anything that is stored.
  const sheet = 'Reference,Date\nNAIC-7F3K-92QD,14-11-2026\n'
  await writeFile(path.join(folder, 'responses.csv'), sheet)
})
afterAll(() => rm(folder, { recursive: true }))

/** The first of its examples that comes as far as the database. */
async function refusal(name: string, settings: Record<string, string>): Promise<string> {
  const own = { SITE_URL: site, DESK_URL: 'https://desk.naic.example', RETENTION_DAYS: '365' }
  const environment = { ...own, ...settings }
  let said = ''
  for (const example of commands[name]?.examples ?? []) {
    const { code, stderr } = await council(wordsOf(example, folder), { environment })
    expect(code, stderr).not.toBe(0)
    said += stderr
    if (sentence.test(stderr)) break
  }
  return said
}

describe('data of a newer version are refused and left as they are', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await copyMadeDataFolder({ SITE_URL: site })
    const sqlite = new DatabaseSync(path.join(dataDir, 'naic.sqlite'))
    sqlite.exec(newer)
    sqlite.close()
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  /** Opening the database makes these, even only to read. */
  const ofLooking = new Set(['naic.sqlite-shm', 'naic.sqlite-wal', 'server.lock'])
  const contents = async () => {
    const all = await readdir(dataDir, { recursive: true })
    const files = all.filter((name) => !ofLooking.has(name))
    const bytes = await readFile(path.join(dataDir, 'naic.sqlite'))
    return [...files.toSorted(), createHash('sha256').update(bytes).digest('hex')]
  }

  test.for(names)('by %s', async (name) => {
    const before = await contents()
    const settings =
      name === 'move-data'
        ? { DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
        : { DATA_DIR: dataDir }
    expect(await refusal(name, settings)).toMatch(sentence)
    expect(await contents()).toEqual(before)
  })
})
