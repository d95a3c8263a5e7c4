import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inspect } from 'node:util'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { type Config, readConfig } from './config.ts'
import { describedSettings, listSettings, secretSettings } from './settings/described-settings.ts'
import { ConfigError } from '@naic/store/config-error.ts'

const derOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
const newKey = () => derOf(generateKeyPairSync('ed25519').privateKey)

/** What programs print of settings, which shows no secret of them. */
const printed = (config: Config) => JSON.stringify(config) + inspect(config, { depth: 9 })

/** In one sentence that names the setting and shows no password; those of the tests are "hunter2". */
function expectRefused(name: string, given: Record<string, string>) {
  const read = () => readConfig(given)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} .+[.]$`))
  expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }))
}

/** Texts that a setting must not have, with " | " between them. A password in them is "hunter2". */
const refused = {
  FILES_URL: `https://naic.example.org | naic | s3:// | s3://na?region=ap-south-1
    | s3://NAIC_1?region=ap-south-1 | s3://a:hunter2@naic?region=ap-south-1
    | s3://naic/a%20b?region=ap-south-1 | s3://naic?secret=hunter2
    | s3://naic?region=a&region=b | s3://naic?region=ap south | s3://naic
    | s3://naic?endpoint=s3.example.org | s3://naic?endpoint=https://a:hunter2@s3.example.org
    | s3://naic?endpoint=https://s3.example.org/path | s3://naic?endpoint=http://10.0.0.7:9000`,
  SMTP_URL: `relay.example.org:25 | http://a:hunter2@relay.example.org
    | smtp://a:hunter2@relay.example.org/path | smtp://a:hunter2@relay.example.org?tls=no
    | smtp://a:hunter2@relay.example.org?requireTLS=yes | smtp://a:hunter2@relay.example.org#x
    | smtp://a:hunter2%@relay.example.org | smtp://:hunter2@relay.example.org
    | smtp://a@relay.example.org`,
  DATABASE_URL: `naic:hunter2@db.example.org/naic | mysql://naic:hunter2@db.example.org/naic
    | postgres://:hunter2@db.example.org/naic | postgres://naic:hunter2@db.example.org/
    | postgres://naic:hunter2@db.example.org/naic/more | postgres://naic:hunter2@/naic
    | postgres://naic:hunter2@run%2Fpostgresql/naic
    | postgres://naic:hunter2@db.example.org:0/naic
    | postgres://naic:hunter2%@db.example.org/naic
    | postgres://naic:hunter2%00@db.example.org/naic
    | postgres://naic:hunter2@db.example.org/naic#x
    | postgres://naic:hunter2@db.example.org/naic?sslmode=prefer
    | postgres://naic@db.example.org/naic?sslmode=disable&password=hunter2`,
  PORT: 'http | -1 | 65536 | 80.5 | 1e3',
  SITE_URL:
    'www.example.org | https://www.example.org/site | https://www.example.org/?a | javascript:alert(1)',
  DESK_URL: `https://desk.example.org/desk | http://desk.example.org | https://10.0.0.7
    | https://[fd00::7] | https://localhost:3001`,
  STAMP_CALENDARS: 'calendar.example.org | https://a.example.org,ftp://b.example.org',
  MAIL_FROM: 'office | Office <office@example.org> | a@example.org, b@example.org',
  STAFF_EMAIL: 'a@example.org,b@example.org | staff@ | staff@example..org',
  LETTER_DELAY_SECONDS: '-1 | 3601 | soon',
  UPLOAD_MB_PER_DAY: '9',
  SUBMISSIONS_PER_MINUTE: '0 | many',
  RETENTION_DAYS: '29 | 36501 | a year',
  CLAMAV_URL: `127.0.0.1:3310 | http://127.0.0.1:3310 | tcp:// | tcp://127.0.0.1:3310/scan
    | tcp://user:secret@127.0.0.1:3310 | unix:run/clamd.ctl | unix://host/run/clamd.ctl
    | /run/clamav/clamd.ctl | unix:/run/100% | unix:/run/%ff`,
  METRICS_PORT: '-1 | 127.0.0.1:9464 | 65535 | 3000 | 2999',
  TRUST_PROXY: `true | 1 | proxy.example.org | 10.0.0.0/33 | 10.0.0.0/8/8 | 127.0.0.1,*
    | 0.0.0.0/0 | 127.0.0.1,128.0.0.0/1 | ::/0 | 0:0::ffff:0:0/96`,
  TASK_FORM_URL:
    'tasks | javascript:alert(1) | ftp://example.org/ | https://a:b@example.org/ | http://LOCALHOST:3000',
}

