import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { Drawer } from './drawer.ts'

const limits = { idleMs: 60_000, drawMs: 15_000 }
const asked = (programme = 'Web Development') => ({ programme })

const folder = eachTest(newFolder)

/** A program in place of ours. */
async function programThat(does: string): Promise<URL> {
  const file = folder.file('program.mjs')
  await writeFile(
    file,
    `process.on('disconnect', () => process.exit())
     process.on('message', ({ programme }) => {
       const answer = (text) => process.send({ bytes: Buffer.from(text) })
       ${does}
     })`,
  )
  return pathToFileURL(file)
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const pidFrom = async (drawer: Drawer) => Number((await drawer.draw(asked())).toString())

test('the same process draws some times, and ends when nothing was asked for a while', async () => {
  const program = await programThat('answer(String(process.pid))')
  const drawer = new Drawer({ ...limits, idleMs: 300 }, program)
  const pids = new Set<number>()
  for (let count = 0; count < 30; count += 1) pids.add(await pidFrom(drawer))
  expect(pids.size).toBe(2)
  const [, last = 0] = pids
  await vi.waitFor(() => expect(isRunning(last)).toBe(false))
  expect(await pidFrom(drawer)).not.toBe(last)
})

test('one that dies fails what it was drawing, and the next is drawn', async () => {
  const program = await programThat(`programme === 'fatal' ? process.exit(1) : answer('drawn')`)
  const drawer = new Drawer(limits, program)
  await expect(drawer.draw(asked('fatal'))).rejects.toThrow('has ended')
  expect((await drawer.draw(asked())).toString()).toBe('drawn')
})

test('one that takes too long is ended, and the next is drawn', async () => {
  const program = await programThat(`if (programme === 'endless') for (;;); answer('drawn')`)
  const drawer = new Drawer({ ...limits, drawMs: 4_000 }, program)
  await expect(drawer.draw(asked('endless'))).rejects.toThrow('too long')
  expect((await drawer.draw(asked())).toString()).toBe('drawn')
})

test('what cannot be drawn says why, and the next is drawn', async () => {
  const drawer = new Drawer()
  const broken = { receipt: '', siteUrl: '', credential: {} } as never
  await expect(drawer.draw(broken)).rejects.toThrow('A credential without facts has no PDF.')
  expect((await drawer.draw(asked())).subarray(0, 4).toString('latin1')).toBe('\x89PNG')
})

test('it knows nothing of the settings', async () => {
  vi.stubEnv('CREDENTIALS_KEYS', 'a private key')
  const drawer = new Drawer(limits, await programThat('answer(JSON.stringify(process.env))'))
  expect((await drawer.draw(asked())).toString()).not.toContain('private')
  vi.unstubAllEnvs()
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s to who started it leaves no process',
  async (signal) => {
    const drawer = JSON.stringify(path.join(import.meta.dirname, 'drawer.ts'))
    const parent = folder.file('parent.mjs')
    await writeFile(
      parent,
      `import { Drawer } from ${drawer}
     import { readFileSync } from 'node:fs'
     await new Drawer().draw({ programme: 'Web Development' })
     console.log(readFileSync(\`/proc/self/task/\${process.pid}/children\`, 'utf8').trim())
     setInterval(() => undefined, 1_000)`,
    )
    const started = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(started.stdout, 'data')) as [Buffer]
    const child = Number(line.toString().trim().split(' ').at(-1))
    expect(isRunning(child)).toBe(true)
    started.kill(signal)
    await vi.waitFor(() => expect(isRunning(child)).toBe(false))
  },
)
