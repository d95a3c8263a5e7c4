import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { type Config, readConfig } from '@naic/installation/config.ts'
import { installed } from '#support/debian-packages.ts'
import { runCouncil } from '#support/council.ts'
import { PostgresServer, queryAt } from '#support/postgres-server.ts'

const run = promisify(execFile)

/** As an operator has it: a copy with secrets of its own. */
let place: string
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'naic-containers-'))
  await cp('deploy/container', place, { recursive: true })
  await cp(path.join(place, 'settings.env'), path.join(place, '.env'))
  await run(path.join(place, 'make-secrets'))
})
afterAll(() => rm(place, { recursive: true }))

const secretsOf = (folder: string) => path.join(folder, 'secrets')

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

describe('the secrets that are made', () => {
  test('stay when they are made again, and only whoever made them reaches them', async () => {
    const folder = secretsOf(place)
    const read = async () =>
      Object.fromEntries(
        await Promise.all(
          (await readdir(folder)).map(async (name) => [
            name,
            await readFile(path.join(folder, name), 'utf8'),
          ]),
        ),
      )
    const first: Record<string, string> = await read()
    await run(path.join(place, 'make-secrets'))
    expect(await read()).toEqual(first)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(path.join(folder, 'garage.env'))).mode & 0o777).toBe(0o400)
    expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length)
    expect(first['garage.env']).toContain(first['store_key'])
    const authority = path.join(folder, 'authority.crt')
    const store = path.join(folder, 'store.crt')
    await run('openssl', ['verify', '-CAfile', authority, '-verify_hostname', 'store', store])
    expect(Object.keys(first).filter((name) => name.endsWith('.key'))).toEqual([])
  })
})

type Service = {
  image: string
  environment?: Record<string, unknown>
  secrets?: string[]
  networks?: string[]
  ports?: string[]
  command?: string[]
  cap_drop?: string[]
  volumes?: string[]
  read_only?: boolean
}
type Compose = {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  networks: Record<string, { internal?: true; ipam?: { config: { subnet: string }[] } } | null>
}

