import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { type Config, readConfig } from '@naic/house/config.ts'
import { startDesk } from '@naic/office/desk/serve/start-desk.ts'
import { runCouncil } from '#support/council.ts'
import { allTests, newFolder } from '#support/opened.ts'
import { PostgresServer, queryAt } from '#support/postgres-server.ts'

const run = promisify(execFile)

/** As an operator has it: a copy with secrets of its own. */
const place = allTests(newFolder)
let secrets: string
beforeAll(async () => {
  await cp('deploy/container', place.path, { recursive: true })
  await cp(place.file('settings.env'), place.file('.env'))
  await run(place.file('make-secrets'))
  secrets = place.file('secrets')
})

/** What a program in a container reads, its secrets where they are here. It must take it, without a slip. */
async function configOf(environment: Record<string, unknown>, from: Record<string, string>) {
  const given = Object.entries(environment).map(([name, value]) => {
    const text = String(value)
    return [name, name.endsWith('_FILE') ? (from[text] ?? `${text} is not mounted`) : text]
  })
  const image = { HOST: '0.0.0.0', DATA_DIR: '/var/lib/naic' }
  const config: Config = readConfig({ ...image, ...Object.fromEntries(given) })
  expect(config.misspelt).toEqual([])
  expect(config.privateKeys?.credentials).toHaveLength(1)
  return config
}

test('secrets stay when they are made again, and only whoever made them reaches them', async () => {
  async function read() {
    const texts: Record<string, string> = {}
    for (const name of await readdir(secrets)) {
      texts[name] = await readFile(path.join(secrets, name), 'utf8')
    }
    return texts
  }
  const first = await read()
  await run(place.file('make-secrets'))
  expect(await read()).toEqual(first)
  expect((await stat(secrets)).mode & 0o777).toBe(0o700)
  expect((await stat(path.join(secrets, 'garage.env'))).mode & 0o777).toBe(0o400)
  expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length)
  expect(first['garage.env']).toContain(first['store_key'])
  const words = 'verify -CAfile authority.crt -verify_hostname store store.crt'
  await run('openssl', words.split(' '), { cwd: secrets })
  expect(Object.keys(first).filter((name) => name.endsWith('.key'))).toEqual([])
})

type Read = ReturnType<typeof parse>

describe('compose.yaml, as docker-compose reads it', () => {
  let compose: Read
  beforeAll(async () => {
    const words = ['--profile', 'commands', 'config']
    compose = parse((await run('docker-compose', words, { cwd: place.path })).stdout)
  })
  const services = () => Object.entries<Read>(compose.services)

  test('gives every program settings that it takes, from secrets of which it needs each', async () => {
    const users: Record<string, string | undefined> = {}
    for (const [name, { image, environment, secrets: given = [] }] of services()) {
      const mounted: [string, string][] = given.map(({ source }: { source: string }) => {
        return [`/run/secrets/${source}`, compose.secrets[source].file]
      })
      for (const [, file] of mounted) expect((await stat(file)).isFile()).toBe(true)
      if (!/naic[:-]/.test(image)) continue
      const config = await configOf(environment, Object.fromEntries(mounted))
      users[name] = config.database?.user
      expect(config.siteUrl).toBe('https://www.example.org')
      expect(config.trustProxy).toEqual([compose.networks.front.ipam.config[0].subnet])
      const read = new Set(Object.values(environment).map(String))
      expect(mounted.filter(([at]) => !read.has(at))).toEqual([])
      expect(mounted.map(([at]) => at)).toContain(environment.NODE_EXTRA_CA_CERTS)
    }
    expect(users).toEqual({
      site: 'naic',
      desk: 'naic_desk',
      council: 'naic',
      'council-as-owner': 'naic_owner',
      backup: 'naic_backup',
      migrate: 'naic_owner',
    })
  })

  test('publishes the proxy alone, which reaches nothing but what it leads to, and lets none but the relay gain rights', () => {
    expect(services().flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['proxy'])
    const beside = services().filter(([, { networks }]) => networks && 'front' in networks)
    expect(beside.map(([name]) => name).toSorted()).toEqual(['desk', 'proxy', 'site'])
    expect(Object.keys(compose.services.proxy.networks)).toEqual(['front'])
    const open = services().filter(
      ([, { read_only, cap_drop, security_opt }]) =>
        `${read_only} ${cap_drop} ${security_opt}` !== 'true ALL no-new-privileges:true',
    )
    expect(open.map(([name]) => name)).toEqual(['relay'])
  })
})

