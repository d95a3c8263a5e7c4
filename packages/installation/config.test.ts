import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { describedSettings, secretSettings } from './settings/described-settings.ts'
import { givenSettings } from './settings/given-settings.ts'
import { ConfigError } from '@naic/platform/config-error.ts'

const derOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
const newKey = () => derOf(generateKeyPairSync('ed25519').privateKey)

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
    | s3://naic/a b?region=ap-south-1 | s3://naic/a%20b?region=ap-south-1
    | s3://naic?secret=hunter2 | s3://naic?region=a&region=b | s3://naic?region=ap south
    | s3://naic?endpoint=s3.example.org | s3://naic?endpoint=https://a:hunter2@s3.example.org
    | s3://naic?endpoint=https://s3.example.org/path | s3://naic?endpoint=http://s3.example.org
    | s3://naic?endpoint=http://10.0.0.7:9000 | s3://naic`,
  SMTP_URL: `relay.example.org:25 | http://a:hunter2@relay.example.org
    | smtp://a:hunter2@relay.example.org/path | smtp://a:hunter2@relay.example.org?tls=no
    | smtp://a:hunter2@relay.example.org?requireTLS=yes | smtp://a:hunter2@relay.example.org#x
    | smtp://a:hunter2%@relay.example.org | smtp://a:hunter2@relay.example.org:99999
    | smtp://a:hunter2@ | smtp://:hunter2@relay.example.org | smtp://
    | smtp://a@relay.example.org`,
  DATABASE_URL: `naic:hunter2@db.example.org/naic | mysql://naic:hunter2@db.example.org/naic
    | postgres://:hunter2@db.example.org/naic | postgres://db.example.org/naic
    | postgres://naic:hunter2@db.example.org | postgres://naic:hunter2@db.example.org/
    | postgres://naic:hunter2@db.example.org/naic/more | postgres://naic:hunter2@/naic
    | postgres://naic:hunter2@run%2Fpostgresql/naic
    | postgres://naic:hunter2@db.example.org:99999/naic
    | postgres://naic:hunter2@db.example.org:0/naic
    | postgres://naic:hunter2%@db.example.org/naic
    | postgres://naic:hunter2%00@db.example.org/naic
    | postgres://naic:hunter2@db.example.org/naic#x
    | postgres://naic:hunter2@db.example.org/naic?sslmode=prefer
    | postgres://naic:hunter2@db.example.org/naic?host=/tmp
    | postgres://naic@db.example.org/naic?sslmode=disable&password=hunter2`,
  PORT: 'http | -1 | 65536 | 80.5 | 1e3',
  SITE_URL: `www.example.org | https://www.example.org/site | https://www.example.org/?a
    | ftp://www.example.org | javascript:alert(1)`,
  DESK_URL: `desk.example.org | https://desk.example.org/desk | http://desk.example.org
    | https://10.0.0.7 | https://[fd00::7] | ftp://desk.example.org | https://localhost:3001`,
  API_URL: 'https://user:secret@api.example.org | api',
  STAMP_CALENDARS: 'calendar.example.org | https://a.example.org,ftp://b.example.org',
  MAIL_FROM: 'office | Office <office@example.org> | a@example.org, b@example.org',
  STAFF_EMAIL: `a@example.org,b@example.org | staff@ | staff@example.org,boss
    | staff@example..org`,
  LETTERS_PER_HOUR: '0',
  LETTER_DELAY_SECONDS: '-1 | 3601 | soon',
  UPLOAD_MB_PER_DAY: '9',
  PAGES_PER_SECOND: '0',
  SUBMISSIONS_PER_MINUTE: '0 | many',
  LOOKUPS_PER_MINUTE: '0',
  RETENTION_DAYS: '29 | 0 | 36501 | a year',
  VERIFY_LOG_HOURS: '-1 | daily | 1000',
  CLAMAV_URL: `127.0.0.1:3310 | http://127.0.0.1:3310 | tcp:// | tcp://127.0.0.1:99999
    | tcp://127.0.0.1:3310/scan | tcp://user:secret@127.0.0.1:3310 | unix:run/clamd.ctl
    | unix://host/run/clamd.ctl | /run/clamav/clamd.ctl | unix:/run/100% | unix:/run/%ff`,
  METRICS_PORT: '-1 | 127.0.0.1:9464 | 3000',
  DESK_METRICS_PORT: '-1 | 127.0.0.1:9465 | 3000',
  METRICS_TOKEN: `hunter2 | hunter2hunter2hunter2hunter2hunter2 and more`,
  TRUST_PROXY: `true | 1 | proxy.example.org | 10.0.0.0/33 | 10.0.0.0/8/8 | 127.0.0.1,*
    | 0.0.0.0/0 | 127.0.0.1,128.0.0.0/1 | ::/0 | 0:0::ffff:0:0/96`,
  TASK_FORM_URL: 'http://localhost:3000/form | http://LOCALHOST:3000',
}

