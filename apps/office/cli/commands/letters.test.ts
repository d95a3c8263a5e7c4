import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { letterSamples } from '#letters/preview-letters.ts'
import { council } from '@naic/test/support/council.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'

const folder = eachTest(newFolder)

const typed = (...words: string[]) => {
  const environment = {
    DATA_DIR: folder.file('none'),
    MAIL_FROM: 'office@naic.example',
    STAFF_EMAIL: 'desk@naic.example',
  }
  return council(words, { environment })
}

test('all letters are written into one page', async () => {
  const pages = folder.file('pages')
  const { code, stdout } = await typed('letters', '--out', pages)
  expect(code).toBe(0)
  const page = await readFile(fileURLToPath(stdout.trim()), 'utf8')
  const headings = [...page.matchAll(/<h2 id="(.+?)"/g)]
  const names = letterSamples.map(({ name }) => name)
  expect(headings.map(([, name]) => name)).toEqual(names)
  // Nothing was opened for it, and no data folder was made.
  expect(await readdir(folder.path)).toEqual(['pages'])
})

test('the page is written where it is wanted, from the council as settings have it', async () => {
  await writeFile(folder.file('mine.txt'), 'mine')
  const { stdout } = await typed('letters', '--out', folder.path)
  const page = await readFile(fileURLToPath(stdout.trim()), 'utf8')
  expect(page).toContain('&lt;office@naic.example&gt;')
  expect((await readdir(folder.path)).toSorted()).toEqual(['letters.html', 'mine.txt'])
})