const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'hunter2' }
const hunter = 'hunter2-'.repeat(4)

test('settings are taken as they are set, each as what it names', () => {
  const texts = `HOST=:: PORT=8080 DATA_DIR=/srv/naic SITE_URL=https://www.example.org
    MAIL_FROM=office@example.org STAFF_EMAIL=people@example.org OPERATOR_EMAIL=operator@example.org
    LETTERS_PER_HOUR=50 LETTER_DELAY_SECONDS=0 UPLOAD_MB_PER_DAY=200 PAGES_PER_SECOND=5
    SUBMISSIONS_PER_MINUTE=7 LOOKUPS_PER_MINUTE=9 BACKUP_STATE=/srv/word RETENTION_DAYS=400
    DESK_URL=https://desk.example.org`
  const given = texts.split(/\s+/).map((text) => text.split('=') as [string, string])
  const fields = given.map(([name, value]) => [
    name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    /^\d+$/.test(value) ? Number(value) : value,
  ])
  expect(readConfig(Object.fromEntries(given))).toMatchObject(Object.fromEntries(fields))
  const switches = readConfig({ OFFLINE_PAGES: 'OFF', SUDO_USER: 'meera' })
  expect(switches).toMatchObject({ offlinePages: false, account: 'meera' })
})

test('lists may have blanks in them, and addresses a slash at their end', () => {
  const proxies = '127.0.0.1,10.0.0.0/8,::1,fc00::/7,::ffff:10.0.0.0/104,fe80::1%eth0/64'
  const config = readConfig({
    SITE_URL: 'https://www.example.org/',
    STAMP_CALENDARS: 'https://a.example.org, https://b.example.org/calendar/',
    TRUST_PROXY: proxies.replace(',', ' , '),
  })
  expect(config.siteUrl).toBe('https://www.example.org')
  expect(config.stampCalendars).toEqual(['https://a.example.org', 'https://b.example.org/calendar'])
  expect(config.trustProxy).toEqual(proxies.split(','))
})

test('a setting that is blank counts as not set', () => {
  const names = ['HOST', 'PORT', 'DATA_DIR', 'SITE_URL', 'TRUST_PROXY', 'SMTP_URL']
  expect(readConfig(Object.fromEntries(names.map((name) => [name, '  '])))).toEqual(readConfig({}))
})

test("DATA_DIR's default is in the folder that is home; one that is given is seen from here", () => {
  expect(readConfig({ DATA_DIR: ' ' }, '/srv/naic').dataDir).toBe('/srv/naic/data')
  expect(readConfig({ DATA_DIR: 'mine' }, '/srv/naic').dataDir).toBe(path.resolve('mine'))
})

test('the site is at the port, and its operator is its staff, unless they are set', () => {
  expect(readConfig({ PORT: '8080' })).toMatchObject({
    siteUrl: 'http://localhost:8080',
    isSiteUrlSet: false,
  })
  expect(readConfig({ PORT: '80' }).siteUrl).toBe('http://localhost')
  expect(readConfig({ STAFF_EMAIL: 'a@b.example' }).operatorEmail).toBe('a@b.example')
})

