import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readUpTo } from '#format/inflate.ts'
import { forgeSite } from '@naic/test/support/forged-site.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { issueAt } from '@naic/test/support/start-registry.ts'

/** The command `ledger` from its sources, against sites that answer wrongly, late or never. */

const folder = eachTest(newFolder)
const site = eachTest(() => forgeSite('none: each test says what it answers'))
beforeEach(async () => {
  answerWith((response) => answerUnknown(response))
})

const answerWith = (answer: (response: ServerResponse) => void) => site.forged.set('/*', answer)

const json = { 'Content-Type': 'application/problem+json' }
const answerUnknown = (response: ServerResponse, headers = {}) =>
  response
    .writeHead(404, { ...json, ...headers })
    .end('{"title":"Not Found","status":404,"detail":"There is none."}')

type Said = { code: number; stdout: string; stderr: string }

function ledger(words: readonly string[], input = ''): Promise<Said> {
  const command = path.resolve(import.meta.dirname, 'ledger.ts')
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...words],
      { cwd: folder.path, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
      },
    )
    child.stdin?.on('error', () => {}).end(input)
  })
}

async function check(given: readonly string[], input?: string) {
  const said = await ledger(['check', '--json', '--site', site.url, ...given], input)
  const lines = said.stdout.split('\n').filter((line) => line !== '')
  return { ...said, kinds: lines.map((line) => (JSON.parse(line) as { kind: string }).kind) }
}

const idsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `NAIC26${String(at + 20_000_000).replaceAll(/[01]/g, '2')}`,
  )

test('a site that rests says for how long, and is not asked before', async () => {
  let until = 0
  let refused = 0
  answerWith((response) => {
    if (site.asked.length === 1) until = Date.now() + 1000
    if (Date.now() >= until) return answerUnknown(response)
    refused += 1
    return response.writeHead(429, { ...json, 'Retry-After': '2' }).end('{}')
  })
  const said = await check(idsOf(50))
  expect(said).toMatchObject({ code: 1, stderr: 'The site asks for a rest of 2 seconds.\n' })
  expect(said.kinds).toEqual(Array(50).fill('unknown'))
  // So many are under way at a time.
  expect(refused).toBeLessThanOrEqual(6)
})

test('one that is only ever busy is given up, for all that are left', async () => {
  answerWith((response) => response.writeHead(429, { ...json, 'Retry-After': '1' }).end('{}'))
  expect(await check(idsOf(500))).toMatchObject({ code: 2, kinds: Array(500).fill('busy') })
  expect(site.asked.length).toBeLessThan(40)
})

test('no answer leads to another address, and why none came is told in one line', async () => {
  answerWith((response) => response.writeHead(302, { Location: '/elsewhere' }).end())
  const said = await check(idsOf(9))
  expect(said).toMatchObject({ code: 2, kinds: Array(9).fill('away') })
  expect(said.stderr).toMatch(/^http:\S+ cannot be read [^\n]*redirect[^\n]*[.]\n$/)
  expect(site.asked).not.toContain('/elsewhere')
})

test.each([
  ['text/html', '<!doctype html>Please sign in', 200],
  ['application/json', 'null', 404],
  ['application/json', '{"credential":{"proof":[{}]},"keys":[null],"inclusion":7,"did":[]}', 200],
  ['application/json', `{"credential":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 200],
  ['application/json', `"${'x'.repeat(9 * 1024 * 1024)}"`, 200],
  ['application/json', '{"detail":"\\u001b[2J"}', 500],
])('an answer of %s, %.60s, verifies nothing', async (type, body, status) => {
  answerWith((response) => response.writeHead(status, { 'Content-Type': type }).end(body))
  await writeFile(folder.file('a.json'), '{"type":["OpenBadgeCredential"],"proof":[{}]}')
  const said = await check([...idsOf(2), 'a.json'])
  expect([1, 2]).toContain(said.code)
  expect(said.kinds).toHaveLength(3)
  expect(said.stdout).not.toMatch(/"code":[03]/)
  if (type === 'text/html') expect(said.stderr).toContain('answered with text/html')
})

test('a file that somebody named like an option is none', async () => {
  await writeFile(folder.file('--state=theirs.pdf'), '{}')
  await writeFile(folder.file('a.pdf'), '%PDF-')
  const refused = await check(['--state=theirs.pdf', 'a.pdf'])
  expect(refused).toMatchObject({ code: 64, stdout: '' })
  expect(refused.stderr).toContain('is the name of a file here')
  const after = await check(['--', '--state=theirs.pdf', 'a.pdf'])
  expect(after.kinds).toEqual(['unreadable', 'nothingInside'])
})

test.each([
  'check',
  'sing',
  'check a.pdf --loud',
  'check a.pdf --site naic.example',
  'check a.pdf --site https://naic.example --offline',
  'check a.pdf --site https://naic.example --witness one.example/w',
  'check a.pdf --site https://naic.example --witnesses-needed 2',
  // No option counts twice, and without TLS nobody knows whose site it is.
  'check a.pdf --site http://naic.example --site https://naic.example',
  'check a.pdf --site http://naic.example',
  // As when the variable behind it is empty.
  'check a.pdf --origin-key --json',
])('"ledger %s" is wrong usage', async (typed) => {
  const said = await ledger(typed.split(' '))
  expect(said).toMatchObject({ code: 64, stdout: '' })
  expect(said.stderr).toMatch(/^[^\n\ufffd]+ "ledger --help" says more[.]\n$/)
})

test('an answer that only trickles in is given up, by a timer of its own', async () => {
  const body = new ReadableStream({ pull: () => new Promise(() => {}) })
  const slow = { signal: AbortSignal.timeout(50) }
  await expect(readUpTo(1_000, body, slow)).rejects.toThrow('timeout')
})

test('an answer about a certificate has to continue the log that was looked at before', async () => {
  const council = await startApi({ SITE_URL: site.url })
  onTestFinished(() => council.close())
  site.upstream = council.url
  site.forged.clear()
  const looked = '/api/certificates/NAIC25A7K2M'
  const before = await (await fetch(council.url + looked)).text()
  await issueAt(council.services.certificates.registry, {})
  const look = ['NAIC25A7K2M', '--state', 'state']
  expect((await check(look)).kinds).toEqual(['verified'])
  site.forged.set(looked, before)
  expect((await check(look)).kinds).toEqual(['doubtful'])
  expect((await check(look.slice(0, 1))).kinds).toEqual(['verified'])
})

test('what cannot be read is never taken for an ID', async () => {
  const [id = ''] = idsOf(1)
  await mkdir(folder.file(id))
  expect((await check([id, 'none.json'])).kinds).toEqual(['notRead', 'noFile'])
  expect(site.asked.filter((one) => one.startsWith('/api'))).toEqual([])
})

test('a file may come on standard input, and not without end', async () => {
  expect((await check(['-'], 'nothing')).kinds).toEqual(['unreadable'])
  expect((await check(['-'], 'x'.repeat(9 * 1024 * 1024))).kinds).toEqual(['tooMuch'])
})

test('a fault of the call is never the code of a wrong certificate', async () => {
  await writeFile(folder.file('broken.json'), '{"v":1,"seen":7}')
  const said = await ledger(['check', 'a.pdf', '--site', site.url, '--state', 'broken.json'])
  expect(said).toMatchObject({ code: 2, stdout: '' })
  expect(said.stderr).toContain('is not whole')
})
