import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { explainFailure } from '../explain-failure.ts'
import { examineBackups } from './examine-backups.ts'
import { examineClock } from './examine-clock.ts'
import { examineDataFolder } from './examine-data-folder.ts'
import { type Looked, lookIntoDatabase } from './examine-database.ts'
import { examineKeys } from './examine-keys.ts'
import { examineLaunch } from './examine-launch.ts'
import { examineLetters, examineRelay } from './examine-letters.ts'
import { examineLog } from './examine-log.ts'
import { examineMetrics, examineScanner, examineServer } from './examine-server.ts'
import { examineSettings, readSettings, type ReadSettings } from './examine-settings.ts'
import { examineStore, examineUnclaimed } from './examine-store.ts'
import { type Finding, type Found, warning, wrong } from './finding.ts'

const usualPatienceMs = 10_000

export type ExamineOptions = {
  /** Folder of the backups; undefined: where deploy/naic-backup.service keeps them. */
  backups?: string | undefined
  /** How long one look may take, in milliseconds. */
  patienceMs?: number
  now?: () => Date
}

/** What looks at what, and which settings that is of: where one of those is wrong, nothing is looked at. */
type Look = { of: string; settings: RegExp; look: () => Promise<Found[]> }

/**
 * Looks at all that the site needs, while a server runs or none does. What is broken is told and gone
 * on from. It changes nothing: a file that is written to try a place is removed again.
 *
 * @param read reads the settings, without those that are named; it may throw ConfigError.
 */
export async function* examine(
  read: ReadSettings,
  options: ExamineOptions = {},
): AsyncGenerator<Finding> {
  const { config, without, findings } = readSettings(read)
  const ofSettings = [...findings, ...(config ? examineSettings(config, without) : [])]
  for (const found of ofSettings) yield { of: 'settings', ...found }
  if (!config) return

  const opened = new Opened(config)
  const { patienceMs = usualPatienceMs } = options
  const shown = withoutSecrets(config)
  // All at once, and told in their order.
  const begun = looksAt(config, opened, options).map(({ of, settings, look }) => ({
    of,
    found: without.some((name) => settings.test(name))
      ? Promise.resolve([notLookedAt('a setting of it is wrong')])
      : within(patienceMs, look, config),
  }))
  try {
    for (const { of, found } of begun) {
      for (const { state, says, advice } of await found) {
        yield { of, state, says: shown(says), ...(advice ? { advice: shown(advice) } : {}) }
      }
    }
  } finally {
    await opened.close()
  }
}

function looksAt(
  config: Config,
  opened: Opened,
  { backups, patienceMs = usualPatienceMs, now = () => new Date() }: ExamineOptions,
): Look[] {
  const ofRows = /^(DATA_DIR|DATABASE_)/
  const ofKeys = /^(DATA_DIR|DATABASE_|FILES_URL|AWS_|CREDENTIALS_KEYS|LOG_KEYS)/
  const inDatabase = (look: (database: Database) => Promise<Found[]>) => async () => {
    const { database } = await opened.looked()
    return database ? look(database) : [notLookedAt('the database cannot be asked')]
  }
  const examineItsClock = async () =>
    examineClock(config, (await opened.looked().catch(() => undefined))?.database, now)
  return [
    { of: 'data folder', settings: /^DATA_DIR/, look: () => examineDataFolder(config) },
    { of: 'database', settings: ofRows, look: async () => (await opened.looked()).found },
    {
      of: 'resumes',
      settings: /^(DATA_DIR|FILES_URL|AWS_)/,
      look: async () =>
        examineStore(config, (await opened.looked().catch(() => undefined))?.database),
    },
    {
      of: 'resumes',
      settings: /^(DATA_DIR|DATABASE_|FILES_URL|AWS_)/,
      look: inDatabase((rows) => examineUnclaimed(config, rows, { now: now(), patienceMs })),
    },
    { of: 'mail relay', settings: /^SMTP_/, look: () => examineRelay(config, patienceMs) },
    { of: 'letters', settings: ofRows, look: inDatabase((rows) => examineLetters(rows, now())) },
    { of: 'keys', settings: ofKeys, look: inDatabase((rows) => examineKeys(config, rows)) },
    { of: 'clock', settings: ofRows, look: examineItsClock },
    { of: 'log', settings: ofKeys, look: inDatabase((rows) => examineLog(config, rows)) },
    {
      of: 'launch',
      settings: /^(SITE_URL|DATA_DIR|DATABASE_)/,
      look: async () => examineLaunch(config, (await opened.looked()).database),
    },
    {
      of: 'backups',
      settings: /^(DATABASE_|FILES_URL)/,
      look: () => examineBackups(config, backups, now()),
    },
    {
      of: 'server',
      settings: /^(HOST|PORT|DATA_DIR)/,
      look: () => examineServer(config, Math.floor(patienceMs / 3)),
    },
    {
      of: 'virus scanner',
      settings: /^CLAMAV_URL/,
      look: () => examineScanner(config, patienceMs),
    },
    {
      of: 'metrics',
      settings: /^METRICS_PORT/,
      look: () => examineMetrics(config, patienceMs, now()),
    },
  ]
}

/** The database, opened once it is asked for, for all that look into it. */
class Opened {
  readonly #config: Config
  #looked: Promise<Looked> | undefined

  constructor(config: Config) {
    this.#config = config
  }

  looked(): Promise<Looked> {
    return (this.#looked ??= lookIntoDatabase(this.#config))
  }

  /** One that does not answer is not waited for. */
  async close(): Promise<void> {
    const closed = this.#looked?.then(
      ({ database }) => database?.close(),
      () => undefined,
    )
    await Promise.race([closed, sleep(2_000, undefined, { ref: false })])
  }
}

const notLookedAt = (why: string): Found =>
  warning(`Not looked at, since ${why}.`, 'Mend that, and look again.')

async function within(
  patienceMs: number,
  look: () => Promise<Found[]>,
  config: Config,
): Promise<Found[]> {
  const over = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: over.signal }).then(
    () => [wrong(`No answer within ${patienceMs / 1000} seconds.`, 'It hangs, or is overloaded.')],
    () => [],
  )
  try {
    return await Promise.race([look(), late])
  } catch (error) {
    const sentence = explainFailure(error, config) ?? (error as Error).message
    return [wrong(sentence, 'Mend that, and look again.')]
  } finally {
    over.abort()
  }
}

/** What others answer may repeat what they were told. */
function withoutSecrets({ mailRelay, database, bucket }: Config): (text: string) => string {
  const credentials = bucket?.credentials?.()
  const secrets = [
    mailRelay?.login?.password(),
    database?.password(),
    credentials?.secretAccessKey,
    credentials?.sessionToken,
  ].filter((secret) => secret !== undefined && secret.length > 5)
  return (text) =>
    secrets.reduce<string>((rest, secret) => rest.replaceAll(secret ?? '', '…'), text)
}