describe('compose.yaml', () => {
  let compose: Compose
  beforeAll(async () => {
    const settings = Object.fromEntries(
      [...(await readFile('deploy/container/settings.env', 'utf8')).matchAll(/^(\w+)=(.*)$/gm)].map(
        ([, name, value]) => [name, value],
      ),
    )
    const text = await readFile('deploy/container/compose.yaml', 'utf8')
    const filled = text.replace(
      /(?<![$])[$][{](\w+)(?:(:-)([^}]*)|:[?][^}]+)?[}]/g,
      (_all, name: string, hasDefault?: string, otherwise?: string) => {
        const value = settings[name] ?? (hasDefault && otherwise)
        if (value === undefined) throw new Error(`settings.env does not have ${name}.`)
        return value
      },
    )
    compose = parse(filled, { merge: true })
  })

  test('every program gets settings that it takes, from secrets that it is given', async () => {
    const ours = Object.entries(compose.services).filter(([, { image }]) => /naic[:-]/.test(image))
    expect(ours.map(([name]) => name)).toEqual([
      'site',
      'desk',
      'council',
      'council-as-owner',
      'backup',
      'migrate',
    ])
    const users: Record<string, string | undefined> = {}
    for (const [name, { environment = {}, secrets = [] }] of ours) {
      const mounted = secrets.map((one) => [
        `/run/secrets/${one}`,
        path.join(place, compose.secrets[one]?.file ?? 'none'),
      ])
      const config = await configOf(environment, Object.fromEntries(mounted))
      users[name] = config.database?.user
      expect(config.siteUrl).toBe('https://www.example.org')
      expect(config.trustProxy).toEqual([compose.networks['front']?.ipam?.config[0]?.subnet])
      expect(mounted.map(([at]) => at)).toContain(String(environment['NODE_EXTRA_CA_CERTS']))
      const read = new Set(Object.values(environment).map(String))
      expect(mounted.filter(([at = '']) => !read.has(at))).toEqual([])
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

  test('only the proxy is published, and only programs that need the world reach it', () => {
    const services = Object.entries(compose.services)
    expect(services.flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['proxy'])
    const isInside = (network: string) => compose.networks[network]?.internal === true
    const inside = services.flatMap(([name, { networks = [] }]) =>
      networks.length > 0 && networks.every(isInside) ? [name] : [],
    )
    expect(inside).toEqual([
      'council',
      'council-as-owner',
      'backup',
      'migrate',
      'rights',
      'database',
      'garage',
      'store',
    ])
    expect(compose.services['proxy']?.networks).toEqual(['front'])
    const bound = services.filter(([name]) => name !== 'relay')
    for (const [name, { cap_drop, read_only }] of bound) {
      expect([name, cap_drop, read_only]).toEqual([name, ['ALL'], true])
    }
  })

  test('every file that is named is there, and every secret is used', async () => {
    const services = Object.values(compose.services)
    for (const { volumes = [] } of services) {
      for (const [, file = ''] of volumes.flatMap((one) => [/^(\.\/[^:]+):/.exec(one) ?? []])) {
        if (file) expect((await stat(path.join(place, file))).isFile()).toBe(true)
      }
    }
    const used = new Set(services.flatMap(({ secrets = [] }) => secrets))
    expect(Object.keys(compose.secrets).toSorted()).toEqual([...used].toSorted())
    for (const { file } of Object.values(compose.secrets)) await stat(path.join(place, file))
  })

  test('docker-compose takes it', async ({ skip }) => {
    const there = await installed(['docker-compose'])
    skip(there !== true, String(there))
    const { stdout } = await run('docker-compose', ['--profile', 'commands', 'config'], {
      cwd: place,
    })
    expect(Object.keys(parse(stdout).services).toSorted()).toEqual(
      Object.keys(compose.services).toSorted(),
    )
  }, 660_000)
})

describe('the database of compose.yaml', () => {
  const statements = (sql: string) =>
    sql
      .replace(/^(--|\\).*$/gm, '')
      .replace(/(PASSWORD) (:?'[^']+')/g, '$1')
      .split(';')
      .map((one) => one.trim().replace(/\s+/g, ' '))
      .filter(Boolean)

  const blocksOf = async (file: string, chapter: string) => {
    const [, section = ''] = (await readFile(file, 'utf8')).split(`${chapter}\n`)
    return [...section.matchAll(/```sql\n([^]*?)```/g)].map(([, sql = '']) => statements(sql))
  }

  test('is what the docs say', async () => {
    const ofServer = await blocksOf('docs/beyond-one-server.md', '## PostgreSQL')
    const [roles = [], inside = [], after = [], desk = []] = ofServer
    const [ofDesk = '', ...grantedToDesk] = desk
    const [backup = []] = await blocksOf('docs/backup.md', '### With PostgreSQL')
    const said = [...roles, ofDesk, ...inside, ...backup]
    const made = statements(await readFile('deploy/container/database.sql', 'utf8'))
    expect(made.toSorted()).toEqual(said.toSorted())
    expect(statements(await readFile('deploy/container/rights.sql', 'utf8'))).toEqual([
      ...after,
      ...grantedToDesk,
    ])
  })

  test('the owner of the tables may give the rights, as often as a version is new', async () => {
    const postgres = await PostgresServer.start()
    const folder = await mkdtemp(path.join(tmpdir(), 'naic-rights-'))
    const [roles = '', inside = ''] = (await readFile('deploy/container/database.sql', 'utf8'))
      .replaceAll(/:'\w+'/g, "'a password'")
      .split('\\connect naic\n')
    const plain = roles.replace(/^(--|\\).*$/gm, '')
    await postgres.query('postgres', ...plain.split(/(?<=;)\n/).filter((one) => one.trim()))
    await postgres.query('naic', inside)
    const owner = {
      DATABASE_URL: postgres.urlOf('naic', 'naic_owner'),
      DATABASE_PASSWORD: 'a password',
    }
    const rights = await readFile('deploy/container/rights.sql', 'utf8')
    for (let time = 1; time <= 2; time += 1) {
      expect(await runCouncil(folder, ['migrate'], owner)).toMatchObject({ code: 0 })
      await queryAt(owner.DATABASE_URL.replace('@', ':a%20password@'), rights)
    }
    const asSite = { ...owner, DATABASE_URL: postgres.urlOf('naic', 'naic') }
    expect(await runCouncil(folder, ['outbox'], asSite)).toMatchObject({ code: 0 })
    await postgres.stop()
    await rm(folder, { recursive: true })
  })
})

type Named = { name: string; value?: string }
type Container = {
  name: string
  image: string
  args?: string[]
  envFrom?: { configMapRef: { name: string } }[]
  env?: Named[]
  ports?: { name: string; containerPort: number }[]
  volumeMounts: { name: string; mountPath: string }[]
  lifecycle?: { preStop: { exec: { command: string[] } } }
  securityContext: unknown
}
type Pod = {
  metadata: { labels: Record<string, string> }
  spec: {
    containers: [Container]
    securityContext: unknown
    terminationGracePeriodSeconds?: number
    automountServiceAccountToken: boolean
    volumes: { name: string; secret?: { secretName: string } }[]
  }
}
type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: {
    jobTemplate?: Pick<Manifest, 'spec'>
    template: Pod
    selector: Record<string, string> & { matchLabels?: Record<string, string> }
  }
}

describe('the manifests for Kubernetes', () => {
  let manifests: Manifest[]
  beforeAll(async () => {
    const files = globSync('deploy/kubernetes/**/*.yaml', { exclude: ['**/kustomization.yaml'] })
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    manifests = texts.flatMap((text) =>
      // As kubectl reads them: 0440 is octal.
      parseAllDocuments(text, { version: '1.1', merge: true }).map((one) => one.toJS() as Manifest),
    )
    expect(manifests.length).toBeGreaterThan(15)
  })
  const ofKind = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind))
  const workloads = () => [
    ...ofKind('Deployment', 'Job'),
    ...ofKind('CronJob').map(({ metadata, spec }) => ({
      metadata,
      spec: spec.jobTemplate?.spec ?? spec,
    })),
  ]

  test('have the fields that Kubernetes knows, and no other', async () => {
    const folder = 'node_modules/.cache/manifests'
    await mkdir(folder, { recursive: true })
    const typed = manifests.map(
      (one) =>
        `;(${JSON.stringify(one)}) satisfies import('kubernetes-models/${one.apiVersion}').I${one.kind}`,
    )
    const file = path.join(folder, 'manifests.ts')
    const check = async (text: string) => {
      await writeFile(file, `${text}\n`)
      const options = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext'.split(' ')
      const tsc = 'node_modules/.bin/tsc'
      return run(tsc, [...options, file]).then(
        () => 'right',
        ({ stdout }: { stdout: string }) => stdout,
      )
    }
    expect(await check(typed.join('\n'))).toBe('right')
    const slip = typed.join('\n').replace('"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"')
    expect(await check(slip)).toContain('readOnlyRootFileSystem')
  })

  test('every program gets settings that it takes, from secrets that it is given', async () => {
    const settings = ofKind('ConfigMap')[0]?.data ?? {}
    const secrets = Object.fromEntries(
      ofKind('Secret').map(({ metadata, stringData }) => [metadata.name, stringData ?? {}]),
    )
    const users: Record<string, string | undefined> = {}
    for (const { metadata, spec } of workloads()) {
      const { containers, volumes } = spec.template.spec
      const [container] = containers
      expect(container.envFrom).toEqual([{ configMapRef: { name: 'naic' } }])
      const mounted: Record<string, string> = {}
      for (const { name, mountPath } of container.volumeMounts) {
        const secret = volumes.find((one) => one.name === name)?.secret?.secretName
        for (const [key, value] of Object.entries(secret ? (secrets[secret] ?? {}) : {})) {
          expect(value).toBe('')
          const madeAs = key.replaceAll('-', '_')
          const made = /keys|store/.test(key) ? madeAs : 'metrics_token'
          mounted[`${mountPath}/${key}`] = path.join(secretsOf(place), made)
        }
      }
      const own = (container.env ?? []).map(({ name, value }) => [name, value])
      const config = await configOf({ ...settings, ...Object.fromEntries(own) }, mounted)
      users[metadata.name] = config.database?.user
      const ports = Object.fromEntries(
        (container.ports ?? []).map(({ name, containerPort }) => [name, containerPort]),
      )
      const served = Number(container.args?.at(-1)) || config.port
      if (ports['http']) expect(ports['http']).toBe(served)
      expect(ports['metrics']).toBe((config.metrics ?? config.deskMetrics)?.port)
    }
    expect(users).toEqual({
      'naic-desk': 'naic_desk',
      'naic-site': 'naic',
      'naic-migrate': 'naic_owner',
      'naic-backup': 'naic_backup',
    })
  })

  test('every program may do nothing but what it needs, and has the time to end', () => {
    for (const { metadata, spec } of workloads()) {
      const { template } = spec
      const [container] = template.spec.containers
      expect(template.spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 10_001,
          fsGroup: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      })
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.volumeMounts).toContainEqual({ name: 'data', mountPath: '/var/lib/naic' })
      if (!container.lifecycle) continue
      const [, seconds] = container.lifecycle.preStop.exec.command
      const grace = template.spec.terminationGracePeriodSeconds ?? 30
      expect([metadata.name, grace >= Number(seconds) + 10]).toEqual([metadata.name, true])
    }
  })

  test('services, budgets and policies find the programs that they are for', () => {
    const labels = workloads().map(({ spec }) => spec.template.metadata.labels)
    const finds = (selector: Record<string, string> = {}) =>
      labels.some((own) => Object.entries(selector).every(([key, value]) => own[key] === value))
    const services = ofKind('Service').filter(({ metadata }) => metadata.name !== 'naic-nothing')
    expect(services).toHaveLength(2)
    for (const { spec } of services) expect(finds(spec.selector)).toBe(true)
    for (const { spec } of ofKind('Deployment', 'PodDisruptionBudget')) {
      expect(finds(spec.selector.matchLabels)).toBe(true)
    }
  })

  test.for([
    ['deploy/kubernetes', 'naic'],
    ['deploy/kubernetes/migrate', 'naic'],
    ['deploy/kubernetes/backup', 'naic-backup'],
  ] as const)(
    'kubectl makes one of %s, with the image %s',
    { timeout: 660_000 },
    async ([folder, image], { skip }) => {
      const has = await run('kubectl', ['version', '--client']).then(
        () => true,
        () => false,
      )
      const there = has || (await installed(['kubernetes-client']))
      skip(there !== true, String(there))
      const { stdout } = await run('kubectl', ['kustomize', folder])
      const images = [...stdout.matchAll(/image: (.+)/g)].map(([, one]) => one)
      expect(new Set(images)).toEqual(new Set([`registry.example.org/${image}:0.1.0`]))
    },
  )
})