describe('settings', () => {
  test('need not be set', () => {
    expect(readConfig({})).toStrictEqual({
      host: '127.0.0.1',
      port: 3000,
      socket: undefined,
      dataDir: path.resolve('data'),
      siteUrl: 'http://localhost:3000',
      isSiteUrlSet: false,
      sampleCertificates: true,
      apiUrl: undefined,
      hstsSubdomains: false,
      offlinePages: true,
      mailFrom: 'internships@example.org',
      staffEmail: 'staff@example.org',
      lettersPerHour: 1_000,
      letterDelaySeconds: 30,
      uploadMbPerDay: 2_000,
      pagesPerSecond: 20,
      submissionsPerMinute: 100,
      lookupsPerMinute: 120,
      verifyLogHours: 24,
      backupState: '/var/lib/naic-backup-state',
      bucket: undefined,
      database: undefined,
      mailRelay: undefined,
      taskFormUrl: undefined,
      retentionDays: undefined,
      virusScanner: undefined,
      privateKeys: undefined,
      stampCalendars: [],
      witnesses: [],
      witnessesNeeded: 0,
      trustProxy: [],
      account: expect.stringMatching(/./),
      deskUrl: undefined,
      worksAs: 'site',
      metrics: undefined,
      misspelt: [],
      operatorEmail: 'staff@example.org',
      deskMetrics: undefined,
      pdfSigning: undefined,
    })
  })

  test('are taken as they are set', () => {
    expect(
      readConfig({
        HOST: '::',
        PORT: '8080',
        DATA_DIR: '/srv/naic',
        SITE_URL: 'https://www.example.org/',
        SAMPLE_CERTIFICATES: 'on',
        API_URL: 'https://api.example.org',
        HSTS_SUBDOMAINS: 'on',
        OFFLINE_PAGES: 'off',
        MAIL_FROM: 'office@example.org',
        STAFF_EMAIL: 'people@example.org',
        OPERATOR_EMAIL: 'operator@example.org',
        LETTERS_PER_HOUR: '50',
        LETTER_DELAY_SECONDS: '0',
        UPLOAD_MB_PER_DAY: '200',
        PAGES_PER_SECOND: '5',
        SUBMISSIONS_PER_MINUTE: '7',
        LOOKUPS_PER_MINUTE: '9',
        VERIFY_LOG_HOURS: '0',
        METRICS_PORT: '9464',
        DESK_METRICS_PORT: '9465',
        BACKUP_STATE: '/srv/word',
        RETENTION_DAYS: '400',
        SUDO_USER: 'meera',
        DESK_URL: 'https://desk.example.org/',
        STAMP_CALENDARS: 'https://a.example.org, https://b.example.org/calendar/',
        TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1,fc00::/7,::ffff:10.0.0.0/104,fe80::1%eth0/64',
      }),
    ).toEqual({
      host: '::',
      port: 8080,
      dataDir: '/srv/naic',
      siteUrl: 'https://www.example.org',
      isSiteUrlSet: true,
      sampleCertificates: true,
      apiUrl: 'https://api.example.org',
      hstsSubdomains: true,
      offlinePages: false,
      mailFrom: 'office@example.org',
      staffEmail: 'people@example.org',
      operatorEmail: 'operator@example.org',
      lettersPerHour: 50,
      letterDelaySeconds: 0,
      uploadMbPerDay: 200,
      pagesPerSecond: 5,
      submissionsPerMinute: 7,
      lookupsPerMinute: 9,
      verifyLogHours: 0,
      backupState: '/srv/word',
      metrics: { host: '127.0.0.1', port: 9464, token: undefined },
      deskMetrics: { host: '127.0.0.1', port: 9465, token: undefined },
      retentionDays: 400,
      account: 'meera',
      deskUrl: 'https://desk.example.org',
      worksAs: 'site',
      misspelt: [],
      stampCalendars: ['https://a.example.org', 'https://b.example.org/calendar'],
      witnesses: [],
      witnessesNeeded: 0,
      trustProxy: [
        '127.0.0.1',
        '10.0.0.0/8',
        '::1',
        'fc00::/7',
        '::ffff:10.0.0.0/104',
        'fe80::1%eth0/64',
      ],
    })
  })

  test('that are blank count as not set', () => {
    const names = ['HOST', 'PORT', 'DATA_DIR', 'SITE_URL', 'API_URL', 'TRUST_PROXY', 'SMTP_URL']
    expect(readConfig(Object.fromEntries(names.map((name) => [name, '  '])))).toEqual(
      readConfig({}),
    )
  })

  test.each([
    ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
    ['tcp://scanner.example', { host: 'scanner.example', port: 3310 }],
    ['tcp://[::1]:4000/', { host: '::1', port: 4000 }],
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('say where the virus scanner listens: %s', (url, address) => {
    expect(readConfig({ CLAMAV_URL: url }).virusScanner).toEqual(address)
  })

  const plain = { secure: false, requireTls: false, login: undefined }
  test.each([
    ['smtp://relay.example.org', { host: 'relay.example.org', port: 587, ...plain }],
    ['smtp://127.0.0.1:25/', { host: '127.0.0.1', port: 25, ...plain }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, ...plain }],
    ['smtps://relay.example.org', { host: 'relay.example.org', port: 465, ...plain, secure: true }],
    [
      'smtp://r.example?requireTLS=true',
      { host: 'r.example', port: 587, ...plain, requireTls: true },
    ],
    ['smtp://r.example/?requireTLS=false', { host: 'r.example', port: 587, ...plain }],
  ])('say where letters are handed in: %s', (url, relay) => {
    expect(readConfig({ SMTP_URL: url }).mailRelay).toEqual(relay)
  })

  test.each([
    ['smtp://office%40example.org:p%40ss%3Aw%2Ford@relay.example.org', undefined],
    ['smtp://office%40example.org@relay.example.org', 'p@ss:w/ord'],
  ])('have the login at the relay, which needs TLS and is not printed: %s', (url, password) => {
    const config = readConfig({ SMTP_URL: url, SMTP_PASSWORD: password })
    expect(config.mailRelay).toMatchObject({
      requireTls: true,
      login: { user: 'office@example.org' },
    })
    expect(config.mailRelay?.login?.password()).toBe('p@ss:w/ord')
    expect(JSON.stringify(config) + inspect(config, { depth: 9 })).not.toMatch(/p(@|%40)ss/)
  })

  test('have the file that signs PDFs, and its password, which is not printed', () => {
    const given = { PDF_SIGNING_KEY: 'keys/council.p12', PDF_SIGNING_PASSWORD: 'hunter2' }
    const config = readConfig({ ...given, PDF_TIMESTAMP_URL: 'http://timestamp.example.org' })
    expect(config.pdfSigning).toMatchObject({
      file: path.resolve('keys/council.p12'),
      timestampUrl: 'http://timestamp.example.org/',
    })
    expect(config.pdfSigning?.password()).toBe('hunter2')
    expect(JSON.stringify(config) + inspect(config, { depth: 9 })).not.toMatch(/hunter2/)
    expect(readConfig({}).pdfSigning).toBeUndefined()
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

  test('say who watches the log, and who of them is asked', () => {
    const given = `${college} , ${university}  https://university.example/naic/`
    expect(readConfig({ WITNESSES: given }).witnesses).toEqual([
      {
        name: 'college.example/witness',
        publicKey: new Uint8Array(32).fill(1),
        vkey: college,
        url: undefined,
      },
      {
        name: 'university.example',
        publicKey: new Uint8Array(32).fill(2),
        vkey: university,
        url: 'https://university.example/naic',
      },
    ])
    expect(readConfig({ WITNESSES: `${college} http://127.0.0.1:9000` }).witnesses[0]?.url).toBe(
      'http://127.0.0.1:9000',
    )
  })

  test.each([
    'college.example',
    vkeyOf('college.example', 1, 1),
    college.replace(/\+[0-9a-f]{8}\+/, '+00000000+'),
    college.slice(0, -4),
    `${college} http://university.example`,
    `${college} university.example`,
    `${college} https://a:b@university.example`,
    `${college} https://university.example https://college.example`,
    `${college}, ${college}`,
    `${vkeyOf('a.example', 1)},${vkeyOf('b.example', 1)}`,
    `${vkeyOf('a.example', 1)},${vkeyOf('a.example', 2)}`,
  ])('WITNESSES is refused: %s', (given) => expectRefused('WITNESSES', { WITNESSES: given }))

  test('most witnesses are needed, or as many as are set', () => {
    const given = { WITNESSES: `${college}, ${university}, ${vkeyOf('board.example', 3)}` }
    expect(readConfig({ WITNESSES: college }).witnessesNeeded).toBe(1)
    expect(readConfig(given).witnessesNeeded).toBe(2)
    expect(readConfig({ ...given, WITNESSES_NEEDED: '3' }).witnessesNeeded).toBe(3)
    for (const needed of ['0', '4', 'two']) {
      expectRefused('WITNESSES_NEEDED', { ...given, WITNESSES_NEEDED: needed })
    }
    expectRefused('WITNESSES_NEEDED', { WITNESSES_NEEDED: '1' })
  })

  const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'hunter2' }
  test.each([
    [
      's3://naic?region=ap-south-1',
      {
        name: 'naic',
        prefix: '',
        region: 'ap-south-1',
        address: 'https://naic.s3.ap-south-1.amazonaws.com',
      },
    ],
    [
      's3://naic.example/site/one/?region=eu-west-1',
      { prefix: 'site/one/', address: 'https://s3.eu-west-1.amazonaws.com/naic.example' },
    ],
    [
      's3://naic?endpoint=https://s3.example.org:9000/',
      { region: 'us-east-1', address: 'https://s3.example.org:9000/naic' },
    ],
    [
      's3://naic/p?endpoint=http%3A%2F%2F127.0.0.1%3A8080&region=auto',
      { prefix: 'p/', region: 'auto', address: 'http://127.0.0.1:8080/naic' },
    ],
    ['s3://naic?endpoint=http://[::1]:8080', { address: 'http://[::1]:8080/naic' }],
  ])('say which bucket has the resumes: %s', (url, bucket) => {
    expect(readConfig({ FILES_URL: url, ...keys }).bucket).toMatchObject(bucket)
  })

  test('have the credentials of the bucket, which are not printed, and its region from AWS_REGION', () => {
    const given = { ...keys, AWS_SESSION_TOKEN: 'hunter2-for-now', AWS_REGION: 'ap-south-2' }
    const config = readConfig({ FILES_URL: 's3://naic', ...given })
    expect(config.bucket?.region).toBe('ap-south-2')
    expect(config.bucket?.credentials?.()).toEqual({
      accessKeyId: 'AKIA',
      secretAccessKey: 'hunter2',
      sessionToken: 'hunter2-for-now',
    })
    expect(JSON.stringify(config) + inspect(config, { depth: 9 })).not.toMatch(/hunter2|AKIA/)
    expect(readConfig(given).bucket).toBeUndefined()
  })

  test.each([
    ['FILES_URL', { FILES_URL: 's3://naic', AWS_REGION: 'x.evil.example/', ...keys }],
    ['AWS_ACCESS_KEY_ID', { FILES_URL: 's3://naic?endpoint=https://s3.example.org' }],
    ['AWS_ACCESS_KEY_ID', { FILES_URL: 's3://naic', AWS_SECRET_ACCESS_KEY: 'hunter2' }],
    ['AWS_SECRET_ACCESS_KEY', { FILES_URL: 's3://naic', AWS_ACCESS_KEY_ID: 'hunter2' }],
    ['DESK_URL', { DESK_URL: 'https://a.example:8443', SITE_URL: 'https://a.example' }],
    ['DESK_METRICS_PORT', { DESK_METRICS_PORT: '9464', METRICS_PORT: '9464' }],
    ['DATABASE_PASSWORD', { DATABASE_PASSWORD: 'hunter2' }],
    ['DATABASE_PASSWORD', { DATABASE_PASSWORD: 'hunter2', DATABASE_URL: 'postgres://a:b@h/n' }],
    ['SMTP_PASSWORD', { SMTP_PASSWORD: 'hunter2' }],
    ['PDF_SIGNING_PASSWORD', { PDF_SIGNING_PASSWORD: 'hunter2' }],
    ['PDF_TIMESTAMP_URL', { PDF_TIMESTAMP_URL: 'http://timestamp.example.org' }],
    ['PDF_TIMESTAMP_URL', { PDF_TIMESTAMP_URL: 'timestamp', PDF_SIGNING_KEY: 'a.p12' }],
    ['SMTP_PASSWORD', { SMTP_PASSWORD: 'hunter2', SMTP_URL: 'smtp://relay.example.org' }],
    ['SMTP_PASSWORD', { SMTP_PASSWORD: 'hunter2', SMTP_URL: 'smtp://a:b@relay.example.org' }],
  ])('%s is refused when it does not fit the others: %j', expectRefused)

  const aToken = 'hunter2-'.repeat(4)
  test.each(['0.0.0.0', '::', '10.0.0.7', 'metrics.internal', '127.0.0.1.example'])(
    'show metrics on %s only to whoever has a token, which is not printed',
    (host) => {
      const given = { METRICS_PORT: '9464', METRICS_HOST: host }
      expectRefused('METRICS_TOKEN', given)
      const config = readConfig({ ...given, METRICS_TOKEN: aToken })
      expect(config.metrics).toMatchObject({ host, port: 9464 })
      expect(config.metrics?.token?.()).toBe(aToken)
      expect(JSON.stringify(config) + inspect(config, { depth: 9 })).not.toMatch(/hunter2/)
    },
  )

  test.each(['127.0.0.1', '::1', 'localhost'])('show metrics on %s without a token', (host) => {
    const { metrics } = readConfig({ METRICS_PORT: '0', METRICS_HOST: host })
    expect(metrics).toEqual({ host, port: 0, token: undefined })
    expect(readConfig({ METRICS_HOST: host }).metrics).toBeUndefined()
  })

  test('that are secret may each stand in a file, but not in two places', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'naic-secrets-'))
    const rest = {
      FILES_URL: 's3://naic?region=ap-south-1',
      DATABASE_URL: 'postgres://naic@db.example.org/naic',
      SMTP_URL: 'smtp://office@relay.example.org',
      PDF_SIGNING_KEY: '/run/secrets/council.p12',
      METRICS_PORT: '9464',
    }
    const inSettings = Object.fromEntries([...secretSettings].map((name) => [name, aToken]))
    Object.assign(inSettings, { CREDENTIALS_KEYS: newKey(), LOG_KEYS: newKey() })
    const inFiles: Record<string, string> = {}
    for (const [name, secret] of Object.entries(inSettings)) {
      const file = (inFiles[`${name}_FILE`] = path.join(folder, name.toLowerCase()))
      await writeFile(file, `${secret}\n`)
    }
    const told = (given: Record<string, string>) => {
      const { database, bucket, mailRelay, pdfSigning, metrics, privateKeys } = readConfig({
        ...rest,
        ...given,
      })
      const inOrder = [...(privateKeys?.credentials ?? []), ...(privateKeys?.log ?? [])].map(derOf)
      const passwords = [database?.password(), mailRelay?.login?.password(), pdfSigning?.password()]
      return { inOrder, passwords, bucket: bucket?.credentials?.(), token: metrics?.token?.() }
    }
    expect(told(inFiles)).toEqual(told(inSettings))
    expect(told(inFiles)).toMatchObject({ passwords: [aToken, aToken, aToken], token: aToken })

    for (const name of secretSettings) {
      expectRefused(name, { ...rest, ...inFiles, [name]: inSettings[name] ?? '' })
      expectRefused(`${name}_FILE`, { ...rest, ...inFiles, [`${name}_FILE`]: `${folder}/none` })
      expectRefused(`${name}_FILE`, { ...rest, ...inFiles, [`${name}_FILE`]: folder })
      expectRefused(`${name}_FILE`, { ...rest, ...inFiles, [`${name}_FILE`]: '/dev/null' })
    }
    await rm(folder, { recursive: true })
  })

  const there = { host: 'db.example.org', port: 5432, user: 'naic', name: 'naic' }
  test.each([
    ['postgres://naic@db.example.org/naic', { ...there, tls: 'verify-full' }],
    ['postgresql://naic@db.example.org:6000/naic', { ...there, port: 6000, tls: 'verify-full' }],
    ['postgres://naic@db.example.org/naic?sslmode=require', { ...there, tls: 'require' }],
    ['postgres://naic@db.example.org/naic?sslmode=disable', { ...there, tls: 'disable' }],
    ['postgres://naic@127.0.0.1/naic', { ...there, host: '127.0.0.1', tls: 'disable' }],
    ['postgres://naic@localhost/naic', { ...there, host: 'localhost', tls: 'disable' }],
    ['postgres://naic@[::1]/naic', { ...there, host: '::1', tls: 'disable' }],
    [
      'postgres://naic@[::1]/naic?sslmode=verify-full',
      { ...there, host: '::1', tls: 'verify-full' },
    ],
    [
      'postgres://naic@%2Frun%2Fpostgresql/naic',
      { ...there, host: '/run/postgresql', tls: 'disable' },
    ],
    [
      'postgres://n%40ic@10.0.0.1/a%20b',
      { ...there, host: '10.0.0.1', user: 'n@ic', name: 'a b', tls: 'verify-full' },
    ],
  ])('say where the database is: %s', (url, address) => {
    expect(readConfig({ DATABASE_URL: url }).database).toMatchObject(address)
  })

  test.each([
    ['postgres://naic:p%40ss%3Aw%2Ford@db.example.org/naic', undefined],
    ['postgres://naic@db.example.org/naic', 'p@ss:w/ord'],
  ])('have the password of the database, which is not printed: %s', (url, password) => {
    const config = readConfig({ DATABASE_URL: url, DATABASE_PASSWORD: password })
    expect(config.database?.password()).toBe('p@ss:w/ord')
    expect(config.database?.shown).toBe('postgres://naic@db.example.org:5432/naic')
    expect(JSON.stringify(config) + inspect(config, { depth: 9 })).not.toMatch(/p(@|%40)ss/)
  })

  test.each([
    ['http://localhost:3000', true],
    ['http://site.localhost', true],
    ['http://127.0.0.1:3000', true],
    ['http://[::1]:3000', true],
    ['https://www.example.org', false],
    ['http://192.168.0.7', false],
    ['https://localhost.example.org', false],
  ])('bring sample certificates only where the site is this machine’s own: %s', (siteUrl, has) => {
    expect(readConfig({ SITE_URL: siteUrl }).sampleCertificates).toBe(has)
    for (const [given, is] of [
      ['on', true],
      ['off', false],
    ] as const) {
      const config = readConfig({ SITE_URL: siteUrl, SAMPLE_CERTIFICATES: given })
      expect(config.sampleCertificates).toBe(is)
    }
  })

  test('follow one another: the site is at the port, and forms go to where the page came from', () => {
    expect(readConfig({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080')
    expect(readConfig({ PORT: '80' }).siteUrl).toBe('http://localhost')
    expect(readConfig({ SITE_URL: 'https://www.example.org' }).apiUrl).toBeUndefined()
  })

  test.each(
    Object.entries(refused).flatMap(([name, texts]) =>
      texts.split(/\s+\|\s/).map((text) => [name, text]),
    ),
  )('%s is refused as "%s"', (name, text) => expectRefused(name, { ...keys, [name]: text }))

  test('private keys are taken in their order, and are not shown by what prints settings', () => {
    const [one, two, three] = [newKey(), newKey(), newKey()]
    const config = readConfig({ CREDENTIALS_KEYS: `${one}, ${two}`, LOG_KEYS: three })
    expect(config.privateKeys?.credentials.map(derOf)).toEqual([one, two])
    expect(config.privateKeys?.log.map(derOf)).toEqual([three])
    for (const printed of [JSON.stringify(config), inspect(config, { depth: 9 })]) {
      expect(printed).not.toContain(one.slice(-20))
    }
  })

  const [right, other] = [newKey(), newKey()]
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
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

  test('whose names have a slip are found, with the one that was meant', () => {
    const slips = {
      SMPT_URL: 'SMTP_URL',
      STAFF_MAIL: 'STAFF_EMAIL',
      RETENTION_DAY: 'RETENTION_DAYS',
    }
    const given = Object.keys(slips).map((name) => [name, 'anything'])
    expect(readConfig(Object.fromEntries(given)).misspelt).toEqual(
      Object.entries(slips).map(([name, meant]) => ({ name, meant })),
    )
  })

  test('are not looked for in what other programs have in the environment', () => {
    // Of systemd.exec(7), a login shell, containers, npm and Node.
    const names = `PATH LANG LC_ALL USER LOGNAME HOME SHELL TERM PWD OLDPWD SHLVL MAIL HOSTNAME TZ EDITOR
      INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MAINPID MANAGERPID LISTEN_FDS LISTEN_PID
      LISTEN_FDNAMES NOTIFY_SOCKET WATCHDOG_PID WATCHDOG_USEC RUNTIME_DIRECTORY STATE_DIRECTORY
      CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY MONITOR_UNIT
      MEMORY_PRESSURE_WATCH FDSTORE SUDO_USER SUDO_UID SUDO_COMMAND SSH_CONNECTION SSH_TTY
      XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS DISPLAY LS_COLORS NODE_ENV NODE_OPTIONS INIT_CWD
      NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_VERSION YARN_VERSION KUBERNETES_SERVICE_HOST
      KUBERNETES_SERVICE_PORT KUBERNETES_PORT AWS_DEFAULT_REGION AWS_PROFILE AWS_ROLE_ARN PGHOST
      PGPORT PGUSER POSTGRES_PASSWORD POSTGRES_DB DEBIAN_FRONTEND NO_COLOR FORCE_COLOR CI TMPDIR`
    const given = Object.fromEntries(names.split(/\s+/).map((name) => [name, 'anything']))
    expect(readConfig(given).misspelt).toEqual([])
  })

  test('are shown with their values, and no secret', () => {
    const shown = givenSettings({
      PORT: '8080',
      SMTP_PASSWORD: 'hunter2',
      SMTP_URL: 'smtp://desk:hunter2@relay.example.org',
      DATABASE_URL: 'desk:hunter2@db.example.org',
      CREDENTIALS_KEYS: 'hunter2',
      LOG_KEYS_FILE: '/run/secrets/log-keys',
    })
    expect(shown.map(({ name }) => name)).toEqual(Object.keys(describedSettings))
    expect(shown).toEqual(
      expect.arrayContaining([
        { name: 'PORT', value: '8080', from: 'environment' },
        { name: 'HOST', value: '127.0.0.1', from: undefined },
        { name: 'SITE_URL', value: 'http://localhost:PORT', from: undefined },
        { name: 'FILES_URL', value: undefined, from: undefined },
        { name: 'SMTP_URL', value: 'smtp://desk:********@relay.example.org', from: 'environment' },
        { name: 'DATABASE_URL', value: '********', from: 'environment' },
        { name: 'LOG_KEYS', value: '********', from: 'file' },
      ]),
    )
    expect(JSON.stringify(shown)).not.toContain('hunter2')
  })
})

test("DATA_DIR's default is in the folder that is home; one that is given is seen from here", () => {
  expect(readConfig({ DATA_DIR: ' ' }, '/srv/naic').dataDir).toBe('/srv/naic/data')
  expect(readConfig({ DATA_DIR: 'mine' }, '/srv/naic').dataDir).toBe(path.resolve('mine'))
})
