import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { installed } from './debian-packages.ts'

const run = promisify(execFile)

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']

/** Who may use it, as its settings say. */
export const swiftKeys = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' }

/** One that runs, as it can be handed from process to process. */
export type Swift = { endpoint: string; folder: string; memcachedPort: number }

/** What runs until `stop`. */
export type Running = { stop: () => Promise<void> }

/**
 * OpenStack Swift, a real store that speaks S3 and checks signatures and hashes, on 127.0.0.1 in a
 * folder of its own. It takes seconds to start, and minutes where it must be installed first.
 *
 * @returns why there can be none here, as a sentence, where that is so.
 */
export async function startSwift(): Promise<(Swift & Running) | string> {
  const there = await installed(packages)
  if (there !== true) return `OpenStack Swift is not there. ${there}`
  const folder = await folderWithAttributes()
  if (!folder)
    return 'Swift keeps facts of files as extended attributes, and neither /tmp nor /var/tmp has them.'

  const [memcachedPort, proxyPort] = [await freePort(), await freePort()]
  const ports = [await freePort(), await freePort(), await freePort()]
  const kinds = ['account', 'container', 'object'] as const
  await writeFile(path.join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = tests\n')
  await Promise.all(
    kinds.map(async (kind, at) => {
      await writeFile(
        path.join(folder, `${kind}.conf`),
        storageServer(kind, folder, ports[at] ?? 0),
      )
      await makeRing(folder, kind, ports[at] ?? 0)
    }),
  )
  const user = (await run('id', ['-un'])).stdout.trim()
  const memcached = ['-l', '127.0.0.1', '-p', `${memcachedPort}`, '-U', '0', '-u', user, '-m', '16']
  const processes = [
    start('memcached', memcached),
    ...kinds.map((kind) => start(`swift-${kind}-server`, [path.join(folder, `${kind}.conf`)])),
  ]
  const swift = { endpoint: `http://127.0.0.1:${proxyPort}`, folder, memcachedPort }
  const stop = async () => {
    await Promise.all(processes.map(end))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const door = await startSwiftProxy(swift, proxyPort)
    await Promise.all(ports.map((port) => answers(port)))
    return {
      ...swift,
      stop: async () => {
        await door.stop()
        await stop()
      },
    }
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
  const process = start('swift-proxy-server', [file])
  await answers(port)
  return { stop: () => end(process) }
}

const setAttribute = 'import os, sys; os.setxattr(sys.argv[1], "user.naic", b"1")'

async function folderWithAttributes(): Promise<string | undefined> {
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
  return undefined
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
const start = (program: string, words: string[]): ChildProcess =>
  spawn('setpriv', ['--pdeathsig', 'SIGKILL', program, ...words], { stdio: 'ignore' })

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill('SIGTERM')
  const kill = setTimeout(() => process.kill('SIGKILL'), 3_000)
  await ended
  clearTimeout(kill)
}

/** Waits until a port speaks HTTP, whatever it says. */
async function answers(port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/healthcheck`)
      return
    } catch (error) {
      if (tries > 300) throw error
      await sleep(100)
    }
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
const storageServer = (
  kind: 'account' | 'container' | 'object',
  folder: string,
  port: number,
) => `${common(folder, port)}
devices = ${folder}/devices
mount_check = false
container_update_timeout = 5
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

/** Speaks S3, and knows one user. */
const proxyServer = (
  folder: string,
  port: number,
  memcachedPort: number,
) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcachedPort}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`
