import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toVkey } from '#format/checkpoint.ts'
import { readUpTo } from '#watch/watched-site.ts'

/** The command `ledger` from its sources, against sites that answer wrongly, late or never. */

let folder: string
let server: Server | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-ledger-'))
})
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
  await rm(folder, { recursive: true })
})

/** @returns its address, and the paths that it is asked for. */
async function serve(answer: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const listening = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, asked }
}

type Said = { code: number; stdout: string; stderr: string }

function ledger(words: readonly string[], input = ''): Promise<Said> {
  const command = path.resolve(import.meta.dirname, 'ledger.ts')
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...words],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
      },
    )
    child.stdin?.on('error', () => {}).end(input)
  })
}

type Line = { given: string; state: string; kind: string; weight: string }

const linesOf = ({ stdout }: Said) =>
  stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))

const kindsOf = (said: Said) => [...new Set(linesOf(said).map(({ kind }) => kind))]

const idsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `NAIC26${String(at + 20_000_000).replaceAll(/[01]/g, '2')}`,
  )

const unknown = JSON.stringify({ title: 'Not Found', status: 404, detail: 'There is none.' })
const json = { 'Content-Type': 'application/problem+json' }

test('a site that rests says for how long, and is not asked before', async () => {
  let until = 0
  let refused = 0
  const { url, asked } = await serve((_, response) => {
    if (asked.length === 1) until = Date.now() + 1000
    if (Date.now() >= until) return response.writeHead(404, json).end(unknown)
    refused += 1
    return response.writeHead(429, { ...json, 'Retry-After': '2' }).end('{}')
  })
  const said = await ledger(['check', '--json', '--site', url, ...idsOf(50)])
  expect(said).toMatchObject({ code: 1, stderr: 'The site asks for a rest of 2 seconds.\n' })
  expect(linesOf(said)).toHaveLength(50)
  expect(kindsOf(said)).toEqual(['unknown'])
  // So many are under way at a time.
  expect(refused).toBeLessThanOrEqual(6)
})

test('with little left for this network it rests before it is refused', async () => {
  const { url } = await serve((_, response) => {
    const left = { RateLimit: '"misses";r=19;t=1', 'RateLimit-Policy': '"misses";q=120;w=60' }
    response.writeHead(404, { ...json, ...left }).end(unknown)
  })
  const said = await ledger(['check', '--json', '--site', url, ...idsOf(8)])
  expect(said.stderr).toContain('The site asks for a rest of 1 seconds.')
  expect(kindsOf(said)).toEqual(['unknown'])
})

test('one that only ever says it is busy is given up, for all that are left', async () => {
  const { url, asked } = await serve((_, response) => {
    response.writeHead(429, { ...json, 'Retry-After': '1' }).end('{}')
  })
  const said = await ledger(['check', '--json', '--site', url, ...idsOf(500)])
  expect(said.code).toBe(2)
  expect(linesOf(said)).toHaveLength(500)
  expect(kindsOf(said)).toEqual(['busy'])
  expect(asked.length).toBeLessThan(40)
})

test('one that never answers is given up, for all that are left', async () => {
  const { url, asked } = await serve((request) => request.socket.destroy())
  const said = await ledger(['check', '--json', '--site', url, ...idsOf(500)])
  expect(said.code).toBe(2)
  expect(linesOf(said)).toHaveLength(500)
  expect(kindsOf(said)).toEqual(['away'])
  expect(said.stderr).toMatch(/^http:\S+ could not be read: [^\n]+[.]\n$/)
  expect(asked.length).toBeLessThan(20)
})

test('no answer leads to another address', async () => {
  const { url, asked } = await serve((_, response) => {
    response.writeHead(302, { Location: '/elsewhere' }).end()
  })
  const said = await ledger(['check', '--json', '--site', url, ...idsOf(1)])
  expect(said.code).toBe(2)
  expect(said.stderr).toContain('redirect')
  expect(asked).not.toContain('/elsewhere')
})