const relay = { host: 'r.example', port: 587, secure: false, requireTls: false }
const there = { host: 'db.example', port: 5432, user: 'naic', name: 'naic', tls: 'disable' }
const addresses = {
  CLAMAV_URL: {
    'tcp://[::1]:4000/': { host: '::1', port: 4000 },
    'unix:/run/clamd.ctl': { path: '/run/clamd.ctl' },
  },
  SMTP_URL: {
    'smtp://r.example': relay,
    'smtp://[::1]:2525/': { ...relay, host: '::1', port: 2525 },
    'smtps://r.example': { ...relay, port: 465, secure: true },
    'smtp://r.example?requireTLS=true': { ...relay, requireTls: true },
  },
  FILES_URL: {
    's3://naic?region=a-1': { prefix: '', address: 'https://naic.s3.a-1.amazonaws.com' },
    's3://naic.org/site/one/?region=a-1': {
      prefix: 'site/one/',
      address: 'https://s3.a-1.amazonaws.com/naic.org',
    },
    's3://naic?endpoint=https://s3.example.org:9000/': {
      region: 'us-east-1',
      address: 'https://s3.example.org:9000/naic',
    },
    's3://naic/p?endpoint=http%3A%2F%2F127.0.0.1%3A8080&region=auto': {
      region: 'auto',
      address: 'http://127.0.0.1:8080/naic',
    },
  },
  DATABASE_URL: {
    'postgres://naic@db.example/naic': { ...there, tls: 'verify-full' },
    'postgresql://naic@db.example/naic?sslmode=require': { ...there, tls: 'require' },
    'postgres://naic@db.example:6000/naic?sslmode=disable': { ...there, port: 6000 },
    'postgres://naic@127.0.0.1/naic': { ...there, host: '127.0.0.1' },
    'postgres://naic@[::1]/naic?sslmode=verify-full': { host: '::1', tls: 'verify-full' },
    'postgres://naic@%2Frun%2Fpg/naic': { ...there, host: '/run/pg' },
    'postgres://n%40ic@10.0.0.1/a%20b': { user: 'n@ic', name: 'a b', tls: 'verify-full' },
  },
}
test.each(
  Object.entries(addresses).flatMap(([name, texts]) =>
    Object.entries(texts).map(([text, address]) => [name, text, address] as const),
  ),
)('%s says where it is: %s', (name, text, address) => {
  const config = readConfig({ ...keys, [name]: text })
  const { virusScanner, mailRelay, bucket, database } = config
  expect(virusScanner ?? mailRelay ?? bucket ?? database).toMatchObject(address)
})

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['https://www.example.org', false],
  ['https://localhost.example.org', false],
])('sample certificates are only where the site is this machine’s own: %s', (siteUrl, has) => {
  const read = (given: object) => readConfig({ SITE_URL: siteUrl, ...given }).sampleCertificates
  expect(read({})).toBe(has)
  expect(read({ SAMPLE_CERTIFICATES: 'on' })).toBe(true)
  expect(read({ SAMPLE_CERTIFICATES: 'off' })).toBe(false)
})

describe('a secret', () => {
  const anywhere = {
    FILES_URL: 's3://naic?region=ap-south-1',
    DATABASE_URL: 'postgres://naic@db.example.org/naic',
    SMTP_URL: 'smtp://office@relay.example.org',
  }
  const inSettings = Object.fromEntries([...secretSettings].map((name) => [name, hunter]))
  Object.assign(inSettings, { CREDENTIALS_KEYS: newKey(), LOG_KEYS: newKey() })

  const folder = eachTest(newFolder)
  test('may stand in a file, but not in two places, and is never printed', async () => {
    const inFiles: Record<string, string> = {}
    for (const [name, text] of Object.entries(inSettings)) {
      const file = (inFiles[`${name}_FILE`] = folder.file(name.toLowerCase()))
      await writeFile(file, `${text}\n`)
    }
    const told = (given: Record<string, string>) => {
      const config = readConfig({ ...anywhere, ...given })
      for (const one of Object.values(inSettings)) {
        // All private keys begin alike; what comes after is the secret.
        expect(printed(config)).not.toContain(one.slice(-20))
      }
      const { database, bucket, mailRelay, privateKeys } = config
      const inOrder = [...(privateKeys?.credentials ?? []), ...(privateKeys?.log ?? [])].map(derOf)
      const passwords = [database?.password(), mailRelay?.login?.password()]
      return { inOrder, passwords, bucket: bucket?.credentials() }
    }
    expect(told(inFiles)).toEqual(told(inSettings))
    expect(told(inFiles)).toEqual({
      inOrder: [inSettings['CREDENTIALS_KEYS'], inSettings['LOG_KEYS']],
      passwords: [hunter, hunter],
      bucket: { accessKeyId: hunter, secretAccessKey: hunter },
    })

    for (const name of secretSettings) {
      expectRefused(name, { ...anywhere, ...inFiles, [name]: inSettings[name] ?? '' })
      for (const file of [folder.file('none'), folder.path, '/dev/null']) {
        expectRefused(`${name}_FILE`, { ...anywhere, ...inFiles, [`${name}_FILE`]: file })
      }
    }
  })

  test.each([
    ['SMTP_URL', 'smtp://a%40b:p%40ss%3Aw%2Ford@relay.example.org', undefined],
    ['SMTP_URL', 'smtp://a%40b@relay.example.org', 'p@ss:w/ord'],
    ['DATABASE_URL', 'postgres://a%40b:p%40ss%3Aw%2Ford@relay.example.org/naic', undefined],
    ['DATABASE_URL', 'postgres://a%40b@relay.example.org/naic', 'p@ss:w/ord'],
  ])('may stand in %s or beside it, and that has TLS: %s', (name, url, password) => {
    const config = readConfig({ [name]: url, [name.replace('URL', 'PASSWORD')]: password })
    const login = config.database ?? config.mailRelay?.login
    expect([login?.user, login?.password()]).toEqual(['a@b', 'p@ss:w/ord'])
    expect(config.database?.tls ?? config.mailRelay?.requireTls).toBe(
      config.database ? 'verify-full' : true,
    )
    expect(printed(config)).not.toMatch(/p(@|%40)ss/)
  })

  test('for a bucket is not taken without one', () => {
    expect(readConfig(keys).bucket).toBeUndefined()
  })
})

