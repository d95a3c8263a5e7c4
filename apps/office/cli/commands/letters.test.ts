import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { letterSamples } from '#letters/preview-letters.ts'
import { council } from '@naic/test/support/council.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-preview-'))
})
afterEach(() => rm(folder, { recursive: true }))

const typed = (...words: string[]) => {
  const environment = {
    DATA_DIR: path.join(folder, 'none'),
    MAIL_FROM: 'office@naic.example',
    STAFF_EMAIL: 'desk@naic.example',
  }
  return council(words, { environment })
}

test('all letters are written into one page', async () => {
  const pages = path.join(folder, 'pages')
  const { code, stdout } = await typed('letters', '--out', pages)
  expect(code).toBe(0)
  const page = await readFile(fileURLToPath(stdout.trim()), 'utf8')
  const headings = [...page.matchAll(/<h2 id="(.+?)"/g)]
  const names = letterSamples.map(({ name }) => name)
  expect(headings.map(([, name]) => name)).toEqual(names)
  // Nothing was opened for it, and no data folder was made.
  expect(await readdir(folder)).toEqual(['pages'])
})

test('the page is written where it is wanted, from the council as settings have it', async () => {
  await writeFile(path.join(folder, 'mine.txt'), 'mine')
  const { stdout } = await typed('letters', '--out', folder)
  const page = await readFile(fileURLToPath(stdout.trim()), 'utf8')
  expect(page).toContain('&lt;office@naic.example&gt;')
  expect((await readdir(folder)).toSorted()).toEqual(['letters.html', 'mine.txt'])
})