test.each([
  ['text/html', '<!doctype html>Please sign in', 200],
  ['application/json', 'null', 404],
  ['application/json', '{"credential":{"proof":[{}]},"keys":[null],"inclusion":7,"did":[]}', 200],
  ['application/json', `{"credential":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 200],
  ['application/json', `"${'x'.repeat(9 * 1024 * 1024)}"`, 200],
  ['application/json', '{"detail":"\\u001b[2J"}', 500],
])('an answer of %s, %.60s, verifies nothing', async (type, body, status) => {
  const { url } = await serve((_, response) => {
    response.writeHead(status, { 'Content-Type': type }).end(body)
  })
  await writeFile(path.join(folder, 'a.json'), '{"type":["OpenBadgeCredential"],"proof":[{}]}')
  const said = await ledger(['check', '--json', '--site', url, ...idsOf(2), 'a.json'])
  expect([1, 2]).toContain(said.code)
  expect(linesOf(said)).toHaveLength(3)
  expect(said.stdout).not.toMatch(/"right"|"alone"/)
  if (type === 'text/html') expect(said.stderr).toContain('answered with text/html')
})

test('a file that somebody named like an option is none', async () => {
  const { url } = await serve((_, response) => response.writeHead(404, json).end(unknown))
  await writeFile(path.join(folder, '--keys=theirs.pdf'), '{}')
  await writeFile(path.join(folder, 'a.pdf'), '%PDF-')
  const words = ['check', '--json', '--site', url]
  const refused = await ledger([...words, '--keys=theirs.pdf', 'a.pdf'])
  expect(refused).toMatchObject({ code: 64, stdout: '' })
  expect(refused.stderr).toContain('is the name of a file here')
  const after = await ledger([...words, '--', '--keys=theirs.pdf', 'a.pdf'])
  expect(linesOf(after).map(({ kind }) => kind)).toEqual(['unreadable', 'nothingInside'])
})

test('no option counts twice, and none is taken from a site without TLS', async () => {
  const far = ['--site', 'http://naic.example']
  const twice = [...far, '--site', 'https://naic.example']
  for (const words of [
    ['check', 'a.pdf', ...twice],
    ['keys', ...far],
  ]) {
    expect(await ledger(words)).toMatchObject({ code: 64, stdout: '' })
  }
  // As when the variable behind it is empty.
  const without = await ledger(['keys', '--origin-key', '--out', 'keys.json'])
  expect(without).toMatchObject({ code: 64, stdout: '' })
  expect(without.stderr).toMatch(/^[^\n\ufffd]+ "ledger --help" says more[.]\n$/)
})

test('an answer that only trickles in is given up, by a timer of its own', async () => {
  const body = new ReadableStream({ pull: () => new Promise(() => {}) })
  await expect(readUpTo(1_000, new Response(body), 50)).rejects.toThrow('too long')
})

test('what cannot be read is never taken for an ID', async () => {
  const { url, asked } = await serve((_, response) => response.writeHead(404, json).end(unknown))
  const [id = ''] = idsOf(1)
  await mkdir(path.join(folder, id))
  const said = await ledger(['check', '--json', '--site', url, id, 'none.json'])
  expect(linesOf(said).map(({ kind }) => kind)).toEqual(['notRead', 'noFile'])
  expect(asked.filter((one) => one.startsWith('/api'))).toEqual([])
})

test('a file may come on standard input, and not without end', async () => {
  const { url } = await serve((_, response) => response.writeHead(404, json).end(unknown))
  const words = ['check', '--json', '--site', url, '-']
  expect(kindsOf(await ledger(words, 'nothing'))).toEqual(['unreadable'])
  expect(kindsOf(await ledger(words, 'x'.repeat(9 * 1024 * 1024)))).toEqual(['tooMuch'])
})

test('a fault of the call is never the code of a wrong certificate', async () => {
  const { url } = await serve((_, response) => response.writeHead(404, json).end(unknown))
  await writeFile(path.join(folder, 'broken.json'), '{"v":1,"seen":{"https://a":7}}')
  for (const state of ['none/seen.json', 'broken.json']) {
    const said = await ledger(['check', 'a.pdf', '--site', url, '--state', state])
    expect(said).toMatchObject({ code: 2, stdout: '' })
  }
  const vkey = await toVkey({ name: 'a/log', publicKey: new Uint8Array(randomBytes(32)) })
  const keys = { site: url, origin: 'a/log', keys: [] }
  await writeFile(path.join(folder, 'keys.json'), JSON.stringify(keys))
  const words = ['check', 'a.pdf', '--keys', 'keys.json', '--origin-key', vkey]
  expect(await ledger(words)).toMatchObject({ code: 2, stdout: '' })
})
