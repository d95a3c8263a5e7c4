import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import type { TestProject } from 'vitest/node'

const run = promisify(execFile)

/** Who may use it, as its settings say. */
export const swiftKeys = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' }

export const bucketOfTheRun = 'naic-tests'

/** One that runs, as it can be handed from process to process. */
export type Swift = { endpoint: string; folder: string; memcachedPort: number }

/** What runs until `stop`. */
type Running = { stop: () => Promise<void> }

declare module 'vitest' {
  interface ProvidedContext {
    /** The store of this run with its bucket. */
    swift: Swift
  }
}

/** One store for all tests of a run, which takes seconds to start. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...swift } = await startSwift()
  const made = await signedFetch(`${swift.endpoint}/${bucketOfTheRun}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`The bucket could not be made: ${await made.text()}`)
  project.provide('swift', swift)
  return stop
}

/**
 * OpenStack Swift, a real store that speaks S3 and checks signatures and hashes, on 127.0.0.1 in a
 * folder of its own.
 *
 * @throws in a sentence where it cannot start; `test/needs.ts` says what it needs.
 */
async function startSwift(): Promise<Swift & Running> {
  const folder = await folderWithAttributes()
  const [memcachedPort, proxyPort] = [await freePort(), await freePort()]
  const swift = { endpoint: `http://127.0.0.1:${proxyPort}`, folder, memcachedPort }
  const user = (await run('id', ['-un'])).stdout.trim()
  const memcached = ['-l', '127.0.0.1', '-p', `${memcachedPort}`, '-U', '0', '-u', user, '-m', '16']
  const running = [start('memcached', memcached)]
  const stop = async () => {
    await Promise.all(running.map((each) => each.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await writeFile(
      path.join(folder, 'swift.conf'),
      '[swift-hash]\nswift_hash_path_suffix = tests\n',
    )
    for (const kind of ['account', 'container', 'object']) {
      const port = await freePort()
      const file = path.join(folder, `${kind}.conf`)
      await writeFile(file, storageServer(kind, folder, port))
      await makeRing(folder, kind, port)
      const server = start(`swift-${kind}-server`, [file])
      running.push(server)
      await server.answersAt(port)
    }
    running.push(await startSwiftProxy(swift, proxyPort))
    return { ...swift, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The door to a store that runs: visitors' requests go through it. Another one may be opened and shut. */
export async function startSwiftProxy(
  { folder, memcachedPort }: Swift,
  port: number,
): Promise<Running> {
  const file = path.join(folder, `proxy-${port}.conf`)
  await writeFile(file, proxyServer(folder, port, memcachedPort))
  const proxy = start('swift-proxy-server', [file])
  await proxy.answersAt(port)
  return proxy
}

const setAttribute = 'import os, sys; os.setxattr(sys.argv[1], "user.naic", b"1")'

async function folderWithAttributes(): Promise<string> {
  for (const parent of ['/tmp', '/var/tmp']) {
    const folder = await mkdtemp(path.join(parent, 'naic-swift-'))
    await chmod(folder, 0o755)
    await mkdir(path.join(folder, 'devices', 'd1'), { recursive: true })
    const hasThem = await run('/usr/bin/python3', ['-c', setAttribute, folder]).then(
      () => true,
      () => false,
    )
    if (hasThem) return folder
    await rm(folder, { recursive: true })
  }
  throw new Error('Swift keeps facts of files as attributes, which neither /tmp nor /var/tmp has.')
}

/** Where things are: all on one device, once. */
async function makeRing(folder: string, kind: string, port: number): Promise<void> {
  const build = (...words: string[]) =>
    run('swift-ring-builder', [path.join(folder, `${kind}.builder`), ...words])
  await build('create', '8', '1', '0')
  await build('add', `r1z1-127.0.0.1:${port}/d1`, '1')
  await build('rebalance')
}

/** It ends with the process that started it, however that ends. */
function start(program: string, words: string[]) {
  const process = spawn('setpriv', ['--pdeathsig', 'SIGKILL', program, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  process.stderr.on('data', (chunk) => (errors += chunk))
  const hasEnded = () => process.exitCode !== null || process.signalCode !== null
  return {
    /** Waits until a port speaks HTTP, whatever it says. */
    async answersAt(port: number): Promise<void> {
      const ask = () => fetch(`http://127.0.0.1:${port}/healthcheck`)
      while (!(await ask().catch(() => undefined))) {
        if (hasEnded()) throw new Error(`${program} does not start: ${errors.trim()}`)
        await sleep(100)
      }
    },
    async stop(): Promise<void> {
      if (hasEnded()) return
      const ended = once(process, 'exit')
      process.kill('SIGTERM')
      const kill = setTimeout(() => process.kill('SIGKILL'), 3_000)
      await ended
      clearTimeout(kill)
    },
  }
}

/** Asks the store of the tests something, as the user who may use it. */
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
user = ${process.getuid?.() === 0 ? 'root' : (process.env['USER'] ?? 'nobody')}
swift_dir = ${folder}
log_level = ERROR
log_address = ${folder}/no-log
`

/** Keeps one kind of thing, on the one device. */
const storageServer = (kind: string, folder: string, port: number) => `${common(folder, port)}
devices = ${folder}/devices
mount_check = false
container_update_timeout = 5
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

/** What a request passes on its way through the proxy, with what it needs beside its name. */
const filters = (memcachedPort: number) => ({
  catch_errors: '',
  gatekeeper: '',
  healthcheck: '',
  cache: `memcache_servers = 127.0.0.1:${memcachedPort}`,
  listing_formats: '',
  s3api: 'location = us-east-1',
  tempauth: 'user_test_tester = testing .admin',
  copy: '',
  slo: '',
  dlo: '',
})

/** Speaks S3, and knows one user. */
function proxyServer(folder: string, port: number, memcachedPort: number): string {
  const all = Object.entries(filters(memcachedPort))
  const described = all.map(
    ([name, more]) =>
      `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${more}\n`,
  )
  return `${common(folder, port)}
[pipeline:main]
pipeline = ${all.map(([name]) => name).join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${described.join('')}`
}
