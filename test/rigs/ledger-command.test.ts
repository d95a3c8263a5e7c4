import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { council as runInProcess, runCouncil } from '#support/council.ts'
import { issueIn, revokeIn } from '#support/issue-in.ts'
import { allTests, newFolder } from '#support/opened.ts'
import { RunningSite } from '#support/start-site.ts'
import { TestWitness } from '#support/start-witness.ts'

/** The command `ledger` as a college has it: packed, and installed in an empty folder. */

let site: RunningSite
const folder = allTests(newFolder)
let ids: { asha: string; ravi: string; mira: string }
let originKey: string
let witnesses: TestWitness[]

beforeAll(async () => {
  await installPacked()
  const names = ['college.example/w', 'press.example/w', 'nobody.example/w']
  witnesses = await Promise.all(names.map((name) => TestWitness.start(name)))
  site = await RunningSite.start({ WITNESSES: witnesses.map(({ vkey }) => vkey).join(', ') })
  ids = {
    asha: await issue('Asha Example', { hours: 80, college: 'Example College' }),
    ravi: await issue('Ravi Example'),
    mira: await issue('Mira Example'),
  }
  for (const id of Object.values(ids)) await download(id)
  await revokeIn({ DATA_DIR: site.dataDir, SITE_URL: site.url }, ids.ravi)
  await council('certificates', 'erase', ids.mira, '--yes')
  originKey = await keyOfTheLog()
})
afterAll(async () => {
  await site.stop()
  await Promise.all(witnesses.map((witness) => witness.close()))
})

/** From this machine's own copies: a test asks no registry. */
async function installPacked(): Promise<void> {
  await npm(path.resolve('packages/ledger'), 'run', 'bundle')
  await npm(path.resolve('packages/ledger'), 'pack', './build', '--pack-destination', folder.path)
  const packed = (await readdir(folder.path)).filter((name) => name.endsWith('.tgz'))
  await mkdir(inFolder('empty'))
  await writeFile(inFolder('empty/package.json'), '{"private": true}')
  const words = ['install', '--offline', '--no-audit', '--no-fund']
  await npm(inFolder('empty'), ...words, ...packed.map((name) => inFolder(name)))
}

const npm = (cwd: string, ...words: string[]) => promisify(execFile)('npm', words, { cwd })

const inFolder = (name: string) => folder.file(name)

async function council(...words: string[]): Promise<string> {
  const environment = { DATA_DIR: site.dataDir, SITE_URL: site.url }
  const { code, stdout, shown } = await runInProcess(words, { environment })
  expect({ code, shown }).toMatchObject({ code: 0 })
  return stdout
}

const issue = (holder: string, more: { hours?: number; college?: string } = {}) =>
  issueIn({ DATA_DIR: site.dataDir, SITE_URL: site.url }, { holder, ...more })

async function download(id: string): Promise<void> {
  for (const end of ['json', 'tlog-proof', 'pdf', 'badge.png']) {
    const answer = await fetch(`${site.url}/credentials/${id}.${end}`)
    expect(answer.status).toBe(200)
    await writeFile(inFolder(`${id}.${end}`), Buffer.from(await answer.arrayBuffer()))
  }
}

async function keyOfTheLog(): Promise<string> {
  const answer = await fetch(`${site.url}/log/keys`)
  const { keys } = (await answer.json()) as { keys: { use: string; vkey: string }[] }
  return keys.find(({ use }) => use === 'log')?.vkey ?? expect.fail()
}

type Said = { code: number; stdout: string; stderr: string }

/** The machine's own: an older one, such as Debian's, has to do as well. */
const nodeOfTheMachine =
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((programs) => path.join(programs, 'node'))
    .find((file) => !file.includes('node_modules') && existsSync(file)) ?? process.execPath

const ledger = (...words: string[]) => ledgerOn(process.execPath, ...words)

