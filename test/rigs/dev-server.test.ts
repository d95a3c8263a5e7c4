import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formData } from '#support/ashas-form.ts'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { linkPackages } from '#support/link-packages.ts'

/** Edits of a copy of the sources, while a browser keeps asking. */

let dev: DevServer
beforeAll(async () => {
  dev = await DevServer.start()
})
afterAll(() => dev.stop())

/** Asks until the answer is right; being refused meanwhile is a failure. */
async function answers(address: string, text: string): Promise<void> {
  while (!(await dev.read(address)).includes(text)) await sleep(50)
}

test('a change of the server is answered by the next API, and nobody is refused meanwhile', async () => {
  await answers('/api/none', 'There is no such address.')
  await dev.edit(
    'apps/site/server/http/create-app.ts',
    'There is no such address.',
    'Nothing is here.',
  )
  await answers('/api/none', 'Nothing is here.')
})

test('a change of what server and pages share counts for both', async () => {
  expect(await dev.status('/verify/NAIC00NONE')).toBe(404)
  await dev.edit('apps/site/app/server-context/load-context.ts', 'unknown: 404', 'unknown: 410')
  while ((await dev.status('/verify/NAIC00NONE')) !== 410) await sleep(50)
  expect(await dev.read('/verify/NAIC25A7K2M')).toContain('Asha Example')
})

test('a change of words is on the pages and in the letters', async () => {
  await dev.edit('content/organisation.json', 'National Academic', 'Notional Academic')
  await answers('/about', 'Notional Academic')
  await dev.edit(
    'packages/admissions/letters/letters.ts',
    'Thank you for applying',
    'Many thanks for applying',
  )
  let letter: string | undefined
  for (let number = 1; letter === undefined; number += 1) {
    await dev.post('/api/internship/apply/', formData({ email: `asha${number}@example.com` }))
    await sleep(300)
    letter = (await dev.letters()).find((text) => text.includes('Many thanks'))
  }
  expect(letter).toContain('Notional Academic')
})

test("a change of the programme's words is in every text that names them", async () => {
  await dev.edit('content/programme.json', '"8-10"', '"8-99"')
  await answers('/internships', '8-99')
})

test('a change of a page needs no other API', async () => {
  const before = dev.apisStarted
  await dev.edit('apps/site/app/pages/about/about-page.tsx', 'id="impact"', 'id="what-came-of-it"')
  await answers('/about', 'id="what-came-of-it"')
  expect(dev.apisStarted).toBe(before)
})

test('after a mistake in the server, requests wait for the save that mends it', async () => {
  const before = dev.said.length
  await dev.edit(
    'apps/site/server/http/create-app.ts',
    'const noSuchAddress',
    'const const noSuchAddress',
  )
  const told = /create-app[.]ts[^]*SyntaxError[^]*The API has ended/
  while (!told.test(dev.said.slice(before))) await sleep(50)
  const waiting = Promise.all([dev.read('/api/none'), dev.read('/about')])
  await dev.edit(
    'apps/site/server/http/create-app.ts',
    'const const noSuchAddress',
    'const noSuchAddress',
  )
  const [answer, page] = await waiting
  expect(answer).toContain('Nothing is here.')
  expect(page).toContain('id="what-came-of-it"')
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
    const isUp = () =>
      started.read('/').then(
        () => true,
        () => false,
      )
    while (!(await isUp())) {
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
  async read(address: string): Promise<string> {
    return (await fetch(this.#url + address)).text()
  }

  async status(address: string): Promise<number> {
    const answer = await fetch(this.#url + address)
    await answer.text()
    return answer.status
  }

  async post(address: string, body: FormData): Promise<number> {
    return (await fetch(this.#url + address, { method: 'POST', body })).status
  }

  /** The letters that were sent. */
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