// Made by hand: SHA-256 of name, line break, type and key begins with these bytes.
const vkeyOf = (name: string, fill: number, type = 4) => {
  const key = Buffer.concat([Buffer.of(type), Buffer.alloc(32, fill)])
  const hash = createHash('sha256').update(`${name}\n`).update(key).digest('hex')
  return `${name}+${hash.slice(0, 8)}+${key.toString('base64')}`
}
const [college, university] = [
  vkeyOf('college.example/witness', 1),
  vkeyOf('university.example', 2),
]

describe('witnesses', () => {
  test('are those who watch the log, and some of them are asked', () => {
    const given = `${college} , ${university}  https://university.example/naic/`
    expect(readConfig({ WITNESSES: given }).witnesses).toEqual([
      expect.objectContaining({ name: 'college.example/witness', vkey: college, url: undefined }),
      expect.objectContaining({ vkey: university, url: 'https://university.example/naic' }),
    ])
    const near = readConfig({ WITNESSES: `${college} http://127.0.0.1:9000` })
    expect(near.witnesses[0]?.url).toBe('http://127.0.0.1:9000')
  })

  test.each([
    'college.example',
    vkeyOf('college.example', 1, 1),
    college.replace(/\+[0-9a-f]{8}\+/, '+00000000+'),
    college.slice(0, -4),
    `${college} http://university.example`,
    `${college} https://a:b@university.example`,
    `${vkeyOf('a.example', 1)},${vkeyOf('b.example', 1)}`,
    `${vkeyOf('a.example', 1)},${vkeyOf('a.example', 2)}`,
  ])('are refused: %s', (given) => expectRefused('WITNESSES', { WITNESSES: given }))

  test('are needed to more than a half, or as many as are set', () => {
    const given = { WITNESSES: `${college}, ${university}, ${vkeyOf('board.example', 3)}` }
    expect(readConfig({ WITNESSES: college }).witnessesNeeded).toBe(1)
    expect(readConfig(given).witnessesNeeded).toBe(2)
    expect(readConfig({}).witnessesNeeded).toBe(0)
    expect(readConfig({ ...given, WITNESSES_NEEDED: '3' }).witnessesNeeded).toBe(3)
    for (const needed of ['0', '4', 'two']) {
      expectRefused('WITNESSES_NEEDED', { ...given, WITNESSES_NEEDED: needed })
    }
    expectRefused('WITNESSES_NEEDED', { WITNESSES_NEEDED: '1' })
  })
})