function ledgerOn(program: string, ...words: string[]): Promise<Said> {
  const command = inFolder('empty/node_modules/.bin/ledger')
  return new Promise((resolve) => {
    execFile(program, [command, ...words], { cwd: folder.path }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

type Line = { given: string; state: string; kind: string; code: number } & {
  certificate: object | null
  reasons: string[]
}

async function check(...words: string[]): Promise<{ code: number; lines: Line[] }> {
  const { code, stdout, stderr } = await ledger('check', '--json', ...words)
  // Nothing else is said than why the site did not answer.
  expect(stderr).toMatch(/^(http:\S+ cannot be read .+[.]\n)?$/)
  const lines = stdout.trimEnd().split('\n')
  return { code, lines: lines.map((line) => JSON.parse(line) as Line) }
}

const statesOf = ({ code, lines }: { code: number; lines: Line[] }) => [
  code,
  ...lines.map(({ state }) => state),
]

test('it is small, and has nothing of the website', async () => {
  const installed = inFolder('empty/node_modules')
  const names = (await readdir(installed)).filter((name) => !name.startsWith('.'))
  expect(names.toSorted()).toEqual(['@naic'])
  const { stdout } = await promisify(execFile)('du', ['--summarize', '--block-size=1M', installed])
  expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(3)
  const own = await readdir(path.join(installed, '@naic/ledger'))
  expect(own.toSorted()).toEqual(['README.md', 'assets', 'ledger.js', 'package.json'])
})

test('every kind of file and an ID are verified by the live site', async () => {
  const { asha } = ids
  // Beside another file of the same certificate, a receipt would be that one's.
  expect(statesOf(await check(`${asha}.tlog-proof`, '--site', site.url))).toEqual([0, 'Verified'])
  const files = ['json', 'pdf', 'badge.png'].map((end) => `${asha}.${end}`)
  const all = [...files, asha, asha.toLowerCase()]
  const { code, lines } = await check(...all, '--site', site.url)
  expect(code).toBe(0)
  expect(lines.map(({ given }) => given)).toEqual(all)
  const facts = { id: asha, holder: 'Asha Example', hours: 80, college: 'Example College' }
  for (const line of lines) {
    expect(line).toMatchObject({ state: 'Verified', certificate: facts })
  }
  const told = await ledgerOn(nodeOfTheMachine, 'check', `${asha}.pdf`, '--site', site.url)
  expect(told).toMatchObject({ code: 0 })
  expect(told.stdout).toMatch(/^Verified: \S+\n    id: NAIC\w+\n    holder: Asha Example\n/)
  expect(told.stderr).toContain('taken from the site itself')
})

test('each state has its code, and the worst of several is that of the call', async () => {
  const { asha, ravi, mira } = ids
  const json = await readFile(inFolder(`${asha}.json`), 'utf8')
  await writeFile(inFolder('changed.json'), json.replace('Asha', 'Isha'))
  await writeFile(inFolder('notes.txt'), 'nothing')
  await writeFile(inFolder('NAIC26YYYYYYYY'), json)
  for (const [given, ...expected] of [
    [ravi, 1, 'Withdrawn'],
    ['NAIC26YYYYYYYY', 1, 'Not found'],
    [`${mira}.json`, 0, 'Erased'],
    [mira, 2, 'Erased'],
    ['NAIC26ZZZZZZZZ', 1, 'Not found'],
    ['gone.json', 2, 'Could not be checked'],
    [`${asha}.json,notes.txt,changed.json`, 1, 'Verified', 'Could not be checked', 'Not found'],
  ] as const) {
    expect(statesOf(await check(...given.split(','), '--site', site.url)), given).toEqual(expected)
  }
})

test('with a log that was seen before, files prove themselves without any network', async () => {
  const { asha, ravi } = ids
  const at = ['--site', site.url, '--origin-key', originKey]
  const said = await ledger('check', ...at, '--state', 'state')
  expect(said).toEqual({ code: 0, stdout: '', stderr: '' })
  await writeFile(inFolder('alone.json'), await readFile(inFolder(`${asha}.json`)))
  const offline = ['--state', 'state', '--offline']
  // A withdrawal is not in any file: what is proven alone is never called verified.
  const files = [`${asha}.json`, `${asha}.pdf`, `${asha}.badge.png`, `${ravi}.pdf`]
  const proven = await check(...files, ...offline)
  expect(statesOf(proven)).toEqual([3, ...files.map(() => 'Could not be checked')])
  for (const line of proven.lines) expect(line).toMatchObject({ kind: 'alone', code: 3 })
  const without = await check('alone.json', ...offline)
  expect(without).toMatchObject({ code: 2, lines: [{ kind: 'incomplete' }] })
  expect(statesOf(await check(asha, ...offline))).toEqual([2, 'Could not be checked'])

  await site.kill()
  expect((await check(`${asha}.pdf`, '--state', 'state')).code).toBe(3)
  expect((await check(`${asha}.pdf`, '--site', site.url)).code).toBe(2)
  await site.boot()
  expect((await check(`${asha}.pdf`, '--state', 'state')).code).toBe(0)
})

test('of three witnesses two are enough where two are asked for, and not where three are', async () => {
  const at = [ids.asha, '--site', site.url]
  const named = witnesses.flatMap(({ vkey }) => ['--witness', vkey])
  const note = await (await fetch(`${site.url}/log/checkpoint`)).text()
  for (const witness of witnesses.slice(0, 2)) {
    const body = note + witness.cosign(note)
    const headers = { 'Content-Type': 'text/plain' }
    const taken = await fetch(`${site.url}/log/cosignatures`, { method: 'POST', headers, body })
    expect(taken.status).toBe(200)
  }
  const two = await check(...at, ...named, '--witnesses-needed', '2')
  expect(statesOf(two)).toEqual([0, 'Verified'])
  const missing = await check(...at, ...named)
  expect(statesOf(missing)).toEqual([2, 'Could not be checked'])
  const reason = /^2 of 3 witnesses .+ day[.] Missing: nobody.example\/w[.]$/
  expect(missing.lines[0]?.reasons).toContainEqual(expect.stringMatching(reason))
})

test('after a change of keys, the log itself says that the one known before handed over', async () => {
  await council('keys', 'rotate', 'log')
  const later = await issue('Later Example')
  for (const known of [
    ['--state', 'state'],
    ['--site', site.url, '--origin-key', originKey],
  ]) {
    expect(statesOf(await check(later, ...known))).toEqual([0, 'Verified'])
  }
})

test('for whoever has seen it, a log that was put back is told from one that the council restarted', async () => {
  const { asha } = ids
  const older = inFolder('older')
  await site.finish()
  await cp(site.dataDir, older, { recursive: true })
  await site.boot()
  await issue('Late Example')
  const at = ['--site', site.url, '--origin-key', originKey]
  const seen = [asha, ...at, '--state', 'state']
  expect(statesOf(await check(...seen))).toEqual([0, 'Verified'])

  await site.finish()
  await site.boot({ DATA_DIR: older })
  const refused = await ledger('check', ...seen)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('it was put back')
  // Who has never seen it cannot tell.
  expect(statesOf(await check(asha, ...at))).toEqual([0, 'Verified'])

  await site.finish()
  // By itself: it holds the folder until its process ends.
  const words = ['log', 'restart', '--reason', 'The disk failed.', '--yes']
  expect(await runCouncil(older, words, { SITE_URL: site.url })).toMatchObject({ code: 0 })
  await site.boot({ DATA_DIR: older })
  const restarted = await check(...seen)
  expect(statesOf(restarted)).toEqual([2, 'Could not be checked'])
  const reasons = restarted.lines[0]?.reasons.join(' ')
  expect(reasons).toContain('“The disk failed.”')
  expect(reasons).not.toContain('was lost')
})

test('--help says how, and with which codes it ends', async () => {
  const said = await ledger('--help')
  expect(said).toMatchObject({ code: 0, stderr: '' })
  expect(said.stdout).toMatch(/--origin-key.*--witnesses-needed.*64/s)
})
