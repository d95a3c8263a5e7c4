import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const tool = path.resolve('tools/check-repeats.ts')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-repeats-'))
  await cp('content', path.join(folder, 'content'), { recursive: true })
  await mkdir(path.join(folder, 'app'))
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
})
afterEach(() => rm(folder, { recursive: true }))

test.each([
  ["'Only ₹105 to pay'", '₹105: write {documentationFee}'],
  ["'8-10 hours a week'", '8-10 hours: write {hoursPerWeek} hours'],
  ["'4, 6 or 8 weeks'", '4, 6 or 8 weeks: write {weeks} weeks'],
  ["'National Academic Internship Council'", 'write {council}'],
  ["'tel:+91 80 0000 0000'", '+91 80 0000 0000: take it from content/organisation.json'],
  ["'our offices in Bangalore'", 'Bangalore: take it from content/organisation.json'],
])('a program may not repeat %s', async (text, mistake) => {
  await writeFile(path.join(folder, 'app/page.tsx'), `export const text = ${text}\n`)
  await writeFile(path.join(folder, 'app/page.test.tsx'), `export const expected = ${text}\n`)
  execFileSync('git', ['add', '.'], { cwd: folder })
  const { status, stderr } = spawnSync(process.execPath, [tool], { cwd: folder, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain(mistake)
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('app/page.tsx: ')])
})
