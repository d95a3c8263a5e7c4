import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { councilIn, newPlace } from '@naic/test/support/council.ts'
import { issueIn } from '@naic/test/support/issue-in.ts'
import { allTests } from '@naic/test/support/opened.ts'

const key = `key-${new Date().getUTCFullYear()}`

const asha = { reference: 'R-1', holder: 'Asha' }

const place = allTests(() => newPlace({ isMade: true }))
let id: string
let entry: string
beforeAll(async () => {
  id = await issueIn({ DATA_DIR: place.dataDir }, asha)
  const shown = await council(`certificates show ${id}`)
  entry = /^entry: (\d+)$/m.exec(shown.stdout)?.[1] ?? ''
})

const council = (words: string) => place.council(...words.split(' '))
const privateKeys = () => readdir(path.join(place.dataDir, 'keys'))

test('a key is not revoked before what becomes void was shown and agreed to', async () => {
  const revoke = `keys revoke ${key} --from ${entry}`
  const dry = await council(revoke)
  expect(dry).toMatchObject({
    code: 1,
    stderr: 'Nothing was revoked. Add --yes to have it done.\n',
  })
  expect(dry.stdout).toContain(`It counts for nothing from entry ${entry} on.`)
  expect(dry.stdout).toContain(`1 certificate will be void: ${id}\n`)

  expect(await privateKeys()).toContain(`${key}.pem`)
  expect((await council(`certificates show ${id}`)).stdout).toContain('stands')

  const revoked = await council(`${revoke} --yes`)
  expect(revoked.code).toBe(0)
  expect(revoked.stdout).toContain(`${entry} of the log on. Its private key is destroyed.`)
  expect(await privateKeys()).not.toContain(`${key}.pem`)
})

test('who revoked, rotated and made keys is in the journal', async () => {
  await council('keys rotate log')
  await council('keys make')
  const { stdout } = await council('journal --json')
  const deeds = (JSON.parse(stdout) as { did: string; subject: string; detail: string }[]).map(
    ({ did, subject, detail }) => [did, subject, detail],
  )
  const log = key.replace('key', 'log')
  expect(deeds.slice(0, 3)).toEqual([
    ['keys make', null, null],
    ['keys rotate', log, `${log}-2 signs`],
    ['keys revoke', key, `from entry ${entry} on`],
  ])
})

test('a restart of the log names the key that it retires, whose private key is destroyed', async () => {
  const own = await newPlace({ isMade: true })
  const { stdout } = await own.council('log', 'restart', '--reason', 'The disk failed.', '--yes')
  expect(stdout).toContain(`${key.replace('key', 'log')} is retired. Its private key is destroyed.`)
})

test('keys are made one by one, and begin a registry', async () => {
  const fresh = await newPlace()
  const typed = (words: string, settings: Record<string, string> = {}) =>
    councilIn(fresh.dataDir, words.split(' '), settings)
  const first = await typed('keys make')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(/^[A-Za-z0-9+/]{64}\n$/)
  const made = [first.stdout.trim()]
  // While the settings are half done, which is when it is needed.
  const halfDone = { CREDENTIALS_KEYS: made[0] ?? '' }
  while (made.length < 3) made.push((await typed('keys make', halfDone)).stdout.trim())
  expect(new Set(made).size).toBe(3)

  const [credentials = '', log = ''] = made
  const settings = { CREDENTIALS_KEYS: credentials, LOG_KEYS: log }
  await issueIn({ DATA_DIR: fresh.dataDir, ...settings }, asha)
  expect(await typed('keys list', settings)).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(path.join(fresh.dataDir, 'keys'))).toEqual(['last-checkpoint'])
  await fresh.remove()
})
