import { open, rename, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { GroupedRun } from './durable-file.ts'

const folder = eachTest(newFolder)

/** The sync of a real folder, which notes what is done to the folder in which order. */
function notedSync() {
  const notes: string[] = []
  let runs = 0
  const sync = new GroupedRun(async () => {
    runs += 1
    const run = runs
    notes.push(`sync ${run} begins`)
    const handle = await open(folder.path, 'r')
    await handle.sync().finally(() => handle.close())
    notes.push(`sync ${run} ends`)
  })
  const move = async (name: string) => {
    await writeFile(folder.file(`${name}.tmp`), 'bytes')
    await rename(folder.file(`${name}.tmp`), folder.file(name))
    notes.push(`${name} is moved`)
    await sync.afterNow()
    notes.push(`${name} is promised`)
  }
  return { notes, sync, move }
}

describe('a sync that many wait for', () => {
  test('promises no move that was made after it began', async () => {
    const { notes, move } = notedSync()
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        Array.from({ length: 12 }, async (_, number) => {
          // Some come while a sync is under way.
          for (let turns = 0; turns < number; turns += 1) {
            await new Promise((resolve) => setImmediate(resolve))
          }
          await move(`${round}-${number}`)
        }),
      )
    }
    for (const promise of notes.filter((note) => note.endsWith('is promised'))) {
      const name = promise.split(' ')[0]
      const between = notes.slice(notes.indexOf(`${name} is moved`), notes.indexOf(promise))
      const begun = between.find((note) => note.endsWith('begins'))?.replace('begins', 'ends')
      expect(between, `a whole sync for ${name}`).toContain(begun)
    }
  })

  test('is one for all who come while another is under way', async () => {
    const { notes, sync } = notedSync()
    const first = sync.afterNow()
    await Promise.resolve()
    expect(notes).toEqual(['sync 1 begins'])
    await Promise.all([first, ...Array.from({ length: 10 }, () => sync.afterNow())])
    expect(notes).toEqual(['sync 1 begins', 'sync 1 ends', 'sync 2 begins', 'sync 2 ends'])
  })

  test('that fails refuses all who waited for it, and leaves who came meanwhile to the next', async () => {
    const folders = [folder.file('gone'), folder.path]
    const sync = new GroupedRun(async () => {
      const handle = await open(folders.shift() ?? '', 'r')
      await handle.sync().finally(() => handle.close())
    })
    const first = Promise.allSettled([sync.afterNow(), sync.afterNow()])
    await Promise.resolve()
    const second = sync.afterNow()
    expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await second
  })
})
