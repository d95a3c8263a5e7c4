import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { council, newPlace, type Place } from '@naic/test/support/council.ts'

let place: Place
beforeAll(async () => {
  place = await newPlace()
})
afterAll(() => place.remove())

function count(table: string): number {
  const database = new DatabaseSync(path.join(place.dataDir, 'naic.sqlite'), { readOnly: true })
  const row = database.prepare(`SELECT count(*) AS count FROM ${table}`).get()
  database.close()
  return Number(row?.['count'])
}

const asha = 'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14,asha@example.com'
const ravi = 'R-2,"Iyer, Ravi",Data Science,4 Weeks,2026-03-14,'

test('a file becomes certificates: dry run, mistakes, issue, again, verify', async () => {
  const dry = await place.council(
    'certificates',
    'issue',
    '--csv',
    await place.csv([asha, ravi]),
    '--dry-run',
  )
  expect(dry).toMatchObject({ code: 0, stdout: '' })
  expect(dry.stderr).toContain('2 would be issued')
  expect(dry.stderr).toMatch(/Internships:\n {2}not certain, .*: 2\n/)
  expect(count('certificate')).toBe(14)

  const wrong = await place.council(
    'certificates',
    'issue',
    '--csv',
    await place.csv([asha, 'R-2,,,x,y,z']),
  )
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toContain('line 3: holder is missing')
  expect(wrong.stderr).toContain('Nothing was issued')
  expect(count('certificate')).toBe(14)

  const results = path.join(place.folder, 'results.csv')
  const csv = await place.csv([asha, ravi])
  const issued = await place.council('certificates', 'issue', '--csv', csv, '--results', results)
  expect(issued).toMatchObject({ code: 0, stdout: '', stderr: '2 issued, 0 issued before.\n' })
  const table = await readFile(results, 'utf8')
  expect(table).toMatch(/^"R-1",(NAIC26\w{8}),https:\/\/naic\.example\/verify\/\1,issued\r$/m)
  expect([count('certificate'), count('letter')]).toEqual([16, 1])

  const again = await place.council('certificates', 'issue', '--csv', csv)
  expect(again.stderr).toBe('0 issued, 2 issued before.\n')
  expect(again.stdout.replaceAll('issued before', 'issued')).toBe(table)

  const changed = await place.csv([asha.replace('Rao', 'Rau')])
  const refused = await place.council('certificates', 'issue', '--csv', changed)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /^reference R-1: its certificate NAIC26\w{8} says something else$/m,
  )

  const elsewhere = await council(['certificates', 'issue', '--csv', csv], {
    environment: { DATA_DIR: place.dataDir, SITE_URL: 'https://other.example' },
  })
  expect(elsewhere).toMatchObject({ code: 1, stdout: '' })
  expect(elsewhere.stderr).toContain('SITE_URL')

  const verified = await place.council('log', 'verify')
  expect(verified).toMatchObject({ code: 0, stderr: '' })
  expect(verified.stdout).toContain('21 entries, 2 checkpoints, 16 certificates.')
})

test('what makes no sense is answered with the usage', async () => {
  const nonsense = [
    ['certificates', 'issue'],
    ['certificates', 'issue', '--csv', 'a', '--holder', 'b'],
    ['certificates', 'revoke'],
    ['keys', 'rotate', 'all'],
  ]
  for (const args of nonsense) {
    const answer = await place.council(...args)
    expect(answer).toMatchObject({ code: 2, stdout: '' })
    expect(answer.stderr).toContain('Usage:')
  }
})
