import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mountSmallDisk } from '#support/small-disk.ts'

/**
 * What `npm run test:rigs` and `npm run test:deploy` need of a machine beside what npm brought. No
 * test installs anything: the first step of both commands is to look, and to say what is missing.
 *
 *     node test/needs.ts rigs        a sentence for each thing that is missing, and exit code 1
 *     node test/needs.ts packages    the Debian packages that bring what is missing, for .ci/run
 */

type Need = {
  /** A program, or a file by its whole path. */
  file: string
  debianPackage: string
  /** What cannot be tried without it. */
  without: string
}

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`

const container = 'podman cannot start a container here'
const machine = 'no machine can be made to install a release on'
const store = 'there is no store that speaks S3'

const ofTheStore: readonly Need[] = [
  { file: 'swift-proxy-server', debianPackage: 'swift-proxy', without: store },
  { file: 'swift-account-server', debianPackage: 'swift-account', without: store },
  { file: 'swift-container-server', debianPackage: 'swift-container', without: store },
  { file: 'swift-object-server', debianPackage: 'swift-object', without: store },
  { file: 'memcached', debianPackage: 'memcached', without: store },
]

const needs: Record<'rigs' | 'deploy', readonly Need[]> = {
  rigs: [
    ...ofTheStore,
    { file: 'nginx', debianPackage: 'nginx-light', without: 'nothing shares out two copies' },
  ],
  deploy: [
    ...ofTheStore,
    { file: 'age', debianPackage: 'age', without: 'no backup can be encrypted' },
    { file: 'caddy', debianPackage: 'caddy', without: 'the site is not tried behind Caddy' },
    { file: 'debootstrap', debianPackage: 'debootstrap', without: machine },
    { file: 'systemd-nspawn', debianPackage: 'systemd-container', without: machine },
    { file: 'mkfs.ext4', debianPackage: 'e2fsprogs', without: 'no disk can be made' },
    { file: 'systemd-analyze', debianPackage: 'systemd', without: 'no unit can be checked' },
    { file: 'podman', debianPackage: 'podman', without: container },
    { file: 'runc', debianPackage: 'runc', without: container },
    { file: '/usr/lib/podman/netavark', debianPackage: 'netavark', without: container },
    { file: 'iptables', debianPackage: 'iptables', without: container },
    {
      file: 'docker-compose',
      debianPackage: 'docker-compose',
      without: 'nothing reads compose.yaml',
    },
    {
      file: 'kubectl',
      debianPackage: 'kubernetes-client',
      without: 'nothing reads deploy/kubernetes',
    },
    {
      file: `${libraries}/faketime/libfaketime.so.1`,
      debianPackage: 'libfaketime',
      without: 'no clock can be set wrong',
    },
    { file: 'nginx', debianPackage: 'nginx-light', without: 'the site is not tried behind nginx' },
    {
      file: 'openssl',
      debianPackage: 'openssl',
      without: 'no certificates of containers can be made',
    },
    { file: 'pg_dump', debianPackage: 'postgresql', without: 'no database can be dumped' },
    { file: 'promtool', debianPackage: 'prometheus', without: 'no alert can be tried' },
    {
      file: 'strace',
      debianPackage: 'strace',
      without: 'no call to the system can be made to fail',
    },
  ],
}

/** Where programs are; a user who is not root does not have all of it in PATH. */
const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin']

function isThere(file: string): boolean {
  return (path.isAbsolute(file) ? [''] : folders).some((folder) => {
    try {
      accessSync(path.join(folder, file), constants.R_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Tests of disks, units and machines mount what they need. @returns why that cannot be done here. */
async function whyNoMount(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'Only root can mount a disk or start a machine: use sudo.'
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-needs-'))
  try {
    await (await mountSmallDisk(folder, 4)).remove()
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Root may do anything with any file: what a server does without a right is tried as `nobody`. */
function whyNotAsNobody(): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const nobody = { uid: 65_534, gid: 65_534 }
  const { status } = spawnSync('cat', ['apps/site/server/serve.js'], nobody)
  return status === 0 ? undefined : 'No other user than root can read the sources where they lie.'
}

const missingOf = (command: 'rigs' | 'deploy') =>
  needs[command].filter(({ file }) => !isThere(file))

async function whatIsMissing(command: 'rigs' | 'deploy'): Promise<string[]> {
  const sentences = missingOf(command).map(
    ({ file, debianPackage, without }) =>
      `${path.basename(file)} is missing, so ${without}: apt-get install ${debianPackage}`,
  )
  const why = command === 'deploy' ? await whyNoMount() : whyNotAsNobody()
  return why ? [...sentences, why] : sentences
}

const [asked] = process.argv.slice(2)
if (asked === 'packages') {
  const missing = [...missingOf('rigs'), ...missingOf('deploy')]
  console.log([...new Set(missing.map(({ debianPackage }) => debianPackage))].join(' '))
} else if (asked === 'rigs' || asked === 'deploy') {
  const missing = await whatIsMissing(asked)
  for (const sentence of missing) console.error(`npm run test:${asked}: ${sentence}`)
  process.exitCode = missing.length > 0 ? 1 : 0
} else {
  console.error('Usage: node test/needs.ts rigs|deploy|packages')
  process.exitCode = 2
}
