import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { arch, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { apply } from '#support/apply-by-number.ts'

/** The image of a release, made and run by Podman on a Debian that has nothing but its base. */
const execute = promisify(execFile)
const base = 'localhost/debian:trixie'
const image = 'localhost/naic:tried'
const backupImage = 'localhost/naic-backup:tried'

let place: string
let release: string
/** Podman with a store of its own, so that nothing stays. */
let environment: NodeJS.ProcessEnv
const run = (program: string, ...words: string[]) =>
  execute(program, words, { env: environment, maxBuffer: 64 * 1024 * 1024 })
const podman = (...words: string[]) => run('podman', ...words)

beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'naic-image-'))
  environment = await podmanOfItsOwn()
  release = path.join(place, 'release')
  const words = [`--architecture=${arch()}`, `--folder=${release}`]
  await Promise.all([makeBase(), run('node', 'tools/release/make-release.ts', ...words)])
  await run(path.join(release, 'deploy/container/build'), image, '--base', base)
}, 900_000)
afterAll(async () => {
  await podman('rm', '--all', '--force')
  await podman('volume', 'rm', '--all', '--force')
  await podman('rmi', '--all', '--force')
  await rm(place, { recursive: true })
})

async function podmanOfItsOwn() {
  const files = {
    'storage.conf': `[storage]\ndriver = "overlay"\ngraphroot = "${place}/store"\nrunroot = "${place}/run"\n`,
    // A machine that is one itself may not raise these.
    'containers.conf': `[containers]\ndefault_ulimits = ["nofile=8192:8192", "nproc=4096:4096"]\n[engine]\nruntime = "runc"\nevents_logger = "none"\ncgroup_manager = "cgroupfs"\n`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(place, name), text)
  return {
    ...process.env,
    CONTAINERS_STORAGE_CONF: path.join(place, 'storage.conf'),
    CONTAINERS_CONF: path.join(place, 'containers.conf'),
  }
}

async function makeBase(): Promise<void> {
  const root = path.join(place, 'root')
  await run('debootstrap', '--variant=minbase', 'trixie', root, 'http://deb.debian.org/debian')
  await run('tar', '-C', root, '-cf', `${root}.tar`, '.')
  await podman('import', `${root}.tar`, base)
}

const bound = ['--read-only', '--cap-drop=ALL', '--tmpfs=/tmp', '--volume=naic:/var/lib/naic']
const site = { SITE_URL: 'https://www.example.org', DESK_URL: 'https://desk.example.org' }

/** As docs/containers.md runs it, on this machine's own network. */
async function start(name: string, settings: Record<string, string>, ...rest: string[]) {
  const given = Object.entries({ ...site, ...settings }).map(([key, value]) => `${key}=${value}`)
  const environs = given.map((one) => `--env=${one}`)
  const network = ['--network=host', '--security-opt=no-new-privileges']
  await podman('run', '--detach', `--name=${name}`, ...network, ...bound, ...environs, ...rest)
}

async function stop(name: string): Promise<void> {
  await podman('stop', '--time=15', name)
  const [{ State: ended }] = JSON.parse((await podman('inspect', name)).stdout)
  expect([ended.Status, ended.ExitCode]).toEqual(['exited', 0])
}

const inside = (name: string, ...words: string[]) => podman('exec', name, ...words)
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 0,
    ({ code }: { code: number }) => code,
  )

test('it has the release as it was, which the program cannot change, and says which', async () => {
  const here = ['run', '--rm', '--network=none', image, 'sh', '-c']
  await podman(...here, 'cd /opt/naic && sha256sum --check --quiet --strict SHA256SUMS')
  const others = 'find /opt/naic ! -user root -o ! -type l -perm /022'
  expect((await podman(...here, others)).stdout).toBe('')
  const [{ Config: config }] = JSON.parse((await podman('image', 'inspect', image)).stdout)
  const facts = JSON.parse(await readFile(path.join(release, 'release.json'), 'utf8'))
  expect(config.Labels).toMatchObject({
    'org.opencontainers.image.version': facts.version,
    'org.opencontainers.image.revision': facts.commit,
  })
})

test('no image is made of a release that was changed', async () => {
  const changed = path.join(place, 'changed')
  await cp(release, changed, { recursive: true })
  await writeFile(path.join(changed, 'build/program/main.js'), '// something else')
  await expect(run(path.join(changed, 'deploy/container/build'), image)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('build/program/main.js: FAILED'),
  })
  await rm(changed, { recursive: true })
})

test('the site serves and stores on a root that cannot be written to, ends in time, and keeps what it has', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await start('site', { PORT: String(port) }, image)
  const ready = () =>
    expect.poll(async () => (await fetch(`${url}/ready`).catch(() => undefined))?.status).toBe(200)
  await ready()
  expect(await codeOf(podman('healthcheck', 'run', 'site'))).toBe(0)
  expect((await apply(url, 1)).status).toBe(201)

  const asked = 'id -u; grep -E "^(CapEff|NoNewPrivs)" /proc/1/status'
  const { stdout: rights } = await inside('site', 'sh', '-c', asked)
  expect(rights).toMatch(/^10001\nCapEff:\s+0{16}\nNoNewPrivs:\s+1\n$/)
  for (const file of ['/opt/naic/x', '/etc/x', '/x']) {
    expect(await codeOf(inside('site', 'touch', file))).toBe(1)
  }

  await stop('site')
  await podman('start', 'site')
  await ready()
  expect((await inside('site', 'council', 'applications', 'export', '--json')).stdout).toContain(
    'NAIC-',
  )
})

test('the desk is served from the same image beside it, and its health is its own', async () => {
  const port = await freePort()
  const command = ['council', 'desk', '--host', '0.0.0.0', '--port', String(port)]
  await start('desk', {}, image, ...command)
  const healthy = (at: number) =>
    codeOf(inside('desk', 'node', '/opt/naic/deploy/container/healthy.mjs', 'desk', String(at)))
  await expect.poll(() => healthy(port)).toBe(0)
  expect(await healthy(await freePort())).toBe(1)
  // By another name it is not there.
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(403)
  await stop('desk')
})

test('an image from it makes backups of the same data, into a folder that the site does not have', async () => {
  const file = path.join(release, 'deploy/container/Containerfile.backup')
  const from = ['--format=docker', '--network=host', `--build-arg=IMAGE=${image}`]
  await podman('build', ...from, `--file=${file}`, `--tag=${backupImage}`, place)
  const volumes = ['backups:/var/lib/naic-backups', 'state:/var/lib/naic-backup-state']
  const once = (...words: string[]) => {
    const mounts = volumes.map((one) => `--volume=${one}`)
    return podman('run', '--rm', '--network=none', ...bound, ...mounts, ...words)
  }
  await once(`--env=SITE_URL=${site.SITE_URL}`, backupImage)
  const look =
    'age --version && ls /var/lib/naic-backups && cat /var/lib/naic-backup-state/backup.json'
  const { stdout } = await once(backupImage, 'sh', '-c', look)
  expect(stdout).toMatch(/naic-[\d-]+[.]tar\n.*"sha256":"[\da-f]{64}"/s)
}, 600_000)
