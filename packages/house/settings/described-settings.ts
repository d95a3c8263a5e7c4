import * as v from 'valibot'
import { nearestMeant } from '@naic/store/sheets/nearest-meant.ts'
import { bucket, databaseAddress, mailRelay } from './service-settings.ts'
import * as rules from './setting-rules.ts'

/** A setting, described once: what is accepted, and what every list of settings says of it. */
type Setting = {
  /** Of the part of a list that begins with it. */
  heading?: string
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
}

/** In the order of the lists. */
const all = {
  SITE_URL: {
    heading: 'Where it is reached',
    rule: v.optional(rules.origin),
    unset: '`http://localhost:PORT`',
    says: "the site's public origin; certificates are signed for it, so it stays as it was at the first start",
    example: 'https://www.example.org',
  },
  HOST: {
    rule: v.optional(v.string(), '127.0.0.1'),
    says: 'address to listen on',
    example: '0.0.0.0',
  },
  PORT: {
    rule: v.optional(rules.wholeNumber(0, 65_535), '3000'),
    says: 'port to listen on',
    example: '3000',
  },
  TRUST_PROXY: {
    rule: v.optional(rules.addressRanges),
    says: 'addresses or ranges of the reverse proxies whose `X-Forwarded-For` is believed; without it all visitors behind one count as one',
    example: '127.0.0.1,10.0.0.0/8',
  },
  DESK_URL: {
    rule: v.optional(rules.origin, 'http://desk.localhost:8800'),
    says: "origin of the staff's desk, on a host of its own ([office.md](office.md)); as it stands, on this machine alone",
    example: 'https://desk.example.org',
  },
  OFFLINE_PAGES: {
    rule: v.optional(rules.onOrOff, 'on'),
    says: '`off`: browsers forget the pages that they kept ([operating.md](operating.md))',
    example: 'off',
  },
  TASK_FORM_URL: {
    rule: v.optional(rules.webAddress('https://forms.example.org/tasks')),
    says: "final address of /submit-task's form, hosted on another site; without it the page says that it is not open yet",
    example: 'https://forms.example.org/tasks',
  },
  DATA_DIR: {
    heading: 'What is kept, and where',
    rule: v.optional(v.string(), './data'),
    says: 'local folder for all that is kept; one server at a time uses it',
    example: '/var/lib/naic',
  },
  DATABASE_URL: {
    rule: v.optional(databaseAddress),
    says: 'PostgreSQL in place of SQLite ([beyond-one-server.md](beyond-one-server.md))',
    example: 'postgres://naic@db.example.org/naic',
    secret: 'password',
  },
  DATABASE_PASSWORD: { rule: v.optional(v.string()), says: 'password of its user', secret: 'all' },
  FILES_URL: {
    rule: v.optional(bucket),
    says: 'bucket for resumes ([beyond-one-server.md](beyond-one-server.md))',
    example: 's3://naic/site?region=ap-south-1',
  },
  AWS_ACCESS_KEY_ID: {
    rule: v.optional(v.string()),
    says: 'who may use the bucket, and with it `AWS_SECRET_ACCESS_KEY`',
    secret: 'all',
  },
  AWS_SECRET_ACCESS_KEY: { rule: v.optional(v.string()), says: 'its secret', secret: 'all' },
  RETENTION_DAYS: {
    rule: v.optional(rules.wholeNumber(30, 36_500)),
    unset: 'until it is erased',
    says: 'days for which what people send is kept ([operating.md](operating.md))',
    example: '730',
  },
  CLAMAV_URL: {
    rule: v.optional(rules.scannerAddress),
    says: 'clamd that scans resumes before they are kept',
    example: 'unix:/run/clamav/clamd.ctl',
  },
  MAIL_FROM: {
    heading: 'Letters',
    rule: v.optional(rules.emailAddress, 'internships@example.org'),
    says: 'sender of the letters',
    example: 'internships@example.org',
  },
  STAFF_EMAIL: {
    rule: v.optional(rules.emailAddress, 'staff@example.org'),
    says: 'where the staff get theirs',
    example: 'staff@example.org',
  },
  OPERATOR_EMAIL: {
    rule: v.optional(rules.emailAddress),
    unset: 'that of `STAFF_EMAIL`',
    says: 'who is told that a unit has failed ([monitoring.md](monitoring.md#without-prometheus))',
    example: 'operator@example.org',
  },
  SMTP_URL: {
    rule: v.optional(mailRelay),
    unset: 'files in `DATA_DIR/mail`',
    says: 'relay for the letters ([operating.md](operating.md))',
    example: 'smtp://internships%40example.org@relay.example.org',
    secret: 'password',
  },
  SMTP_PASSWORD: { rule: v.optional(v.string()), says: 'password of its user', secret: 'all' },
  LETTERS_PER_HOUR: {
    rule: v.optional(rules.wholeNumber(1, 10_000_000), '1000'),
    says: 'letters that the relay gets an hour; more wait ([operating.md](operating.md))',
    example: '5000',
  },
  LETTER_DELAY_SECONDS: {
    rule: v.optional(rules.wholeNumber(0, 3_600), '30'),
    says: 'how long staff can take a decision back, until its letter leaves',
    example: '120',
  },
  SUBMISSIONS_PER_MINUTE: {
    heading: 'What one visitor may do',
    rule: v.optional(rules.wholeNumber(1, 1_000_000), '100'),
    says: 'forms that one network address may send a minute',
    example: '300',
  },
  LOOKUPS_PER_MINUTE: {
    rule: v.optional(rules.wholeNumber(1, 1_000_000), '120'),
    says: 'look-ups of what is not there that one network may make a minute',
    example: '240',
  },
  UPLOAD_MB_PER_DAY: {
    rule: v.optional(rules.wholeNumber(10, 1_000_000), '2000'),
    says: 'megabytes of forms that it may send a day ([operating.md](operating.md))',
    example: '5000',
  },
  PAGES_PER_SECOND: {
    rule: v.optional(rules.wholeNumber(1, 1_000_000), '20'),
    says: 'pages made for it a second, such as searches; three seconds at once',
    example: '50',
  },
  SAMPLE_CERTIFICATES: {
    heading: 'Certificates',
    rule: v.optional(rules.onOrOff),
    unset: '`on` on localhost, else `off`',
    says: 'whether a new registry has certificates of invented people',
    example: 'off',
  },
  CREDENTIALS_KEYS: {
    rule: v.optional(rules.privateKeys),
    unset: 'files in `DATA_DIR/keys`',
    says: 'private keys that sign certificates ([certificates.md](certificates.md))',
    secret: 'all',
  },
  LOG_KEYS: {
    rule: v.optional(rules.privateKeys),
    unset: 'files in `DATA_DIR/keys`',
    says: 'private keys that sign their log; set both or neither',
    secret: 'all',
  },
  STAMP_CALENDARS: {
    rule: v.optional(rules.calendars),
    says: "OpenTimestamps calendars that stamp the certificates' log",
    example: 'https://a.calendar.example.org,https://b.calendar.example.org',
  },
  WITNESSES: {
    rule: v.optional(rules.witnesses),
    says: "who watches the certificates' log: vkeys ([watching.md](watching.md))",
    example: 'college.example/witness+1401bd42+BLcPe7aUevD0GxG6lQdrocSDP+ztoguy2PbKf9Ae08VB',
  },
  WITNESSES_NEEDED: {
    rule: v.optional(rules.wholeNumber(1, 20)),
    unset: 'most of them',
    says: 'how many of them must have signed',
    example: '1',
  },
  METRICS_PORT: {
    heading: 'Monitoring',
    rule: v.optional(rules.wholeNumber(0, 65_534)),
    says: "port that shows metrics, on 127.0.0.1 alone; the next is the desk's ([monitoring.md](monitoring.md))",
    example: '9464',
  },
  METRICS_HOST: {
    rule: v.optional(v.string(), '127.0.0.1'),
    says: 'another address for that; whoever reaches it reads them, so let only the collector',
    example: '10.0.0.7',
  },
  BACKUP_STATE: {
    rule: v.optional(v.string(), '/var/lib/naic-backup-state'),
    says: 'folder where backups and their rehearsals leave word ([backup.md](backup.md))',
    example: '/var/lib/naic-backup-state',
  },
} satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof all

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

