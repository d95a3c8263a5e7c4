import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCouncil } from '#test/support/run-council.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
})
afterAll(() => rm(folder, { recursive: true }))

const council = (words: string, settings: Record<string, string> = {}) =>
  runCouncil(folder, words.split(' '), settings)

test('keys are made one by one, begin a registry, and are rotated', async () => {
  const first = await council('keys make')
  expect(first).toMatchObject({ status: 0, errors: '' })
  expect(first.output).toMatch(/^[A-Za-z0-9+/]{64}\n$/)
  const made = [first.output.trim()]
  // While the settings are half done, which is when it is needed.
  const halfDone = { CREDENTIALS_KEYS: made[0] ?? '' }
  while (made.length < 3) made.push((await council('keys make', halfDone)).output.trim())
  expect(new Set(made).size).toBe(3)

  const [credentials, log, next] = made
  const settings = { CREDENTIALS_KEYS: `${credentials},${next}`, LOG_KEYS: log ?? '' }
  const begun = await council(
    'certificates issue --holder Asha --domain Web --duration Weeks --allow-unknown --verified-on 2026-03-14',
    settings,
  )
  expect(begun.status).toBe(0)
  expect(await council('keys list', settings)).toMatchObject({ status: 0, errors: '' })
  expect(await readdir(path.join(folder, 'keys'))).toEqual(['last-checkpoint'])

  const rotated = await council('keys rotate credentials', settings)
  expect(rotated).toMatchObject({ status: 0, errors: '' })
  expect(rotated.output).toMatch(/out of CREDENTIALS_KEYS .+ number 1 of 2\.\n$/)
  const refused = await council('keys rotate credentials', settings)
  expect(refused).toMatchObject({ status: 1, output: '' })
  expect(refused.errors).toMatch(/^CREDENTIALS_KEYS has no key .+ keys make/)

  const without = await council('keys list')
  expect(without).toMatchObject({ status: 1, output: '' })
  expect(without.errors).toContain('set CREDENTIALS_KEYS and LOG_KEYS')
})
