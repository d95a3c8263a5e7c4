import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { linkPackages } from './link-packages.ts'

/** What `npm run dev` runs, on a copy of the sources that tests may change. */
export class DevServer {
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
    const dev = new DevServer(folder, await freePort())
    const isUp = () =>
      dev.read('/').then(
        () => true,
        () => false,
      )
    while (!(await isUp())) {
      if (dev.#process.exitCode !== null) throw new Error(`It ended:\n${dev.said}`)
      await sleep(100)
    }
    return dev
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
