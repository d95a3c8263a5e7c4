import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('who has read enough, as head has, ends a command without a complaint', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
  const facts = ['--domain', 'Data Science', '--duration', '4 Weeks', '--verified-on', '2026-03-14']
  const words = ['certificates', 'issue', '--holder', 'Asha Rao', ...facts]
  const child = spawn('node', ['apps/office/cli/council.ts', ...words], {
    env: { ...process.env, DATA_DIR: folder, SITE_URL: 'https://naic.example' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const ended = once(child, 'close')
  expect(await text(child.stderr)).toBe('1 issued, 0 issued before.\n')
  expect((await ended)[0]).toBe(0)
  await rm(folder, { recursive: true })
})

test('a full disk is told in a sentence, and the command has failed', async () => {
  const child = spawn('sh', ['-c', 'node apps/office/cli/council.ts letters list > /dev/full'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  expect(await text(child.stderr)).toMatch(/^What was to be printed could not be written .+\n$/)
  expect((await ended)[0]).toBe(1)
})
