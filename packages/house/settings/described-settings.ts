import * as v from 'valibot'
import { privateKeys, witnesses } from './key-settings.ts'
import { bucket, databaseAddress, mailRelay } from './service-settings.ts'
import {
  addressRanges,
  calendars,
  emailAddress,
  onOrOff,
  origin,
  scannerAddress,
  token,
  webAddress,
  wholeNumber,
} from './setting-rules.ts'

/** A setting, described once: what is accepted, and what every list of settings says of it. */
type Setting = {
  /** What its text may be. A default stands here, if it has one. */
  rule: v.GenericSchema<string | undefined, unknown>
  /** What holds while it is not set and the rule has no default; nothing, if left out. */
  unset?: string
  /** For people, in Markdown. */
  says: string
  /** A text that the rule accepts; a secret has none. */
  example?: string
  /** `all`: nobody is shown it. `password`: it is an address that may have a password in it. */
  secret?: 'all' | 'password'
  /**
   * Who acts on it: all programs, the site's server alone, or what the staff use (the desk and the
   * commands). `doctor` looks at all of them.
   */
  readBy: 'all' | 'site' | 'staff'
}

type Settings = Readonly<Record<string, Setting>>

const reached = {
  SITE_URL: {
    rule: v.optional(origin),
    unset: '`http://localhost:PORT`',
    says: "the site's public origin; certificates are signed for it, so it stays as it was at the first start",
    example: 'https://www.example.org',
    readBy: 'all',
  },
  HOST: {
    rule: v.optional(v.string(), '127.0.0.1'),
    says: 'address to listen on',
    example: '0.0.0.0',
    readBy: 'site',
  },
  PORT: {
    rule: v.optional(wholeNumber(0, 65_535), '3000'),
    says: 'port to listen on',
    example: '3000',
    readBy: 'site',
  },
  TRUST_PROXY: {
    rule: v.optional(addressRanges),
    says: 'addresses or ranges of the reverse proxies whose `X-Forwarded-For` is believed; without it all visitors behind one count as one',
    example: '127.0.0.1,10.0.0.0/8',
    readBy: 'all',
  },
  DESK_URL: {
    rule: v.optional(origin),
    says: "origin of the staff's desk, on a host of its own ([office.md](office.md))",
    example: 'https://desk.example.org',
    readBy: 'staff',
  },
  OFFLINE_PAGES: {
    rule: v.optional(onOrOff, 'on'),
    says: '`off`: browsers forget the pages that they kept ([operating.md](operating.md))',
    example: 'off',
    readBy: 'site',
  },
  TASK_FORM_URL: {
    rule: v.optional(webAddress('https://forms.example.org/tasks')),
    says: "final address of /submit-task's form, hosted on another site; without it the page says that it is not open yet",
    example: 'https://forms.example.org/tasks',
    readBy: 'site',
  },
} satisfies Settings

const kept = {
  DATA_DIR: {
    rule: v.optional(v.string(), './data'),
    says: 'local folder for all that is kept; one server at a time uses it',
    example: '/var/lib/naic',
    readBy: 'all',
  },
  DATABASE_URL: {
    rule: v.optional(databaseAddress),
    says: 'PostgreSQL in place of SQLite ([beyond-one-server.md](beyond-one-server.md))',
    example: 'postgres://naic@db.example.org/naic',
    secret: 'password',
    readBy: 'all',
  },
  DATABASE_PASSWORD: {
    rule: v.optional(v.string()),
    says: 'password of its user',
    secret: 'all',
    readBy: 'all',
  },
  FILES_URL: {
    rule: v.optional(bucket),
    says: 'bucket for resumes ([beyond-one-server.md](beyond-one-server.md))',
    example: 's3://naic/site?region=ap-south-1',
    readBy: 'all',
  },
  AWS_ACCESS_KEY_ID: {
    rule: v.optional(v.string()),
    says: 'who may use the bucket, and with it `AWS_SECRET_ACCESS_KEY`',
    secret: 'all',
    readBy: 'all',
  },
  AWS_SECRET_ACCESS_KEY: {
    rule: v.optional(v.string()),
    says: 'its secret',
    secret: 'all',
    readBy: 'all',
  },
  RETENTION_DAYS: {
    rule: v.optional(wholeNumber(30, 36_500)),
    unset: 'until it is erased',
    says: 'days for which what people send is kept ([operating.md](operating.md))',
    example: '730',
    readBy: 'all',
  },
  CLAMAV_URL: {
    rule: v.optional(scannerAddress),
    says: 'clamd that scans resumes before they are kept',
    example: 'unix:/run/clamav/clamd.ctl',
    readBy: 'site',
  },
} satisfies Settings

const letters = {
  MAIL_FROM: {
    rule: v.optional(emailAddress, 'internships@example.org'),
    says: 'sender of the letters',
    example: 'internships@example.org',
    readBy: 'all',
  },
  STAFF_EMAIL: {
    rule: v.optional(emailAddress, 'staff@example.org'),
    says: 'where the staff get theirs',
    example: 'staff@example.org',
    readBy: 'all',
  },
  OPERATOR_EMAIL: {
    rule: v.optional(emailAddress),
    unset: 'that of `STAFF_EMAIL`',
    says: 'who is told that a unit has failed ([monitoring.md](monitoring.md#without-prometheus))',
    example: 'operator@example.org',
    readBy: 'staff',
  },
  SMTP_URL: {
    rule: v.optional(mailRelay),
    unset: 'files in `DATA_DIR/mail`',
    says: 'relay for the letters ([operating.md](operating.md))',
    example: 'smtp://internships%40example.org@relay.example.org',
    secret: 'password',
    readBy: 'all',
  },
  SMTP_PASSWORD: {
    rule: v.optional(v.string()),
    says: 'password of its user',
    secret: 'all',
    readBy: 'all',
  },
  LETTERS_PER_HOUR: {
    rule: v.optional(wholeNumber(1, 10_000_000), '1000'),
    says: 'letters that the relay gets an hour; more wait ([operating.md](operating.md))',
    example: '5000',
    readBy: 'site',
  },
  LETTER_DELAY_SECONDS: {
    rule: v.optional(wholeNumber(0, 3_600), '30'),
    says: 'how long staff can take a decision back, until its letter leaves',
    example: '120',
    readBy: 'all',
  },
} satisfies Settings

