import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Longest wait for another process that installs, and for our own installing. */
const patienceSeconds = 300

/**
 * Sees to it that Debian packages are there, for tests that need a real program. Only root on Debian
 * can install what is missing; services that come with a package are not started. Two processes may
 * ask at once: one waits for the other. It may take minutes, so give the hook that calls it the time.
 *
 * @param packages names of packages, never of anything that a test was given.
 * @returns true, or the reason why they are not there, as a sentence to be shown.
 */
export async function installed(packages: string[]): Promise<true | string> {
  const missing = await notInstalled(packages)
  if (missing === 'no Debian') return 'This is no Debian: there is no dpkg-query.'
  if (missing.length === 0) return true
  if (process.getuid?.() !== 0) {
    return `Not installed: ${missing.join(', ')}. Only root can install them.`
  }
  try {
    await run(
      'flock',
      ['-w', `${patienceSeconds}`, lockFile, 'sh', '-c', install, 'sh', ...missing],
      {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
        timeout: 2 * patienceSeconds * 1000,
      },
    )
    return true
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const lastLine = stderr.trim().split('\n').at(-1) || message
    return `Could not be installed: ${missing.join(', ')}. ${lastLine}`
  }
}

async function notInstalled(packages: string[]): Promise<string[] | 'no Debian'> {
  const query = ['-W', '-f', '${Package} ${db:Status-Status}\n', ...packages]
  const lines = await run('dpkg-query', query).then(
    ({ stdout }) => stdout.split('\n'),
    // It fails when it does not know one of them, and has printed the others.
    ({ code, stdout }: { code: unknown; stdout: string }) =>
      code === 'ENOENT' ? undefined : stdout.split('\n'),
  )
  if (!lines) return 'no Debian'
  const there = new Set(lines)
  return packages.filter((name) => !there.has(`${name} installed`))
}

const lockFile = '/run/lock/naic-debian-packages.lock'

/**
 * Run by the process that has the lock. Services are kept from starting by policy-rc.d, which answers 101
 * (https://people.debian.org/~hmh/invokerc.d-policyrc.d-specification.txt); whatever policy there was
 * is put back, also by the next one if this one is killed. The lists are fetched only if the packages
 * cannot be had without.
 */
const install = `
policy=/usr/sbin/policy-rc.d
mark='# Tests are installing packages.'
if [ -e "$policy" ] && ! grep -qxF "$mark" "$policy"; then mv "$policy" "$policy.before"; fi
printf '#!/bin/sh\\n%s\\nexit 101\\n' "$mark" > "$policy"
chmod 755 "$policy"
trap 'rm -f "$policy"; if [ -e "$policy.before" ]; then mv "$policy.before" "$policy"; fi' EXIT
trap 'exit 1' HUP INT TERM
apt() {
  apt-get -q -y -o DPkg::Lock::Timeout=${patienceSeconds} -o Dpkg::Options::=--force-confold \\
    -o Acquire::Retries=2 "$@" </dev/null
}
apt install --no-install-recommends "$@" 2>/dev/null && exit 0
apt update
apt install --no-install-recommends "$@"
`
