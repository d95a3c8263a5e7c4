import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastChanged } from './last-changed.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'naic-history-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

function git(words: string[], day = '2026-01-01') {
  const date = `${day}T12:00:00+05:30`
  const who = ['-c', 'user.name=Asha Example', '-c', 'user.email=asha@example.com']
  execFileSync('git', ['-C', folder, ...who, ...words], {
    env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
    stdio: 'ignore',
  })
}

function commit(name: string, day: string) {
  write(name, day)
  git(['add', name])
  git(['commit', '-m', name], day)
}

test('a page changed last on the day that the last of its files did', () => {
  git(['init'])
  commit('terms.md', '2026-02-03')
  commit('footer.json', '2026-03-04')
  commit('other.json', '2026-05-06')
  expect(lastChanged(['terms.md'], folder)).toBe('2026-02-03')
  expect(lastChanged(['terms.md', 'footer.json'], folder)).toBe('2026-03-04')
})

test('nothing is said of what is in no history', () => {
  expect(lastChanged(['terms.md'], folder)).toBeUndefined()
  git(['init'])
  commit('terms.md', '2026-02-03')
  write('terms.md', 'changed since')
  expect(lastChanged(['terms.md'], folder)).toBeUndefined()
  expect(lastChanged(['unknown.md'], folder)).toBeUndefined()
})

test('nothing is said by a history that was cut short', () => {
  git(['init'])
  commit('terms.md', '2026-02-03')
  commit('other.json', '2026-05-06')
  const clone = path.join(folder, 'clone')
  git(['clone', '--depth', '1', `file://${folder}`, clone])
  expect(lastChanged(['terms.md'], clone)).toBeUndefined()
})
