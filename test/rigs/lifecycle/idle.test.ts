import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ServerProcess } from '#support/run-server.ts'

const site = { SITE_URL: 'https://www.naic.example', DESK_URL: 'https://desk.naic.example' }

let settings: Record<string, string>
const running: ServerProcess[] = []
let server: ServerProcess
beforeAll(async () => {
  settings = { ...site, DATA_DIR: await mkdtemp(path.join(tmpdir(), 'naic-idle-')) }
  server = new ServerProcess(settings)
  running.push(server)
  await server.listening()
})
afterAll(async () => {
  for (const one of running) if (!one.hasEnded) await one.kill()
  await rm(settings['DATA_DIR'] ?? '', { recursive: true })
})

/** @returns what the process has used of the processor since its start, in milliseconds. */
async function processorMs({ process: { pid } }: ServerProcess): Promise<number> {
  const [, after = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const [user, system] = after.split(' ').slice(11, 13).map(Number)
  // Linux shows hundredths of a second here, on every machine.
  return ((user ?? 0) + (system ?? 0)) * 10
}

/**
 * A fifth of a minute of rest, again until the work after a start is over. Counted is the processor's time,
 * which others on this machine cannot take from us or add to ours.
 */
const expectRest = async (process: ServerProcess) => {
  const stretchMs = 12_000
  const used = async () => {
    const before = await processorMs(process)
    await sleep(stretchMs)
    return (await processorMs(process)) - before
  }
  await expect.poll(used, { timeout: 150_000 }).toBeLessThan(stretchMs * 0.005)
}

test('a server at rest takes less than a two-hundredth of a core', () => expectRest(server))

test('and so does the desk that is served while nobody is there', async () => {
  const desk = new ServerProcess(settings, {
    command: ['node', 'build/program/council.js', 'desk', '--serve', '--port', '0'],
  })
  running.push(desk)
  await expect.poll(() => desk.output, { timeout: 30_000 }).toContain('The desk is served at')
  await expectRest(desk)
})
