import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formData } from '#support/ashas-form.ts'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@naic/site/server/dev/free-port.ts'

/** Edits of a copy of the sources, while a browser keeps asking. */

let dev: DevServer
beforeAll(async () => {
  dev = await DevServer.start()
})
afterAll(() => dev.stop())

/** Asks until the answer is right; being refused meanwhile is a failure. */
const answers = (address: string, text: string) =>
  expect.poll(async () => (await dev.ask(address)).text).toContain(text)

const server = 'apps/site/server/http/create-app.ts'
const page = 'apps/site/app/pages/about/about-page.tsx'

test.each([
  ['/api/none', server, 'There is no such address.', 'Nothing is here.'],
  ['/about', 'content/organisation.json', 'National Academic', 'Notional Academic'],
  ['/internships', 'content/programme.json', '"8-10"', '"8-99"'],
  ['/about', page, 'id="impact"', 'id="what-came-of-it"'],
])('%s has a change of %s, and nobody is refused meanwhile', async (address, file, from, to) => {
  const before = dev.apisStarted
  await dev.edit(file, from, to)
  await answers(address, to.replaceAll(/^"|"$/g, ''))
  if (file === page) expect(dev.apisStarted, 'a page needs no other API').toBe(before)
})

test('a change of what server and pages share counts for both', async () => {
  const unknown = async () => (await dev.ask('/verify/NAIC00NONE')).status
  expect(await unknown()).toBe(404)
  await dev.edit('apps/site/app/server-context/load-context.ts', 'unknown: 404', 'unknown: 410')
  await expect.poll(unknown).toBe(410)
  expect((await dev.ask('/verify/NAIC25A7K2M')).text).toContain('Asha Example')
})

test('a change of a letter is in the next one', async () => {
  const file = 'packages/admissions/letters/letters.ts'
  await dev.edit(file, 'Thank you for applying', 'Many thanks for applying')
  const theNext = expect.stringMatching(/Many thanks for applying[^]*Notional/)
  let number = 0
  const letters = async () => {
    number += 1
    const body = formData({ email: `asha${number}@example.com` })
    await dev.ask('/api/internship/apply/', { method: 'POST', body })
    return dev.letters()
  }
  await expect.poll(letters, { interval: 300 }).toContainEqual(theNext)
})

test('after a mistake in the server, requests wait for the save that mends it', async () => {
  const before = dev.said.length
  await dev.edit(server, 'const noSuchAddress', 'const const noSuchAddress')
  const told = /create-app[.]ts[^]*SyntaxError[^]*The API has ended/
  await expect.poll(() => dev.said.slice(before)).toMatch(told)
  const waiting = Promise.all([dev.ask('/api/none'), dev.ask('/about')])
  await dev.edit(server, 'const const noSuchAddress', 'const noSuchAddress')
  const [answer, about] = await waiting
  expect(answer.text).toContain('Nothing is here.')
  expect(about.text).toContain('id="what-came-of-it"')
})

/** What `npm run dev` runs, on a copy of the sources that tests may change. */
class DevServer {
  /** All that it printed. */
  said = ''
  readonly #folder: string
  readonly #url: string
  readonly #process: ChildProcess

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.#url = `http://localhost:${port}`
    const { NODE_ENV: _ofTheTests, ...environment } = process.env
    this.#process = spawn('npm', ['run', 'dev'], {
      cwd: folder,
      detached: true,
      env: { ...environment, PORT: String(port), DATA_DIR: path.join(folder, 'data') },
    })
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        this.said += bytes.toString()
      })
    }
  }

  /** @returns one that has answered. */
  static async start(): Promise<DevServer> {
    const folder = await copySources()
    const started = new DevServer(folder, await freePort())
    while (!(await started.ask('/').catch(() => undefined))) {
      if (started.#process.exitCode !== null) throw new Error(`It ended:\n${started.said}`)
      await sleep(100)
    }
    return started
  }

  get apisStarted(): number {
    return this.said.split('Server listening at').length - 1
  }

  /** Replaces the first of a text in a file, which must be there. */
  async edit(file: string, from: string, to: string): Promise<void> {
    const name = path.join(this.#folder, file)
    const text = await readFile(name, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
    await writeFile(name, text.replace(from, to))
  }

  /** @throws where the connection is refused or cut. */
  async ask(address: string, request: RequestInit = {}) {
    const answer = await fetch(this.#url + address, request)
    return { status: answer.status, text: await answer.text() }
  }

  /** All letters that were sent. */
  async letters(): Promise<string[]> {
    const folder = path.join(this.#folder, 'data/mail')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
  }

  async stop(): Promise<void> {
    const { pid } = this.#process
    const ended = once(this.#process, 'exit')
    // The whole group, as Ctrl+C in a terminal does.
    if (pid) process.kill(-pid, 'SIGINT')
    await ended
    await rm(this.#folder, { recursive: true, maxRetries: 5 })
  }
}

/** Everything that belongs to the sources; the packages are shared. */
async function copySources(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-dev-'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  for (const name of listed.toString().trim().split('\n')) {
    if (existsSync(name)) await cp(name, path.join(folder, name))
  }
  linkPackages(folder)
  return folder
}

/**
 * Gives a copy of the tree its `node_modules`: packages of others are those of the tree, our own are the
 * copy's.
 */
function linkPackages(copy: string): void {
  const [from, to] = [path.resolve('node_modules'), path.join(copy, 'node_modules')]
  mkdirSync(path.join(to, '@naic'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@naic') symlinkSync(path.join(from, name), path.join(to, name))
  }
  for (const name of readdirSync(path.join(from, '@naic'))) {
    symlinkSync(readlinkSync(path.join(from, '@naic', name)), path.join(to, '@naic', name))
  }
}