test('metrics are on this machine alone, and those of the desk at the port after', () => {
  const given = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }
  const { metrics, deskMetrics } = readConfig({ METRICS_PORT: '9464' })
  expect([metrics, deskMetrics]).toEqual([9464, 9465].map((port) => ({ host: '127.0.0.1', port })))
  expect(readConfig(given).deskMetrics).toEqual({ host: '0.0.0.0', port: 9465 })
  expect(readConfig({ METRICS_PORT: '0' }).deskMetrics?.port).toBe(0)
  expect(readConfig({ METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined()
})

const sole = Object.entries(refused).flatMap(([name, texts]) =>
  texts.split(/\s+\|\s/).map((text) => ({ name, text, given: { [name]: text } })),
)
test.each(sole)('$name is refused as "$text"', ({ name, given }) =>
  expectRefused(name, { ...keys, ...given }),
)

test.each([
  ['AWS_ACCESS_KEY_ID', { FILES_URL: 's3://naic?endpoint=https://s3.example.org' }],
  ['AWS_ACCESS_KEY_ID', { FILES_URL: 's3://naic?region=a', AWS_SECRET_ACCESS_KEY: 'hunter2' }],
  ['AWS_SECRET_ACCESS_KEY', { FILES_URL: 's3://naic?region=a', AWS_ACCESS_KEY_ID: 'hunter2' }],
  ['DESK_URL', { DESK_URL: 'https://a.example:8443', SITE_URL: 'https://a.example' }],
  ['DATABASE_PASSWORD', { DATABASE_PASSWORD: 'hunter2', DATABASE_URL: 'postgres://a:b@h/n' }],
  ['SMTP_PASSWORD', { SMTP_PASSWORD: 'hunter2', SMTP_URL: 'smtp://relay.example.org' }],
  ['SMTP_PASSWORD', { SMTP_PASSWORD: 'hunter2', SMTP_URL: 'smtp://a:b@relay.example.org' }],
])('%s is refused when it does not fit the others: %j', expectRefused)

const [right, other] = [newKey(), newKey()]
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

test('private keys are taken in their order', () => {
  const config = readConfig({ CREDENTIALS_KEYS: `${right}, ${other}`, LOG_KEYS: newKey() })
  expect(config.privateKeys?.credentials.map(derOf)).toEqual([right, other])
})

test.each([
  ['without the other', /^LOG_KEYS .+CREDENTIALS_KEYS/, right, undefined],
  ['without the other', /^CREDENTIALS_KEYS .+LOG_KEYS/, undefined, right],
  ['cut short', /^LOG_KEYS .+number 1 /, right, other.slice(0, -8)],
  ['followed by a comma', /^CREDENTIALS_KEYS .+number 2 /, `${right},`, other],
  ['as PEM', /^LOG_KEYS .+number 1 /, right, `-----BEGIN PRIVATE KEY-----\n${other}`],
  ['of another kind', /^LOG_KEYS .+number 1 /, right, derOf(rsa)],
  ['that is the same for both', /^CREDENTIALS_KEYS and LOG_KEYS .+ twice/, right, right],
  ['given twice', /^CREDENTIALS_KEYS and LOG_KEYS .+ twice/, `${right},${right}`, other],
])(
  'a private key %s is refused in a sentence that says how to make one',
  (_what, sentence, credentials, log) => {
    const read = () => readConfig({ CREDENTIALS_KEYS: credentials, LOG_KEYS: log })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(sentence)
    expect(read).toThrow(/"council keys make" prints one[.]$/)
    for (const key of [right, other]) {
      // All keys begin alike; what comes after is the secret.
      const message = expect.not.stringContaining(key.slice(24, 34))
      expect(read).toThrow(expect.objectContaining({ message }))
    }
  },
)

test.each(Object.entries(describedSettings))(
  '%s has an example that is accepted, unless it is secret',
  (name, { rule, example, secret }) => {
    expect(example === undefined, name).toBe(secret === 'all')
    if (example !== undefined) expect(v.safeParse(rule, example).issues).toBeUndefined()
  },
)

test('every setting is taken into the config', () => {
  const source = readFileSync(path.join(import.meta.dirname, 'config.ts'), 'utf8')
  const read = new Set(source.match(/\b[A-Z_]+\b/g))
  expect(Object.keys(describedSettings).filter((name) => !read.has(name))).toEqual([])
})

test('settings are not looked for in what other programs have in the environment', () => {
  // Of systemd.exec(7), a login shell, containers, npm and Node: those that are nearest to ours.
  const names = `PATH LANG USER HOME HOSTNAME TZ MAIL INVOCATION_ID LISTEN_FDS WATCHDOG_PID
    STATE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY MONITOR_UNIT
    SUDO_UID SUDO_COMMAND SSH_TTY NODE_ENV NODE_OPTIONS NODE_VERSION KUBERNETES_SERVICE_PORT
    AWS_DEFAULT_REGION AWS_PROFILE PGHOST PGPORT POSTGRES_PASSWORD POSTGRES_DB TMPDIR`
  const given = Object.fromEntries(names.split(/\s+/).map((name) => [name, 'anything']))
  expect(readConfig(given).misspelt).toEqual([])
})

test('settings are shown without the secrets in them', () => {
  const shown = listSettings({
    SMTP_URL: 'smtp://desk:hunter2@relay.example.org',
    DATABASE_URL: 'desk:hunter2@db.example.org',
    LOG_KEYS_FILE: '/run/secrets/log-keys',
  })
  expect(shown.filter(({ from }) => from)).toEqual([
    { name: 'DATABASE_URL', value: '********', from: 'environment' },
    { name: 'SMTP_URL', value: 'smtp://desk:********@relay.example.org', from: 'environment' },
    { name: 'LOG_KEYS', value: '********', from: 'file' },
  ])
})
