import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCouncil } from '#test/support/run-council.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
})
afterAll(() => rm(folder, { recursive: true }))

const council = (words: readonly string[], siteUrl = 'https://naic.example') =>
  runCouncil(path.join(folder, 'data'), words, { SITE_URL: siteUrl })

async function file(...lines: string[]): Promise<string> {
  const name = path.join(folder, 'batch.csv')
  await writeFile(name, ['reference,holder,domain,duration,verified_on,email', ...lines].join('\n'))
  return name
}

function count(table: string): number {
  const database = new DatabaseSync(path.join(folder, 'data', 'naic.sqlite'), { readOnly: true })
  const row = database.prepare(`SELECT count(*) AS count FROM ${table}`).get()
  database.close()
  return Number(row?.['count'])
}

const asha = 'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14,asha@example.com'
const ravi = 'R-2,"Iyer, Ravi",Data Science,4 Weeks,2026-03-14,'

test('a file becomes certificates: dry run, mistakes, issue, again, verify', async () => {
  const dry = await council(['certificates', 'issue', '--csv', await file(asha, ravi), '--dry-run'])
  expect(dry).toMatchObject({ status: 0, output: '' })
  expect(dry.errors).toContain('2 would be issued')
  expect(dry.errors).toMatch(/Internships:\n {2}not certain, .*: 2\n/)
  expect(count('certificate')).toBe(14)

  const wrong = await council(['certificates', 'issue', '--csv', await file(asha, 'R-2,,,x,y,z')])
  expect(wrong.status).toBe(1)
  expect(wrong.errors).toContain('line 3: holder is missing')
  expect(wrong.errors).toContain('Nothing was issued')
  expect(count('certificate')).toBe(14)

  const results = path.join(folder, 'results.csv')
  const csv = await file(asha, ravi)
  const issued = await council(['certificates', 'issue', '--csv', csv, '--results', results])
  expect(issued).toMatchObject({ status: 0, output: '', errors: '2 issued, 0 issued before.\n' })
  const table = await readFile(results, 'utf8')
  expect(table).toMatch(/^"R-1",(NAIC26\w{8}),https:\/\/naic\.example\/verify\/\1,issued\r$/m)
  expect([count('certificate'), count('letter')]).toEqual([16, 1])

  const again = await council(['certificates', 'issue', '--csv', csv])
  expect(again.errors).toBe('0 issued, 2 issued before.\n')
  expect(again.output.replaceAll('issued before', 'issued')).toBe(table)

  const changed = await file(asha.replace('Rao', 'Rau'))
  const refused = await council(['certificates', 'issue', '--csv', changed])
  expect(refused.status).toBe(1)
  expect(refused.errors).toMatch(
    /^reference R-1: its certificate NAIC26\w{8} says something else$/m,
  )

  const elsewhere = await council(['certificates', 'issue', '--csv', csv], 'https://other.example')
  expect(elsewhere).toMatchObject({ status: 1, output: '' })
  expect(elsewhere.errors).toContain('SITE_URL')

  const verified = await council(['log', 'verify'])
  expect(verified).toMatchObject({ status: 0, errors: '' })
  expect(verified.output).toContain('21 entries, 2 checkpoints, 16 certificates.')
})

test('what makes no sense is answered with the usage', async () => {
  const nonsense = [
    ['certificates', 'issue'],
    ['certificates', 'issue', '--csv', 'a', '--holder', 'b'],
    ['certificates', 'revoke'],
    ['keys', 'rotate', 'all'],
    ['certificates'],
  ]
  for (const args of nonsense) {
    const answer = await council(args)
    expect(answer).toMatchObject({ status: 2, output: '' })
    expect(answer.errors).toContain('Usage:')
  }
})