const limits = {
  SUBMISSIONS_PER_MINUTE: {
    rule: v.optional(wholeNumber(1, 1_000_000), '100'),
    says: 'forms that one network address may send a minute',
    example: '300',
    readBy: 'site',
  },
  LOOKUPS_PER_MINUTE: {
    rule: v.optional(wholeNumber(1, 1_000_000), '120'),
    says: 'look-ups of what is not there that one network may make a minute',
    example: '240',
    readBy: 'site',
  },
  UPLOAD_MB_PER_DAY: {
    rule: v.optional(wholeNumber(10, 1_000_000), '2000'),
    says: 'megabytes of forms that it may send a day ([operating.md](operating.md))',
    example: '5000',
    readBy: 'site',
  },
  PAGES_PER_SECOND: {
    rule: v.optional(wholeNumber(1, 1_000_000), '20'),
    says: 'pages made for it a second, such as searches; three seconds at once',
    example: '50',
    readBy: 'site',
  },
} satisfies Settings

const certificates = {
  SAMPLE_CERTIFICATES: {
    rule: v.optional(onOrOff),
    unset: '`on` on localhost, else `off`',
    says: 'whether a new registry has certificates of invented people',
    example: 'off',
    readBy: 'all',
  },
  CREDENTIALS_KEYS: {
    rule: v.optional(privateKeys),
    unset: 'files in `DATA_DIR/keys`',
    says: 'private keys that sign certificates ([certificates.md](certificates.md))',
    secret: 'all',
    readBy: 'all',
  },
  LOG_KEYS: {
    rule: v.optional(privateKeys),
    unset: 'files in `DATA_DIR/keys`',
    says: 'private keys that sign their log; set both or neither',
    secret: 'all',
    readBy: 'all',
  },
  STAMP_CALENDARS: {
    rule: v.optional(calendars),
    says: "OpenTimestamps calendars that stamp the certificates' log",
    example: 'https://a.calendar.example.org,https://b.calendar.example.org',
    readBy: 'site',
  },
  WITNESSES: {
    rule: v.optional(witnesses),
    says: "who watches the certificates' log: vkeys ([watching.md](watching.md))",
    example: 'college.example/witness+1401bd42+BLcPe7aUevD0GxG6lQdrocSDP+ztoguy2PbKf9Ae08VB',
    readBy: 'all',
  },
  WITNESSES_NEEDED: {
    rule: v.optional(wholeNumber(1, 20)),
    unset: 'most of them',
    says: 'how many of them must have signed',
    example: '1',
    readBy: 'all',
  },
} satisfies Settings

const watched = {
  METRICS_PORT: {
    rule: v.optional(wholeNumber(0, 65_535)),
    says: 'port that shows metrics, on 127.0.0.1 alone ([monitoring.md](monitoring.md))',
    example: '9464',
    readBy: 'site',
  },
  METRICS_HOST: {
    rule: v.optional(v.string(), '127.0.0.1'),
    says: 'another address for that, for a collector on another machine',
    example: '10.0.0.7',
    readBy: 'all',
  },
  METRICS_TOKEN: {
    rule: v.optional(token),
    says: 'what the collector has to show there; `openssl rand -hex 32` prints one',
    secret: 'all',
    readBy: 'all',
  },
  DESK_METRICS_PORT: {
    rule: v.optional(wholeNumber(0, 65_535)),
    says: 'the same as METRICS_PORT for the desk that is served to the staff',
    example: '9465',
    readBy: 'staff',
  },
  BACKUP_STATE: {
    rule: v.optional(v.string(), '/var/lib/naic-backup-state'),
    says: 'folder where backups and their rehearsals leave word ([backup.md](backup.md))',
    example: '/var/lib/naic-backup-state',
    readBy: 'all',
  },
} satisfies Settings

/** In the order of the lists. */
export const settingGroups = {
  'Where it is reached': reached,
  'What is kept, and where': kept,
  Letters: letters,
  'What one visitor may do': limits,
  Certificates: certificates,
  Monitoring: watched,
} satisfies Readonly<Record<string, Settings>>

const all = { ...reached, ...kept, ...letters, ...limits, ...certificates, ...watched }

export type SettingName = keyof typeof all

/** Every setting by its name. */
export const describedSettings: Readonly<Record<SettingName, Setting>> = all

const names = Object.keys(all) as SettingName[]

/** Those that nobody is shown. Each may stand in a file instead, which NAME_FILE names. */
export const secretSettings: ReadonlySet<string> = new Set(
  names.filter((name) => describedSettings[name].secret === 'all'),
)

type Rules = { [Name in SettingName]: (typeof all)[Name]['rule'] }

/** The rules alone, for the whole environment at once. */
export const settings = v.object(
  Object.fromEntries(names.map((name) => [name, all[name].rule])) as Rules,
)

/** @returns what holds while it is not set, in Markdown; undefined: nothing. */
export function defaultOf(name: SettingName): string | undefined {
  const { rule, unset } = describedSettings[name]
  return 'default' in rule && rule.default !== undefined ? `\`${String(rule.default)}\`` : unset
}
