import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { arch, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { apply } from '#support/apply-by-number.ts'
import { installed } from '#support/debian-packages.ts'

/** The image of a release, made and run by Podman on a Debian that has nothing but its base. */
const run = promisify(execFile)
const base = 'localhost/debian:trixie'
const image = 'localhost/naic:tried'

let there: true | string
let place: string
let release: string
/** Podman with a store of its own, so that nothing stays. */
let environment: NodeJS.ProcessEnv
const podman = (...words: string[]) =>
  run('podman', words, { env: environment, maxBuffer: 64 * 1024 * 1024 })

beforeAll(async () => {
  there = await installed(['podman', 'runc', 'netavark', 'debootstrap'])
  if (there === true && process.getuid?.() !== 0) there = 'Only root can make a Debian.'
  if (there !== true) return
  place = await mkdtemp(path.join(tmpdir(), 'naic-image-'))
  environment = await podmanOfItsOwn()
  release = path.join(place, 'release')
  const [reason] = await Promise.all([
    makeBase(),
    run('node', [
      'tools/release/make-release.ts',
      `--architecture=${arch()}`,
      `--folder=${release}`,
    ]),
  ])
  there = reason
  if (there !== true) return
  const build = path.join(release, 'deploy/container/build')
  await run(build, [image, '--base', base], { env: environment, maxBuffer: 64 * 1024 * 1024 })
}, 900_000)
afterAll(async () => {
  if (!place) return
  await podman('rm', '--all', '--force')
  await podman('volume', 'rm', '--all', '--force')
  await podman('rmi', '--all', '--force')
  await rm(place, { recursive: true })
}, 120_000)
beforeEach(({ skip }) => skip(there !== true, String(there)))

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

/** @returns true, or why no container can be run here. */
async function makeBase(): Promise<true | string> {
  const root = path.join(place, 'root')
  try {
    await run('debootstrap', ['--variant=minbase', 'trixie', root, 'http://deb.debian.org/debian'])
    await run('tar', ['-C', root, '-cf', `${root}.tar`, '.'])
    await podman('import', `${root}.tar`, base)
    await podman('run', '--rm', '--network=none', base, 'true')
    return true
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    return `No container can be run here: ${stderr.trim().split('\n').at(-1) || message}`
  }
}

/** As docs/containers.md runs it, on this machine's own network. */
async function start(name: string, settings: Record<string, string>, ...rest: string[]) {
  const given = Object.entries(settings).map(([setting, value]) => `--env=${setting}=${value}`)
  await podman(
    'run',
    '--detach',
    `--name=${name}`,
    '--network=host',
    '--read-only',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    '--tmpfs=/tmp',
    '--volume=naic:/var/lib/naic',
    ...given,
    ...rest,
  )
}

const inside = (name: string, ...words: string[]) => podman('exec', name, ...words)
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 0,
    ({ code }: { code: number }) => code,
  )

test('it is for a user without rights, and says what is in it', async () => {
  const said = await podman('image', 'inspect', image)
  const [{ Config: config, Healthcheck: health }] = JSON.parse(said.stdout)
  const facts = JSON.parse(await readFile(path.join(release, 'release.json'), 'utf8'))
  expect(config).toMatchObject({
    User: '10001:10001',
    Cmd: ['/opt/naic/bin/naic-server'],
    Volumes: { '/var/lib/naic': {} },
    StopSignal: 'SIGTERM',
    Labels: {
      'org.opencontainers.image.version': facts.version,
      'org.opencontainers.image.revision': facts.commit,
      'org.opencontainers.image.licenses': 'MIT',
    },
  })
  expect(config.Entrypoint).toBeUndefined()
  expect(config.Env.toSorted()).toEqual([
    'DATA_DIR=/var/lib/naic',
    'HOST=0.0.0.0',
    'PATH=/opt/naic/bin:/usr/bin:/bin',
  ])
  expect(health.Test).toEqual([
    'CMD',
    '/opt/naic/bin/node',
    '/opt/naic/deploy/container/healthy.mjs',
  ])
})

test('it has the release as it was, which the program cannot change', async () => {
  const here = ['run', '--rm', '--network=none', image, 'sh', '-c']
  await podman(...here, 'cd /opt/naic && sha256sum --check --quiet --strict SHA256SUMS')
  const others = 'find /opt/naic ! -user root -o ! -type l -perm /022'
  expect((await podman(...here, others)).stdout).toBe('')
})

test('no image is made of a release that was changed', async () => {
  const changed = path.join(place, 'changed')
  await cp(release, changed, { recursive: true })
  await writeFile(path.join(changed, 'build/program/main.js'), '// something else')
  const made = run(path.join(changed, 'deploy/container/build'), [image], { env: environment })
  await expect(made).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('build/program/main.js: FAILED'),
  })
  await rm(changed, { recursive: true })
})

