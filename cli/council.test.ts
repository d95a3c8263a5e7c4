import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('who has read enough, as head has, ends a command without a complaint', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
  const child = spawn('node', ['cli/council.ts', 'certificates', 'show', 'NAIC25A7K2M'], {
    env: { ...process.env, DATA_DIR: folder, SITE_URL: 'https://naic.example' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const ended = once(child, 'close')
  expect(await text(child.stderr)).toBe('')
  expect((await ended)[0]).toBe(0)
  await rm(folder, { recursive: true })
}, 60_000)
