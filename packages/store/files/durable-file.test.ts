import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
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

test.each([
  ['an hour ago, and nothing else', false],
  ['at any time, where nobody else can be writing', true],
])('a folder that is opened loses what a crash left unfinished %s', async (_when, isOurs) => {
  const stays = ['letter.eml', 'notes.tmp', randomUUID()]
  for (const name of stays) await leave(name, 600)
  const young = [-60, 0, 50].map((minutes) => ({ minutes, name: `a.eml.${randomUUID()}.tmp` }))
  for (const { name, minutes } of young) await leave(name, minutes)
  await leave(`letter.eml.${randomUUID()}.tmp`, 70)
  await openDurableFolder(folder(), isOurs)
  if (!isOurs) stays.push(...young.map(({ name }) => name))
  expect((await readdir(folder())).sort()).toEqual(stays.sort())
})