/** @returns what holds while it is not set, in Markdown. */
export function defaultOf(name: SettingName): string | undefined {
  const { rule, unset } = describedSettings[name]
  return 'default' in rule && rule.default !== undefined ? `\`${String(rule.default)}\`` : unset
}

export type ListedSetting = {
  name: SettingName
  /** As it is set, or its default; no secret is in it. Undefined if there is neither. */
  value: string | undefined
  /** Undefined: nobody set it. */
  from: 'environment' | 'file' | undefined
}

const hidden = '********'

/** @returns every setting, in the order of the lists. */
export function listSettings(environment: NodeJS.Dict<string>): ListedSetting[] {
  return names.map((name) => {
    const given = environment[name]?.trim()
    if (given) return { name, value: shown(name, given), from: 'environment' }
    const file = environment[`${name}_FILE`]?.trim()
    if (file && secretSettings.has(name)) return { name, value: hidden, from: 'file' }
    return { name, value: defaultOf(name)?.replaceAll('`', ''), from: undefined }
  })
}

function shown(name: SettingName, text: string): string {
  const { secret } = describedSettings[name]
  if (secret === undefined) return text
  const url = secret === 'password' ? URL.parse(text) : undefined
  // Of what is no address, nobody knows where the password is.
  if (!url?.host) return hidden
  if (url.password) url.password = hidden
  return url.href
}

/** Other programs' names, which only look like ours. */
const others = /^(PG[A-Z]+|AWS_.*|CREDENTIALS_DIRECTORY)$/

/** @returns a sentence for each name with a slip in it: it would be ignored, and the default would hold. */
export function misspeltSettings(environment: NodeJS.Dict<string>): string[] {
  const ours = [...names, ...[...secretSettings].map((name) => `${name}_FILE`)]
  return Object.keys(environment)
    .filter((name) => environment[name]?.trim() && !ours.includes(name) && !others.test(name))
    .flatMap((name) => {
      const meant = /^[A-Z][A-Z0-9_]+$/.test(name) && nearestMeant(name, ours)
      return meant ? `${name} is no setting, and nothing reads it. Is ${meant} meant?` : []
    })
}