test('the owner of the tables may give the rights as often as a version is new, and each user can work', async () => {
  const postgres = await PostgresServer.start()
  const { path: folder, file, remove } = await newFolder()
  const [roles = '', inside = ''] = (await readFile('deploy/container/database.sql', 'utf8'))
    .replaceAll(/:'\w+'/g, "'a password'")
    .split('\\connect naic\n')
  const plain = roles.replace(/^(--|\\).*$/gm, '')
  await postgres.query('postgres', ...plain.split(/(?<=;)\n/).filter((one) => one.trim()))
  await postgres.query('naic', inside)
  const as = (user: string) => ({
    SITE_URL: 'https://www.example.org',
    DESK_URL: 'https://desk.example.org',
    DATABASE_URL: postgres.urlOf('naic', user),
    DATABASE_PASSWORD: 'a password',
  })
  const rights = await readFile('deploy/container/rights.sql', 'utf8')
  for (let time = 1; time <= 2; time += 1) {
    expect(await runCouncil(folder, ['migrate'], as('naic_owner'))).toMatchObject({ code: 0 })
    await queryAt(as('naic_owner').DATABASE_URL.replace('@', ':a%20password@'), rights)
  }
  expect(await runCouncil(folder, ['outbox', 'list'], as('naic'))).toMatchObject({ code: 0 })
  const desk = await startDesk(readConfig({ ...as('naic_desk'), DATA_DIR: folder }), 0)
  await desk.close()
  const backup = (user: string) => runCouncil(folder, ['backup', file(`${user}.tar`)], as(user))
  // Of the keys, which the first start of a server makes, there are none yet.
  expect((await backup('naic_backup')).stderr).toContain('The backup has all that was acknowledged')
  expect((await backup('naic')).stderr).toContain('"council --as-owner backup" may')
  await postgres.stop()
  await remove()
})

describe('the manifests for Kubernetes, as kubectl makes them', () => {
  let manifests: Read[]
  beforeAll(async () => {
    const folders = ['', 'migrate', 'backup'].map((name) => path.join('deploy/kubernetes', name))
    const made = folders.map((folder) => run('kubectl', ['kustomize', folder]))
    const texts = (await Promise.all(made)).map(({ stdout }) => stdout)
    texts.push(await readFile('deploy/kubernetes/secrets.example.yaml', 'utf8'))
    manifests = texts.flatMap((text) => parseAllDocuments(text).map((one) => one.toJS()))
  })
  const ofKind = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind))
  test('have the fields that Kubernetes knows, and no other', async () => {
    const folder = 'node_modules/.cache/manifests'
    await mkdir(folder, { recursive: true })
    const typed = manifests
      .map(
        (one) =>
          `;(${JSON.stringify(one)}) satisfies import('kubernetes-models/${one.apiVersion}').I${one.kind}`,
      )
      .join('\n')
    const file = path.join(folder, 'manifests.ts')
    const options = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext'.split(' ')
    const check = async (text: string) => {
      await writeFile(file, `${text}\n`)
      return run('node_modules/.bin/tsc', [...options, file])
    }
    await check(typed)
    const slip = typed.replace('"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"')
    await expect(check(slip)).rejects.toMatchObject({
      stdout: expect.stringContaining('readOnlyRootFileSystem'),
    })
  })

  test('give every program settings that it takes, from secrets that it is given', async () => {
    const settings = ofKind('ConfigMap')[0]?.data ?? {}
    const users: Record<string, string> = {}
    for (const { metadata, spec } of ofKind('Deployment', 'Job', 'CronJob')) {
      const { name } = metadata
      const pod = (spec.jobTemplate?.spec ?? spec).template.spec
      const [container] = pod.containers
      const mounted: Record<string, string> = {}
      for (const { name: volume, mountPath } of container.volumeMounts) {
        const secret = pod.volumes.find((one: Read) => one.name === volume)?.secret?.secretName
        const example = ofKind('Secret').find((one) => one.metadata.name === secret)
        for (const key of Object.keys(example?.stringData ?? {})) {
          const made = /keys|store/.test(key) ? key.replaceAll('-', '_') : 'database_site'
          mounted[`${mountPath}/${key}`] = path.join(secrets, made)
        }
      }
      const own = (container.env ?? []).map((one: Read) => [one.name, one.value])
      const config = await configOf({ ...settings, ...Object.fromEntries(own) }, mounted)
      users[name] = `${config.database?.user} by ${container.image}`
      const ports = Object.fromEntries(
        (container.ports ?? []).map((port: Read) => [port.name, port.containerPort]),
      )
      const served = Number(container.args?.at(-1)) || config.port
      if (ports['http']) expect(ports['http']).toBe(served)
      const shown = name === 'naic-desk' ? config.deskMetrics : config.metrics
      expect(ports['metrics']).toBe(shown?.port)
    }
    const registry = 'registry.example.org'
    expect(users).toEqual({
      'naic-desk': `naic_desk by ${registry}/naic:0.1.0`,
      'naic-site': `naic by ${registry}/naic:0.1.0`,
      'naic-migrate': `naic_owner by ${registry}/naic:0.1.0`,
      'naic-backup': `naic_backup by ${registry}/naic-backup:0.1.0`,
    })
  })
})
