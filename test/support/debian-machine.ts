import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { asha, cv } from './ashas-form.ts'

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

/** The release `naic-1` of a folder under another number, with other files where `changed` has them, and more. */
export async function addRelease(
  folder: string,
  version: number,
  changed: Record<string, string> = {},
): Promise<void> {
  const there = path.join(folder, `naic-${version}`)
  await run('cp', ['-al', path.join(folder, 'naic-1'), there])
  const known = JSON.parse(await readFile(path.join(there, 'release.json'), 'utf8'))
  const files = {
    'release.json': JSON.stringify({ ...known, version: `${version}` }),
    ...changed,
  }
  let sums = await readFile(path.join(there, 'SHA256SUMS'), 'utf8')
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(there, name)
    const { mode } = await stat(file).catch(() => ({ mode: 0o644 }))
    // It was one with that of the other release.
    await rm(file, { force: true })
    await writeFile(file, content, { mode })
    const { stdout } = await run('sha256sum', [name], { cwd: there })
    sums = sums.replace(new RegExp(`^[0-9a-f]{64}  ${name}\n`, 'm'), '') + stdout
  }
  await rm(path.join(there, 'SHA256SUMS'))
  await writeFile(path.join(there, 'SHA256SUMS'), sums)
}

/** 160 people in eight seconds, who read a page or, every fourth, apply through nginx, each on a connection of their own. @returns how often each was answered what. */
export async function answersTo160(machine: DebianMachine): Promise<string> {
  const given = ['-e', visitors, JSON.stringify(asha), Buffer.from(cv).toString('base64')]
  return (await machine.runOurs(process.execPath, given)).stdout.trim()
}

const visitors = `
const { request } = require('node:https')
const [answers, cv] = process.argv.slice(1)
const host = 'www.example.org'
const send = (number, path, type, body) => new Promise((done) => {
  const asked = request({ host: '127.0.0.1', servername: host, path, method: body ? 'POST' : 'GET',
    headers: { Host: host, ...(body && { 'Content-Type': type, 'Content-Length': body.length }) },
    localAddress: '127.0.0.' + (20 + number), agent: false, rejectUnauthorized: false })
  asked.on('error', (error) => done(error.code))
  asked.on('response', (answer) => answer.resume().on('end', () => done(answer.statusCode)))
  asked.end(body)
})
async function apply(number) {
  const form = new FormData()
  const email = 'n' + number + '@example.com'
  for (const one of Object.entries({ ...JSON.parse(answers), email })) form.append(...one)
  form.append('resume', new File([Buffer.from(cv, 'base64')], 'cv.pdf', { type: 'application/pdf' }))
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  return send(number, '/api/internship/apply/', encoded.headers.get('content-type'), body)
}
const all = []
const timer = setInterval(() => {
  all.push(all.length % 4 === 3 ? apply(all.length) : send(all.length, '/about'))
  if (all.length < 160) return
  clearInterval(timer)
  Promise.all(all).then((statuses) => {
    const times = Map.groupBy(statuses, String)
    console.log(JSON.stringify([...times].map(([status, same]) => [Number(status) || status, same.length]).sort()))
  })
}, 50)
`
