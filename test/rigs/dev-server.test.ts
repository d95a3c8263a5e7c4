import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ServerProcess } from '#support/run-server.ts'
import { freePort } from '@naic/site/server/dev/free-port.ts'

/** Edits of a copy of the sources, while somebody keeps asking. */

let folder: string
let url: string
/** What `npm run dev` runs, on a copy of the sources that tests may change. */
let dev: ServerProcess
beforeAll(async () => {
  folder = await copySources()
  const PORT = String(await freePort())
  url = `http://localhost:${PORT}`
  const options = { command: ['npm', 'run', 'dev'], cwd: folder, detached: true }
  dev = new ServerProcess({ PORT, DATA_DIR: path.join(folder, 'data') }, options)
  await ask('/')
})
afterAll(async () => {
  // The whole group, as Ctrl+C in a terminal does.
  if (dev.process.pid) process.kill(-dev.process.pid, 'SIGINT')
  await dev.ending
  await rm(folder, { recursive: true, maxRetries: 5 })
})

const answers = (address: string, text: string) =>
  expect.poll(async () => (await ask(address)).text, { timeout: 60_000 }).toContain(text)

const server = 'apps/site/server/http/create-app.ts'
const page = 'apps/site/app/pages/about/about-page.tsx'

test.each([
  ['/api/none', server, 'There is no such address.', 'Nothing is here.'],
  ['/about', 'content/organisation.json', 'National Academic', 'Notional Academic'],
  ['/internships', 'content/programme.json', '"8-10"', '"8-99"'],
  ['/about', page, 'id="impact"', 'id="what-came-of-it"'],
])('%s has a change of %s', async (address, file, from, to) => {
  const started = () => dev.output.split('Server listening at').length
  const before = started()
  await edit(file, from, to)
  await answers(address, to.replaceAll(/^"|"$/g, ''))
  if (file === page) expect(started(), 'a page needs no new start').toBe(before)
})

test('a change of what server and pages share counts for both', async () => {
  const unknown = async () => (await ask('/verify/NAIC00NONE')).status
  expect(await unknown()).toBe(404)
  await edit('apps/site/app/server-context/load-context.ts', 'unknown: 404', 'unknown: 410')
  await expect.poll(unknown).toBe(410)
  expect((await ask('/verify/NAIC25A7K2M')).text).toContain('Asha Example')
})

test('after a mistake in the server, the save that mends it starts it again', async () => {
  dev.output = ''
  dev.errors = ''
  await edit(server, 'const noSuchAddress', 'const const noSuchAddress')
  await expect.poll(() => dev.errors + dev.output).toMatch(/create-app[.]ts[^]*SyntaxError/)
  await edit(server, 'const const noSuchAddress', 'const noSuchAddress')
  const [answer, about] = [await ask('/api/none'), await ask('/about')]
  expect(answer.text).toContain('Nothing is here.')
  expect(about.text).toContain('id="what-came-of-it"')
})

/** Replaces the first of a text in a file, which must be there. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const name = path.join(folder, file)
  const text = await readFile(name, 'utf8')
  expect(text).toContain(from)
  await writeFile(name, text.replace(from, to))
}

/** Asks again while the server starts anew. */
async function ask(address: string) {
  for (;;) {
    try {
      const answer = await fetch(url + address)
      return { status: answer.status, text: await answer.text() }
    } catch (error) {
      if (dev.hasEnded) throw error
      await sleep(100)
    }
  }
}

/** Everything that belongs to the sources; packages of others are those of the tree, our own are the copy's. */
async function copySources(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'naic-dev-'))
  const script = `
    git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$0"
    mkdir "$0/node_modules"
    cp -a node_modules/@naic "$0/node_modules"
    find "$PWD/node_modules/" -mindepth 1 -maxdepth 1 ! -name @naic -exec ln -s -t "$0/node_modules" {} +`
  await promisify(execFile)('sh', ['-c', script, copy])
  return copy
}
