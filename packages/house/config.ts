import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { ConfigError } from '@naic/store/config-error.ts'
import { givenSocket } from '#web/given-socket.ts'
import type { MetricsPlace } from '#metrics/metrics-server.ts'
import { misspeltSettings, secretSettings, settings } from './settings/described-settings.ts'
import { bucketFor, databaseFor, relayFor } from './settings/service-settings.ts'
import { howToMakeKeys } from './settings/setting-rules.ts'

/** The settings of one run. What `described-settings.ts` says of each holds for the one of that name here. */
export type Config = ReturnType<typeof readConfig>

type Environment = Readonly<NodeJS.Dict<string>>
type Output = v.InferOutput<typeof settings>

/**
 * Reads and checks every setting; nothing else reads the environment. A blank setting counts as not set.
 *
 * @param home the folder of DATA_DIR's default; a given DATA_DIR is relative to the current folder.
 * @throws ConfigError naming the first setting that is wrong.
 */
export function readConfig(environment: Environment, home = '.') {
  const given = withSecretsOfFiles(
    Object.fromEntries(
      Object.entries(environment).map(([name, text]) => [name, text?.trim() || undefined]),
    ),
  )
  const { output, issues } = v.safeParse(settings, given, { abortEarly: true })
  // The first part of the path is the setting's name; a list's has the place in it as well.
  if (issues) throw new ConfigError(`${issues[0].path?.[0].key} ${issues[0].message}`)

  const siteUrl = output.SITE_URL ?? new URL(`http://localhost:${output.PORT}`).origin
  // On the site's own origin the form could lift the sandbox of its frame.
  if (output.TASK_FORM_URL && new URL(output.TASK_FORM_URL).origin === siteUrl) {
    throw new ConfigError(
      `TASK_FORM_URL must be the address of a form on another site than SITE_URL (${siteUrl}), not "${given['TASK_FORM_URL']}".`,
    )
  }
  const witnesses = output.WITNESSES ?? []
  return {
    host: output.HOST,
    port: output.PORT,
    socket: givenSocket(given),
    dataDir: path.resolve(given['DATA_DIR'] ? '.' : home, output.DATA_DIR),
    /** Where resumes and the log's last checkpoint are kept; undefined: in the data folder. */
    bucket: bucketFor(output.FILES_URL, output.AWS_ACCESS_KEY_ID, output.AWS_SECRET_ACCESS_KEY),
    /** The PostgreSQL database that rows are kept in; undefined: SQLite, in the data folder. */
    database: databaseFor(output.DATABASE_URL, output.DATABASE_PASSWORD),
    siteUrl,
    isSiteUrlSet: output.SITE_URL !== undefined,
    sampleCertificates: output.SAMPLE_CERTIFICATES ?? isOfThisMachine(siteUrl),
    offlinePages: output.OFFLINE_PAGES,
    taskFormUrl: output.TASK_FORM_URL,
    mailFrom: output.MAIL_FROM,
    /** Where letters are handed in; undefined: they become files in the data folder. */
    mailRelay: relayFor(output.SMTP_URL, output.SMTP_PASSWORD),
    staffEmail: output.STAFF_EMAIL,
    operatorEmail: output.OPERATOR_EMAIL ?? output.STAFF_EMAIL,
    lettersPerHour: output.LETTERS_PER_HOUR,
    letterDelaySeconds: output.LETTER_DELAY_SECONDS,
    submissionsPerMinute: output.SUBMISSIONS_PER_MINUTE,
    lookupsPerMinute: output.LOOKUPS_PER_MINUTE,
    uploadMbPerDay: output.UPLOAD_MB_PER_DAY,
    pagesPerSecond: output.PAGES_PER_SECOND,
    stampCalendars: output.STAMP_CALENDARS ?? [],
    witnesses,
    /** 0 without witnesses. */
    witnessesNeeded: neededOf(witnesses.length, output.WITNESSES_NEEDED),
    /** Undefined: until somebody erases them. */
    retentionDays: output.RETENTION_DAYS,
    virusScanner: output.CLAMAV_URL,
    trustProxy: output.TRUST_PROXY ?? [],
    /** Of the registry of certificates; undefined: they are files in the data folder. */
    privateKeys: registryKeys(output),
    deskUrl: deskUrlFor(output.DESK_URL, siteUrl),
    /** Whose rights in PostgreSQL this run has to have; `council desk` works as the desk. */
    worksAs: 'site' as 'site' | 'desk',
    /** Of names in the environment that look like a setting with a slip in it, which has no effect. */
    misspelt: misspeltSettings(given),
    /** The account on the machine that runs this; behind sudo, the person's. */
    account: given['SUDO_USER'] ?? nameOfAccount(),
    backupState: path.resolve(output.BACKUP_STATE),
    /** `metrics` and `deskMetrics`: where they are shown; undefined: they are not taken. */
    ...metricsFor(output),
  }
}

