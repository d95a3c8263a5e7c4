import { expect, test } from 'vitest'
import { internships } from './internships-on-disk.ts'
import { readDataFile } from './read-data-file.ts'

test('who reads a file with mistakes is told the file and the entry of each', () => {
  const [one] = internships
  const [week, ...others] = one?.weeks ?? []
  const wrong = {
    ...one,
    title: '',
    weeks: [week, { ...others[0], hours: '9' }, ...others.slice(1)],
  }
  const name = 'internships/01-web.json'
  expect(() => readDataFile(name, JSON.stringify(wrong))).toThrow(
    /^content\/internships\/01-web\.json: title: must [^]*\ncontent\/.*: weeks, entry 2, hours: must be a whole/,
  )
  expect(() => readDataFile(name, '{')).toThrow(
    'content/internships/01-web.json: is not valid JSON',
  )
  expect(readDataFile(name, JSON.stringify(one))).toEqual(one)
})
