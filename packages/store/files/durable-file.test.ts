import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDurableFolder, removeUnfinished } from './durable-file.ts'

let folder: string
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'naic-folder-')), 'folder')
})
afterEach(() => rm(path.dirname(folder), { recursive: true }))

/** A file as old as that. */
async function leave(name: string, minutes: number) {
  const file = path.join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(file, 'bytes')
  const then = new Date(Date.now() - minutes * 60_000)
  await utimes(file, then, then)
}

describe('a folder that is opened', () => {
  test('loses what a crash left unfinished an hour ago, and nothing else', async () => {
    const stays = ['letter.eml', 'notes.tmp', `${randomUUID()}`, `young.eml.${randomUUID()}.tmp`]
    for (const name of stays.slice(0, 3)) await leave(name, 600)
    await leave(stays[3] ?? '', 50)
    await leave(`letter.eml.${randomUUID()}.tmp`, 70)
    await openDurableFolder(folder)
    expect((await readdir(folder)).sort()).toEqual(stays.sort())
  })

  test('loses all that is unfinished where nobody else can be writing, however young', async () => {
    const stays = ['letter.eml', 'notes.tmp']
    for (const name of stays) await leave(name, 0)
    for (const minutes of [-60, 0, 70]) await leave(`letter.eml.${randomUUID()}.tmp`, minutes)
    await removeUnfinished(folder)
    expect((await readdir(folder)).sort()).toEqual(stays)
  })
})