/** A secret may stand in a file, as for containers. @throws ConfigError if set twice, or empty there. */
function withSecretsOfFiles(given: Environment): Environment {
  const read = [...secretSettings].flatMap((name) => {
    const file = given[`${name}_FILE`]
    if (!file) return []
    if (given[name]) {
      throw new ConfigError(`${name} is set, and ${name}_FILE as well. Remove one of them.`)
    }
    return [[name, secretOf(`${name}_FILE`, file)]]
  })
  return { ...given, ...Object.fromEntries(read) }
}

function secretOf(setting: string, file: string): string {
  let text = ''
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `${setting} must be the path of a file that this user may read, not "${file}" (${code}).`,
    )
  }
  if (!text) throw new ConfigError(`${setting} is "${file}", and there is nothing in that file.`)
  return text
}

/** @returns how many of the witnesses must have signed: most of them, if nothing else is set. */
function neededOf(all: number, needed = all && Math.floor(all / 2) + 1): number {
  if (needed <= all) return needed
  throw new ConfigError(
    `WITNESSES_NEEDED must be at most the number of WITNESSES (${all}), not ${needed}.`,
  )
}

/** The desk is a program of its own. @throws ConfigError */
function metricsFor(output: Output): { metrics?: MetricsPlace; deskMetrics?: MetricsPlace } {
  const { METRICS_PORT: port, PORT: sitePort, METRICS_HOST: host } = output
  if (port === undefined) return {}
  const deskPort = port && port + 1
  if (port && (port === sitePort || deskPort === sitePort)) {
    throw new ConfigError(
      `METRICS_PORT must be another port than PORT (${sitePort}), and so must the one after it: metrics are not for visitors.`,
    )
  }
  return { metrics: { host, port }, deskMetrics: { host, port: deskPort } }
}

/** @throws ConfigError if one is missing, or is there twice. */
function registryKeys({ CREDENTIALS_KEYS: credentials, LOG_KEYS: log }: Output) {
  if (!credentials && !log) return undefined
  if (!credentials || !log) {
    const [unset, set] = credentials
      ? ['LOG_KEYS', 'CREDENTIALS_KEYS']
      : ['CREDENTIALS_KEYS', 'LOG_KEYS']
    throw new ConfigError(
      `${unset} must be set as well, since ${set} is: a private key. ${howToMakeKeys}`,
    )
  }
  const all = [...credentials, ...log]
  if (all.some((key, at) => all.findIndex((other) => other.equals(key)) < at)) {
    throw new ConfigError(
      `CREDENTIALS_KEYS and LOG_KEYS have the same private key twice; each must be another. ${howToMakeKeys}`,
    )
  }
  return { credentials, log }
}

/** Cookies and passkeys count for a host: so the desk has its own, named, with TLS. @throws ConfigError */
function deskUrlFor(deskUrl: string, siteUrl: string): string {
  const { protocol, hostname } = new URL(deskUrl)
  if (hostname === new URL(siteUrl).hostname) {
    throw new ConfigError(
      `DESK_URL must have another host than SITE_URL (${siteUrl}), such as https://desk.example.org, not "${deskUrl}".`,
    )
  }
  if (protocol !== 'https:' && !isOfThisMachine(deskUrl)) {
    throw new ConfigError(
      `DESK_URL must begin with https://, not "${deskUrl}": browsers have passkeys with TLS alone.`,
    )
  }
  if (/^[\d.]+$|^\[/.test(hostname)) {
    throw new ConfigError(
      `DESK_URL must have a name, such as desk.example.org, not the number ${hostname}: browsers have no passkeys for numbers.`,
    )
  }
  return deskUrl
}

/** Whether it can be reached from this machine only, as no launched site is. */
export const isOfThisMachine = (siteUrl: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(siteUrl).hostname)

/** In a container the account may have a number alone. */
function nameOfAccount(): string {
  try {
    return userInfo().username
  } catch {
    return `account ${process.getuid?.()}`
  }
}

/** What the staff read if the form of /submit-task is not set; students read that it is not open. */
export const noTaskForm = {
  says: 'TASK_FORM_URL is not set: /submit-task says that the form is not open yet.',
  advice:
    'Set it to the web address of the hosted form, such as https://forms.example.org/tasks, which must allow other sites to show it in a frame.',
}
