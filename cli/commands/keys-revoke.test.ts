import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { councilOnTerminal, keys } from '#test/support/council-on-terminal.ts'
import { runCouncil } from '#test/support/run-council.ts'

const key = `key-${new Date().getUTCFullYear()}`

let folder: string
let id: string
let entry: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
  const facts = '--domain Web --duration Weeks --allow-unknown --verified-on 2026-03-14'
  const issued = await council(`certificates issue --reference R-1 --holder Asha ${facts}`)
  id = /"R-1",(\w+)/.exec(issued.output)?.[1] ?? ''
  const shown = await council(`certificates show ${id}`)
  entry = /^entry\t(\d+)$/m.exec(shown.output)?.[1] ?? ''
})
afterAll(() => rm(folder, { recursive: true }))

const council = (words: string) => runCouncil(folder, words.split(' '))
const privateKeys = () => readdir(path.join(folder, 'keys'))

test('a key is not revoked before what becomes void was shown and agreed to', async () => {
  const revoke = `keys revoke ${key} --from ${entry}`
  const dry = await council(`${revoke} --dry-run`)
  expect(dry).toMatchObject({ status: 0, errors: '' })
  expect(dry.output).toContain(`It counts for nothing from entry ${entry} on.`)
  expect(dry.output).toContain(`1 certificate becomes void:\n  ${id}\n`)
  expect(dry.output).toContain('Nothing was revoked.')

  const alone = await council(revoke)
  expect(alone).toMatchObject({ status: 1, output: '' })
  expect(alone.errors).toBe('Nothing was revoked: nobody can be asked here. Add --yes.\n')
  const refused = await councilOnTerminal(folder, revoke.split(' '), `n${keys.enter}`)
  expect(refused.status).toBe(1)
  expect(refused.shown).toContain(id)
  expect(await privateKeys()).toContain(`${key}.pem`)
  expect((await council('certificates list')).output).toContain('stands')

  const agreed = await councilOnTerminal(folder, revoke.split(' '), `y${keys.enter}`)
  expect(agreed.status).toBe(0)
  expect(await privateKeys()).not.toContain(`${key}.pem`)
})

test('who revoked, rotated and made keys is in the journal', async () => {
  await council('keys rotate log')
  await council('keys make')
  const { output } = await council('journal --json')
  const deeds = (JSON.parse(output) as { did: string; subject: string; detail: string }[]).map(
    ({ did, subject, detail }) => [did, subject, detail],
  )
  const log = key.replace('key', 'log')
  expect(deeds.slice(0, 3)).toEqual([
    ['keys make', null, null],
    ['keys rotate', log, `${log}-2 signs`],
    ['keys revoke', key, `from entry ${entry} on`],
  ])
})

test('a void certificate is called so, and its reference is issued anew', async () => {
  const why = `void: ${key} was revoked from entry ${entry} on`
  expect((await council('certificates list')).output).toContain(why)
  expect((await council(`certificates show ${id}`)).output).toContain(`state\t${why}`)
  expect((await council('log verify')).output).toContain(`right:\n${id}\n`)
  const again = ['certificates', 'issue', '--reference', 'R-1', '--holder', 'Asha']
  const issued = await runCouncil(folder, [...again, '--allow-unknown'])
  expect(issued).toMatchObject({ status: 0, errors: '1 issued, 0 issued before.\n' })
  expect(issued.output).not.toContain(id)
})
