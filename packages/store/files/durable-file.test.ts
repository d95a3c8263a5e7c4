import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { openDurableFolder } from './durable-file.ts'

const place = eachTest(newFolder)
const folder = () => place.file('folder')

/** A file as old as that. */
async function leave(name: string, minutes: number) {
  const file = path.join(folder(), name)
  await mkdir(folder(), { recursive: true })
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
    await openDurableFolder(folder())
    expect((await readdir(folder())).sort()).toEqual(stays.sort())
  })

  test('loses all that is unfinished where nobody else can be writing, however young', async () => {
    const stays = ['letter.eml', 'notes.tmp']
    for (const name of stays) await leave(name, 0)
    for (const minutes of [-60, 0, 70]) await leave(`letter.eml.${randomUUID()}.tmp`, minutes)
    await openDurableFolder(folder(), true)
    expect((await readdir(folder())).sort()).toEqual(stays)
  })
})
