import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const mirror = 'http://deb.debian.org/debian'

/**
 * Makes a release of this tree, and the file system of an empty Debian with systemd and the packages that the
 * release asks for. It takes some minutes.
 *
 * @param releases a folder, where it is `naic-1`.
 * @param prepare commands that are run in it as root, with this machine's network; nothing is started.
 * @returns its folder.
 */
export async function emptyDebian(releases: string, ...prepare: string[]): Promise<string> {
  const made = [`--architecture=${process.arch}`, `--folder=${releases}/naic-1`]
  await run(process.execPath, ['tools/release/make-release.ts', ...made])
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-debian-'))
  const root = path.join(folder, 'root')
  const include = '--include=systemd,systemd-sysv,dbus,ca-certificates'
  try {
    await run('debootstrap', ['--variant=minbase', include, 'bookworm', root, mirror], patient)
    for (const line of ['/releases/naic-1/deploy/install --only-packages', ...prepare])
      await run(
        'systemd-nspawn',
        [...entering(root, releases), '--pipe', 'sh', '-ec', line],
        patient,
      )
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const lastLine = `${stdout}${stderr}`.trim().split('\n').at(-1)
    throw new Error(`No Debian can be made of ${mirror}, which must be reached: ${lastLine}`, {
      cause: error,
    })
  }
  return root
}

const patient = { timeout: 600_000, maxBuffer: 64 * 1024 * 1024 }

/** It may read the releases, at /releases. */
const entering = (root: string, releases: string) => [
  '--quiet',
  '--register=no',
  '--keep-unit',
  `--directory=${root}`,
  `--bind-ro=${releases}:/releases`,
]

export type DebianMachine = Awaited<ReturnType<typeof bootDebian>>

/** A machine that systemd has started, with a network that leads nowhere. @param root of `emptyDebian`. */
export async function bootDebian(root: string, releases: string) {
  const name = path.basename(path.dirname(root)).toLowerCase()
  const options = [...entering(root, releases), '--private-network', `--machine=${name}`, '--boot']
  const container = spawn('systemd-nspawn', options, { stdio: 'ignore' })
  let init = ''

  function start(line: string, input: string) {
    const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    const there = ['env', '-i', `PATH=${PATH}`, 'HOME=/root', 'TERM=dumb', 'sh', '-c', line]
    const namespaces = ['--mount', '--uts', '--ipc', '--net', '--pid']
    const words = [`--target=${init}`, ...namespaces, '--', ...there]
    const child = spawn('nsenter', words, { detached: true })
    // It may end without having read it.
    child.stdin.on('error', () => undefined).end(input)
    return child
  }
  /** Runs a line of the shell there, as root. */
  const shell = (line: string, input = '') => saidBy(start(line, input))
  /** The same, which must succeed. @returns what it printed. */
  async function ask(line: string): Promise<string> {
    const { code, stdout, stderr } = await shell(line)
    if (code !== 0) throw new Error(`${line} ended with ${code}.\n${stdout}\n${stderr}`)
    return stdout.trim()
  }

  while (
    !init ||
    !/^(running|degraded)$/m.test((await shell('systemctl is-system-running')).stdout)
  ) {
    if (container.exitCode !== null) throw new Error('The machine did not start.')
    await sleep(200)
    const children = `/proc/${container.pid}/task/${container.pid}/children`
    init = (await readFile(children, 'utf8')).split(' ')[0] ?? ''
  }
  return {
    root,
    run: shell,
    ask,

    /** Runs a line, and kills it with all that it started as soon as the other line ends. */
    async runUntil(line: string, other: string, input = ''): Promise<void> {
      const child = start(line, input)
      const said = saidBy(child)
      await ask(other)
      if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      await said
    },

    /** Runs a program of ours on the machine's network. */
    runOurs: (program: string, words: readonly string[]) =>
      saidBy(spawn('nsenter', [`--target=${init}`, '--net', '--', program, ...words])),

    /** Ends it as if its power were cut, and throws its file system away. */
    async remove(): Promise<void> {
      const ended = once(container, 'close')
      // With the first process all others end; they would outlive the one that started them.
      process.kill(Number(init), 'SIGKILL')
      await ended
      // Its last processes may be writing still.
      await rm(path.dirname(root), { recursive: true, maxRetries: 20 })
    },
  }
}

async function saidBy(child: ChildProcessWithoutNullStreams) {
  const both = [text(child.stdout), text(child.stderr)] as const
  const [stdout, stderr, [code]] = await Promise.all([...both, once(child, 'close')])
  return { code: code as number | null, stdout, stderr }
}
