import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import type { TestProject } from 'vitest/node'

const run = promisify(execFile)

export const swiftKeys = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' }

export const bucketOfTheRun = 'naic-tests'

declare module 'vitest' {
  interface ProvidedContext {
    swift: { endpoint: string }
  }
}

/** OpenStack Swift, which speaks S3, for all tests of a run. @throws in a sentence: `test/needs.ts`. */
export async function startSwift(): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp('/var/tmp/naic-swift-')
  await mkdir(path.join(folder, 'devices', 'd1'), { recursive: true })
  const running: ReturnType<typeof start>[] = []
  const stop = async () => {
    await Promise.all(running.map((each) => each.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const memcachedPort = await freePort()
    const { username } = userInfo()
    const memcached = ['-l', '127.0.0.1', '-p', `${memcachedPort}`, '-U', '0', '-u', username]
    running.push(start('memcached', [...memcached, '-m', '16']))
    const hash = '[swift-hash]\nswift_hash_path_suffix = tests\n'
    await writeFile(path.join(folder, 'swift.conf'), hash)
    let endpoint = ''
    // What everything goes through comes last.
    for (const kind of ['account', 'container', 'object', 'proxy']) {
      const port = await freePort()
      const file = path.join(folder, `${kind}.conf`)
      const own = kind === 'proxy' ? proxyServer(memcachedPort) : storageServer(kind, folder)
      await writeFile(file, common(folder, port) + own)
      if (kind !== 'proxy') await makeRing(folder, kind, port)
      endpoint = `http://127.0.0.1:${port}`
      const server = start(`swift-${kind}-server`, [file])
      running.push(server)
      await server.answersAt(endpoint)
    }
    const made = await signedFetch(`${endpoint}/${bucketOfTheRun}`, { method: 'PUT' })
    if (!made.ok) throw new Error(`The bucket could not be made: ${await made.text()}`)
    return { endpoint, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { endpoint, stop } = await startSwift()
  project.provide('swift', { endpoint })
  return stop
}

async function makeRing(folder: string, kind: string, port: number): Promise<void> {
  const build = (...words: string[]) =>
    run('swift-ring-builder', [path.join(folder, `${kind}.builder`), ...words])
  await build('create', '8', '1', '0')
  await build('add', `r1z1-127.0.0.1:${port}/d1`, '1')
  await build('rebalance')
}

/** It ends with the process that started it, however that ends. */
function start(program: string, words: string[]) {
  const child = spawn('setpriv', ['--pdeathsig', 'SIGKILL', program, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    async answersAt(url: string): Promise<void> {
      while (!(await fetch(`${url}/healthcheck`).catch(() => undefined))) {
        if (hasEnded()) throw new Error(`${program} does not start: ${errors.trim()}`)
        await sleep(100)
      }
    },
    async stop(): Promise<void> {
      if (hasEnded()) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

export function signedFetch(address: string, init: RequestInit = {}): Promise<Response> {
  return new AwsClient({
    accessKeyId: swiftKeys.AWS_ACCESS_KEY_ID,
    secretAccessKey: swiftKeys.AWS_SECRET_ACCESS_KEY,
    service: 's3',
    region: 'us-east-1',
    retries: 0,
  }).fetch(address, init)
}

/** Settings of Swift's servers (https://docs.openstack.org/swift/latest/config/): one process each. */

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
log_level = ERROR
log_address = ${folder}/no-log
`

const storageServer = (kind: string, folder: string) => `
devices = ${folder}/devices
mount_check = false
container_update_timeout = 5
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

const filters = ['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats']

const proxyServer = (memcachedPort: number) => `
[pipeline:main]
pipeline = ${filters.join(' ')} cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcachedPort}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
${[...filters, 'copy', 'slo', 'dlo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}`
