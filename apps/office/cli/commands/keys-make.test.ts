import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { council, newPlace, type Place } from '@naic/test/support/council.ts'

let place: Place
beforeAll(async () => {
  place = await newPlace()
})
afterAll(() => place.remove())

const typed = (words: string, settings: Record<string, string> = {}) =>
  council(words.split(' '), { environment: { ...settings, DATA_DIR: place.dataDir } })

test('keys are made one by one, begin a registry, and are rotated', async () => {
  const first = await typed('keys make')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(/^[A-Za-z0-9+/]{64}\n$/)
  const made = [first.stdout.trim()]
  // While the settings are half done, which is when it is needed.
  const halfDone = { CREDENTIALS_KEYS: made[0] ?? '' }
  while (made.length < 3) made.push((await typed('keys make', halfDone)).stdout.trim())
  expect(new Set(made).size).toBe(3)

  const [credentials, log, next] = made
  const settings = { CREDENTIALS_KEYS: `${credentials},${next}`, LOG_KEYS: log ?? '' }
  const begun = await typed(
    'certificates issue --holder Asha --domain Web --duration Weeks --allow-unknown --verified-on 2026-03-14',
    settings,
  )
  expect(begun.code).toBe(0)
  expect(await typed('keys list', settings)).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(path.join(place.dataDir, 'keys'))).toEqual(['last-checkpoint'])

  const rotated = await typed('keys rotate credentials', settings)
  expect(rotated).toMatchObject({ code: 0, stderr: '' })
  expect(rotated.stdout).toMatch(/out of CREDENTIALS_KEYS .+ number 1 of 2\.\n$/)
  const refused = await typed('keys rotate credentials', settings)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^CREDENTIALS_KEYS has no key .+ keys make/)

  const without = await typed('keys list')
  expect(without).toMatchObject({ code: 1, stdout: '' })
  expect(without.stderr).toContain('set CREDENTIALS_KEYS and LOG_KEYS')
})
