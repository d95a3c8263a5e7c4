import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCouncil } from '#test/support/run-council.ts'

let folder: string
let csv: string
let issued: Awaited<ReturnType<typeof council>>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
  csv = path.join(folder, 'batch.csv')
  await writeFile(
    csv,
    [
      'reference,holder,domain,duration,verified_on',
      'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14',
      'R-2,Ravi Iyer,Data Science,4 Weeks,2026-03-14',
    ].join('\n'),
  )
  issued = await council('certificates', 'issue', '--csv', csv)
})
afterAll(() => rm(folder, { recursive: true }))

const council = (...words: string[]) => runCouncil(path.join(folder, 'data'), words)

test('a certificate is found by its ID as people write it', async () => {
  const shown = await council('certificates', 'show', 'naic25-a7k2m')
  expect(shown).toMatchObject({ status: 0, errors: '' })
  expect(shown.output).toContain('id\tNAIC25A7K2M\n')
  expect(shown.output).toContain('address\thttps://naic.example/verify/NAIC25A7K2M\n')

  const unknown = await council('certificates', 'show', 'naic25-xxxxx')
  expect(unknown).toMatchObject({ status: 1, output: '' })
  expect(unknown.errors).toBe('There is no certificate NAIC25XXXXX.\n')
}, 60_000)

test('a reason that is none is answered with those that are, and nothing is revoked', async () => {
  for (const words of [['wrong'], ['a', 'whim'], []]) {
    const answer = await council('certificates', 'revoke', 'NAIC25A7K2M', ...words)
    expect(answer).toMatchObject({ status: 2, output: '' })
    expect(answer.errors).toBe(
      `The reason must be "issued in error", "wrong details", "academic misconduct" or "at the request of the holder", not "${words.join(' ')}".\n`,
    )
  }
  expect((await council('certificates', 'show', 'NAIC25A7K2M')).output).toContain('state\tstands')
}, 60_000)

test('a file run again says which of its certificates was revoked since', async () => {
  const id = /"R-1",(\w+)/.exec(issued.output)?.[1] ?? ''
  // The reason without its quotation marks is clear enough.
  const revoked = await council('certificates', 'revoke', id.toLowerCase(), 'wrong', 'details')
  expect(revoked).toEqual({ status: 0, output: `${id} is revoked.\n`, errors: '' })

  const again = await council('certificates', 'issue', '--csv', csv)
  expect(again.output).toMatch(/^"R-1",.+,revoked\r$/m)
  expect(again.output).toMatch(/^"R-2",.+,issued before\r$/m)
  expect(again.errors).toBe('0 issued, 2 issued before, 1 of them revoked since.\n')
  const dry = await council('certificates', 'issue', '--csv', csv, '--dry-run')
  expect(dry.errors).toContain('0 would be issued, 2 issued before, 1 of them revoked since.')
}, 60_000)
