import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { SeenLogs } from './seen-logs.ts'

const folder = eachTest(newFolder)
const file = () => folder.file('seen.json')

const site = 'https://naic.example'

test('what is kept is there at once, for this call and for any other', async () => {
  const [one, other] = [new SeenLogs(file()), new SeenLogs(file())]
  expect(other.read(site)).toBeNull()
  one.keep(site, 'a log of 20')
  expect(other.read(site)).toBe('a log of 20')
  other.keep('https://other.example', 'another log')
  one.keep(site, 'a log of 21')
  expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({
    v: 1,
    seen: { [site]: 'a log of 21', 'https://other.example': 'another log' },
  })
  expect(await readdir(folder.path)).toEqual(['seen.json'])
})

test('a file that somebody links to stays where it is', async () => {
  await writeFile(file(), '{"v":1,"seen":{}}')
  const link = folder.file('link')
  await symlink(file(), link)
  new SeenLogs(link).keep(site, 'a log')
  expect(new SeenLogs(file()).read(site)).toBe('a log')
})

test('what could not be kept, or was broken meanwhile, is said at the end', async () => {
  const inside = folder.file('inside')
  await mkdir(inside)
  const seen = new SeenLogs(path.join(inside, 'seen.json'))
  seen.requireKept()
  await rm(inside, { recursive: true })
  seen.keep(site, 'a log')
  expect(seen.read(site)).toBe('a log')
  expect(() => seen.requireKept()).toThrow(/cannot be kept/)

  const broken = new SeenLogs(file())
  broken.keep(site, 'a log')
  await writeFile(file(), 'broken')
  expect(broken.read(site)).toBe('a log')
  expect(() => broken.requireKept()).toThrow(/is not whole/)
})

test('a file that is not whole, or in a folder that is not there, is refused at once', async () => {
  for (const text of ['', 'null', '{"v":2,"seen":{}}', '{"v":1,"seen":{"a":1}}']) {
    await writeFile(file(), text)
    expect(() => new SeenLogs(file())).toThrow(/is not whole/)
    expect(await readFile(file(), 'utf8')).toBe(text)
  }
  expect(() => new SeenLogs(folder.file('none', 'seen.json'))).toThrow(/cannot be kept/)
})
