import { readdir, readFile, writeFile } from 'node:fs/promises'
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

test('what could not be kept, or was broken meanwhile, is said at the end', async () => {
  const nowhere = new SeenLogs(folder.file('none', 'seen.json'))
  const broken = new SeenLogs(file())
  broken.keep(site, 'a log')
  await writeFile(file(), 'broken')
  for (const [seen, sentence] of [
    [nowhere, 'cannot be kept'],
    [broken, 'is not whole'],
  ] as const) {
    seen.requireKept()
    seen.keep(site, 'a log')
    expect(seen.read(site)).toBe('a log')
    expect(() => seen.requireKept()).toThrow(sentence)
  }
})

test.each(['', 'null', '{"v":2,"seen":{}}', '{"v":1,"seen":{"a":1}}'])(
  'a file that holds %j is refused at once, and left as it is',
  async (text) => {
    await writeFile(file(), text)
    expect(() => new SeenLogs(file())).toThrow(/is not whole/)
    expect(await readFile(file(), 'utf8')).toBe(text)
  },
)
