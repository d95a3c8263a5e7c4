import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
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

/** A program, or a file by its whole path; the Debian package that brings it; what cannot be tried without. */
type Need = readonly [file: string, debianPackage: string, without: string]

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`

const container = 'podman cannot start a container here'
const machine = 'no machine can be made to install a release on'
const store = 'there is no store that speaks S3'

const ofTheStore: readonly Need[] = [
  ['swift-proxy-server', 'swift-proxy', store],
  ['swift-account-server', 'swift-account', store],
  ['swift-container-server', 'swift-container', store],
  ['swift-object-server', 'swift-object', store],
  ['memcached', 'memcached', store],
]

const needs: Record<'rigs' | 'deploy', readonly Need[]> = {
  rigs: [...ofTheStore, ['nginx', 'nginx-light', 'nothing shares out two copies']],
  deploy: [
    ...ofTheStore,
    ['age', 'age', 'no backup can be encrypted'],
    ['caddy', 'caddy', 'the site is not tried behind Caddy'],
    ['debootstrap', 'debootstrap', machine],
    ['systemd-nspawn', 'systemd-container', machine],
    ['mkfs.ext4', 'e2fsprogs', 'no disk can be made'],
    ['systemd-analyze', 'systemd', 'no unit can be checked'],
    ['podman', 'podman', container],
    ['runc', 'runc', container],
    ['/usr/lib/podman/netavark', 'netavark', container],
    ['iptables', 'iptables', container],
    ['docker-compose', 'docker-compose', 'nothing reads compose.yaml'],
    ['kubectl', 'kubernetes-client', 'nothing reads deploy/kubernetes'],
    [`${libraries}/faketime/libfaketime.so.1`, 'libfaketime', 'no clock can be set wrong'],
    ['nginx', 'nginx-light', 'the site is not tried behind nginx'],
    ['openssl', 'openssl', 'no certificates of containers can be made'],
    ['promtool', 'prometheus', 'no alert can be tried'],
    ['strace', 'strace', 'no call to the system can be made to fail'],
  ],
}

/** Where programs are; a user who is not root does not have all of it in PATH. */
const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin']

function isThere(file: string): boolean {
  return (path.isAbsolute(file) ? [''] : folders).some((of) => existsSync(path.join(of, file)))
}

/** Tests of disks, units and machines mount what they need. @returns why that cannot be done here. */
async function whyNoMount(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'Only root can mount a disk or start a machine: use sudo.'
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'naic-needs-'))
  return await mountSmallDisk(folder.path, 4).then(
    async (disk) => void (await disk.remove()),
    (error: Error) => error.message,
  )
}

/** Root may do anything with any file: what a server does without a right is tried as `nobody`. */
function whyNotAsNobody(): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const nobody = { uid: 65_534, gid: 65_534 }
  const { status } = spawnSync('cat', ['apps/site/server/serve.js'], nobody)
  return status === 0 ? undefined : 'No other user than root can read the sources where they lie.'
}

const missingOf = (command: 'rigs' | 'deploy') => needs[command].filter(([file]) => !isThere(file))

async function whatIsMissing(command: 'rigs' | 'deploy'): Promise<string[]> {
  const sentences = missingOf(command).map(
    ([file, debianPackage, without]) =>
      `${path.basename(file)} is missing, so ${without}: apt-get install ${debianPackage}`,
  )
  const why = command === 'deploy' ? await whyNoMount() : whyNotAsNobody()
  return why ? [...sentences, why] : sentences
}

const [asked] = process.argv.slice(2)
if (asked === 'packages') {
  const missing = [...missingOf('rigs'), ...missingOf('deploy')]
  console.log([...new Set(missing.map(([, debianPackage]) => debianPackage))].join(' '))
} else if (asked === 'rigs' || asked === 'deploy') {
  const missing = await whatIsMissing(asked)
  for (const sentence of missing) console.error(`npm run test:${asked}: ${sentence}`)
  process.exitCode = missing.length > 0 ? 1 : 0
} else {
  console.error('Usage: node test/needs.ts rigs|deploy|packages')
  process.exitCode = 2
}