test('the site serves and stores on a root that cannot be written to, ends in time, and keeps what it has', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { PORT: String(port), SITE_URL: 'https://www.example.org' }
  await start('site', settings, image)
  const ready = () =>
    vi.waitFor(async () => expect((await fetch(`${url}/ready`)).status).toBe(200), {
      timeout: 90_000,
    })
  await ready()
  expect(await codeOf(podman('healthcheck', 'run', 'site'))).toBe(0)
  expect((await apply(url, 1)).status).toBe(201)

  const { stdout: rights } = await inside(
    'site',
    'sh',
    '-c',
    'id -u; grep -E "^(CapEff|NoNewPrivs)" /proc/1/status',
  )
  expect(rights.split(/\s+/)).toEqual([
    '10001',
    'CapEff:',
    '0000000000000000',
    'NoNewPrivs:',
    '1',
    '',
  ])
  for (const file of ['/opt/naic/x', '/etc/x', '/x']) {
    expect(await codeOf(inside('site', 'touch', file))).toBe(1)
  }

  await podman('stop', '--time=15', 'site')
  const [{ State: ended }] = JSON.parse((await podman('inspect', 'site')).stdout)
  expect([ended.Status, ended.ExitCode]).toEqual(['exited', 0])
  await podman('start', 'site')
  await ready()
  expect((await inside('site', 'council', 'applications')).stdout).toContain('NAIC-')
})

test('the desk is served from the same image beside it, and its health is its own', async () => {
  const port = await freePort()
  const settings = { DESK_URL: 'https://desk.example.org', SITE_URL: 'https://www.example.org' }
  const command = ['council', 'desk', '--serve', '--host', '0.0.0.0', '--port', String(port)]
  await start('desk', settings, image, ...command)
  const healthy = (...words: string[]) =>
    codeOf(inside('desk', 'node', '/opt/naic/deploy/container/healthy.mjs', ...words))
  await vi.waitFor(async () => expect(await healthy('desk', String(port))).toBe(0), {
    timeout: 90_000,
  })
  expect(await healthy('desk', String(await freePort()))).toBe(1)
  // By another name it is not there.
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(403)
  await podman('stop', '--time=15', 'desk')
  const [{ State: ended }] = JSON.parse((await podman('inspect', 'desk')).stdout)
  expect(ended.ExitCode).toBe(0)
})

test('metrics are shown outside to who has the token, which is a file in the container', async () => {
  await podman('stop', '--time=15', 'site')
  const [port, metrics] = [await freePort(), await freePort()]
  const secrets = path.join(place, 'secrets')
  const token = 'x'.repeat(40)
  await mkdir(secrets, { mode: 0o700 })
  await writeFile(path.join(secrets, 'metrics_token'), token)
  await start(
    'watched',
    {
      PORT: String(port),
      SITE_URL: 'https://www.example.org',
      METRICS_PORT: String(metrics),
      METRICS_HOST: '0.0.0.0',
      METRICS_TOKEN_FILE: '/run/secrets/metrics_token',
    },
    `--volume=${secrets}/metrics_token:/run/secrets/metrics_token:ro`,
    image,
  )
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${metrics}/metrics`, { headers })
  await vi.waitFor(async () => expect((await ask({})).status).toBe(401), { timeout: 90_000 })
  const shown = await ask({ Authorization: `Bearer ${token}` })
  expect([shown.status, (await shown.text()).includes('naic_database_up 1')]).toEqual([200, true])
})

test('an image from it makes backups of the same data, into a folder that the site does not have', async () => {
  const backup = 'localhost/naic-backup:tried'
  const file = path.join(release, 'deploy/container/Containerfile.backup')
  const options = [
    '--format=docker',
    '--network=host',
    `--build-arg=IMAGE=${image}`,
    `--file=${file}`,
  ]
  await podman('build', ...options, `--tag=${backup}`, place)
  const asBackup = [
    '--volume=backups:/var/lib/naic-backups',
    '--volume=state:/var/lib/naic-backup-state',
  ]
  const once = (...words: string[]) =>
    podman(
      'run',
      '--rm',
      '--network=none',
      '--read-only',
      '--cap-drop=ALL',
      '--tmpfs=/tmp',
      '--volume=naic:/var/lib/naic',
      ...asBackup,
      ...words,
    )
  await once('--env=SITE_URL=https://www.example.org', backup)
  expect((await once(backup, 'pg_dump', '--version')).stdout).toContain('(PostgreSQL) 17')
  const { stdout } = await once(
    backup,
    'sh',
    '-c',
    'age --version && ls /var/lib/naic-backups && cat /var/lib/naic-backup-state/backup.json',
  )
  expect(stdout).toMatch(/naic-[\d-]+[.]tar\n.*"sha256":"[\da-f]{64}"/s)
}, 600_000)
