import { readlink, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Behaviour, startScanner, virus } from '@naic/test/support/start-scanner.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { Unavailable } from '@naic/store/unavailable.ts'
import { scanForVirus } from './virus-scanner.ts'

const folder = eachTest(newFolder)
const file = () => folder.file('resume')
let scanner: Awaited<ReturnType<typeof startScanner>>
beforeEach(async () => {
  scanner = await startScanner()
})
afterEach(() => scanner.close())

const scan = (timeoutMs?: number) =>
  scanForVirus(file(), { host: '127.0.0.1', port: scanner.port }, timeoutMs)

async function openFiles(): Promise<string[]> {
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    names.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return targets.filter((target) => target === file())
}

test.each([0, 65_536, 5 * 1024 * 1024])(
  'a file of %i bytes is sent as it is, and found clean',
  async (length) => {
    const bytes = Buffer.alloc(length, 'resume ')
    await writeFile(file(), bytes)
    expect(await scan()).toEqual({ state: 'clean' })
    expect(scanner.scanned.map((one) => one.equals(bytes))).toEqual([true])
    await vi.waitFor(() => expect(scanner.open()).toBe(0))
    expect(await openFiles()).toEqual([])
  },
)

test('of many that are scanned at once, each hears of its own', async () => {
  const files = Array.from({ length: 60 }, (_, at) => folder.file(`${at}`))
  const isBad = (at: number) => at % 3 === 0
  for (const [at, one] of files.entries())
    await writeFile(one, `${'x'.repeat(200_000)}${isBad(at) ? virus : 'resume'}`)
  const address = { host: '127.0.0.1', port: scanner.port }
  const results = await Promise.all(files.map((one) => scanForVirus(one, address)))
  expect(results.map(({ state }) => state === 'infected')).toEqual(files.map((_, at) => isBad(at)))
  expect(scanner.scanned).toHaveLength(files.length)
  await vi.waitFor(() => expect(scanner.open()).toBe(0))
})

test.each<Behaviour>([
  'fails',
  'speaks another language',
  'closes half-way',
  'answers half a sentence',
  'says OK before it has seen all',
  'talks without end',
  'never answers',
  'never reads',
])('a scanner that %s leaves the file unscanned, and nothing open', async (behaviour) => {
  scanner.behave(behaviour)
  await writeFile(file(), Buffer.alloc(5 * 1024 * 1024, 'resume '))
  const isSlow = behaviour.startsWith('never')
  await expect(scan(isSlow ? 300 : undefined)).rejects.toBeInstanceOf(Unavailable)
  expect(await openFiles()).toEqual([])
})

test('so does one that is not there, and a file that is not there', async () => {
  await expect(scan()).rejects.toBeInstanceOf(Unavailable)
  await writeFile(file(), 'resume')
  await scanner.close()
  await expect(scan()).rejects.toThrow('ECONNREFUSED')
  await expect(scanForVirus(file(), { path: folder.file('none') })).rejects.toBeInstanceOf(
    Unavailable,
  )
  scanner = await startScanner()
})

test('a scanner may listen on a socket of the machine', async () => {
  const socket = folder.file('clamd.ctl')
  const server = createServer((connection) => {
    connection.once('data', () => connection.end('stream: Test.Virus-1 FOUND\0'))
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  await writeFile(file(), 'x')
  expect(await scanForVirus(file(), { path: socket })).toMatchObject({ state: 'infected' })
  server.close()
})
