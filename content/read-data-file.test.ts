import { expect, test } from 'vitest'
import { internships, readInternship } from './internships-on-disk.ts'
import { checkDataFile } from './read-data-file.ts'

test('who reads a file with mistakes is told the file and the entry of each', () => {
  const [one] = internships
  const [week, ...others] = one?.weeks ?? []
  const wrong = {
    ...one,
    title: '',
    weeks: [week, { ...others[0], hours: '9' }, ...others.slice(1)],
  }
  const name = 'internships/01-web.json'
  expect(checkDataFile(name, JSON.stringify(wrong)).mistakes.join('\n')).toMatch(
    /^content\/internships\/01-web.json: title: must [^]*\ncontent\/.*: weeks, entry 2, hours: must be a whole/,
  )
  expect(checkDataFile(name, '{').mistakes.join('\n')).toContain(
    'content/internships/01-web.json: is not valid JSON',
  )
  expect(checkDataFile(name, JSON.stringify(one))).toEqual({ data: one, mistakes: [] })
})

test('a program that is started with a wrong internship ends, and says where', () => {
  const wrong = JSON.stringify({ ...internships[0], skills: [] })
  expect(() => readInternship('01-web.json', wrong)).toThrow(
    'content/internships/01-web.json: skills: must have 6 to 50 entries',
  )
})
