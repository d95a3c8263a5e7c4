import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { makeFoldersUnsyncable } from '@naic/test/support/unsyncable-folders.ts'
import { GroupedRun, openDurableFolder, writeOnce } from './durable-file.ts'

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

test('a file whose name could not be synced is not taken for kept when it is written again', async () => {
  makeFoldersUnsyncable()
  const write = () => writeOnce(place.file('key.pem'), Buffer.from('bytes'))
  await expect(write()).rejects.toThrow('fault')
  await expect(write()).rejects.toThrow('fault')
})

/** Runs that end when they are told to, and what was promised to those who asked. */
function noted() {
  const runs: PromiseWithResolvers<void>[] = []
  const promised: string[] = []
  const grouped = new GroupedRun(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  const ask = (name: string) =>
    grouped.afterNow().then(
      () => promised.push(name),
      () => promised.push(`${name} is refused`),
    )
  return { runs, promised, ask }
}

test('who asks during a run waits for the next one, which is one for all of them', async () => {
  const { runs, promised, ask } = noted()
  void ask('first')
  await turn()
  for (const name of ['second', 'third']) void ask(name)
  await turn()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await turn()
  expect([runs.length, promised]).toEqual([2, ['first']])
  runs[1]?.resolve()
  await turn()
  expect([runs.length, promised]).toEqual([2, ['first', 'second', 'third']])
})

test('a run that fails refuses all who waited for it, and not those who came meanwhile', async () => {
  const { runs, promised, ask } = noted()
  for (const name of ['first', 'second']) void ask(name)
  await turn()
  void ask('third')
  runs[0]?.reject(new Error('The disk is full.'))
  await turn()
  runs[1]?.resolve()
  await turn()
  expect(promised).toEqual(['first is refused', 'second is refused', 'third'])
})
