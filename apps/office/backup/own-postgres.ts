import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DatabaseUnusable } from '@naic/store/database/database.ts'
import { holdsTables } from '@naic/store/database/postgres/postgres-schema.ts'
import type { PostgresAddress } from '@naic/store/database/postgres/postgres-session.ts'
import { BackupRefused } from './backup-format.ts'

const run = promisify(execFile)

/** Where Debian has PostgreSQL's servers, a folder for each version. */
const debians = '/usr/lib/postgresql'
const patienceMs = 60_000

/** The server refuses to run as root: it is `nobody` then. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * Starts an empty PostgreSQL server for this process alone: nobody else can reach it, and it ends when
 * this process does, however that ends.
 *
 * @param folder for all that is its own. What is there is removed.
 * @throws BackupRefused if PostgreSQL is not installed, or does not start.
 */
export async function startOwnPostgres(
  folder: string,
): Promise<{ address: PostgresAddress } & AsyncDisposable> {
  const programs = await findPrograms()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  // Within the folder nobody else is: whoever is here may do everything.
  const how = ['--auth=trust', '--username=naic', '--encoding=UTF8', '--locale=C', '--no-sync']
  const options = { ...user, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
  let server: ChildProcess | undefined
  try {
    await run(path.join(programs, 'initdb'), ['-D', data, ...how], options)
    const words = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'autovacuum=off']
    // The kernel ends it with this process, also after SIGKILL (prctl(2), PR_SET_PDEATHSIG).
    const tied = ['--pdeathsig', 'QUIT', '--', path.join(programs, 'postgres'), ...words]
    const child = spawn('setpriv', tied, { ...options, stdio: 'ignore' })
    server = child
    child.on('error', () => undefined)
    const address: PostgresAddress = {
      host: folder,
      port: 5432,
      user: 'naic',
      password: () => '',
      name: 'postgres',
      tls: 'disable',
      shown: 'a PostgreSQL of its own',
    }
    await answers(address, child)
    return {
      address,
      async [Symbol.asyncDispose]() {
        child.kill('SIGQUIT')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    server?.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    const { stderr, message } = error as Error & { stderr?: string }
    throw new BackupRefused(`No PostgreSQL can be started for it: ${stderr?.trim() || message}`, {
      cause: error,
    })
  }
}

/** @returns the folder of initdb and postgres, of the newest version that is installed. */
async function findPrograms(): Promise<string> {
  const versions = (await readdir(debians).catch(() => [])).filter((name) => /^\d+$/.test(name))
  const newest = versions.map(Number).toSorted((a, b) => a - b)
  for (const version of newest.toReversed()) {
    const programs = path.join(debians, String(version), 'bin')
    const names = await readdir(programs).catch((): string[] => [])
    if (names.includes('postgres')) return programs
  }
  throw new BackupRefused(
    `No PostgreSQL server is installed in ${debians}: it takes one of its own to read the rows. On Debian: apt-get install postgresql, of the live server's version or newer.`,
  )
}

async function answers(address: PostgresAddress, child: ChildProcess): Promise<void> {
  for (const until = performance.now() + patienceMs; ;) {
    try {
      await holdsTables(address)
      return
    } catch (error) {
      if (!(error instanceof DatabaseUnusable)) throw error
      const isOver = child.exitCode !== null || child.signalCode !== null
      if (isOver || performance.now() > until) throw error
    }
    await sleep(100)
  }
}
