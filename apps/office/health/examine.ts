import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '@naic/house/config.ts'
import type { Database } from '@naic/store/database/database.ts'
import { explainFailure } from '@naic/house/explain-failure.ts'
import { examineKeys, examineLog, examineWitnesses } from './examine-certificates.ts'
import { examineDesk } from './examine-desk.ts'
import { examineFromOutside } from './examine-from-outside.ts'
import {
  examineBackups,
  examineLetters,
  examineRehearsal,
  examineRelay,
  examineScanner,
  examineServer,
} from './examine-services.ts'
import {
  examineLaunch,
  examineSettings,
  readSettings,
  type ReadSettings,
} from './examine-settings.ts'
import {
  examineDataFolder,
  examineStore,
  examineUnclaimed,
  lookIntoDatabase,
} from './examine-storage.ts'
import { type Finding, type Found, notLookedAt, type Topic, warning, wrong } from './finding.ts'

const usualPatienceMs = 10_000

export type ExamineOptions = {
  /** Folder of the backups, if their files are to be looked at; undefined: the word that they left. */
  backups?: string | undefined
  /** How long one look may take, in milliseconds. */
  patienceMs?: number
  now?: Date
}

/**
 * Looks at all that the site needs, whether a server runs or not. It changes nothing: a file that it
 * writes to try a place is removed again. If settings are wrong, it names each and stops.
 *
 * @param read reads the settings, without those that are named; it may throw ConfigError.
 */
export async function* examine(
  read: ReadSettings,
  { backups, patienceMs = usualPatienceMs, now = new Date() }: ExamineOptions = {},
): AsyncGenerator<Finding> {
  const { config, findings } = readSettings(read)
  for (const found of config ? examineSettings(config) : findings)
    yield { of: 'settings', ...found }
  if (!config) return

  const looking = lookIntoDatabase(config)
  // The look at the database reports it.
  looking.catch(() => undefined)
  const inDatabase = (look: (database: Database) => Promise<Found[]>) => async () => {
    const { database } = await looking
    return database ? look(database) : [warning(notLookedAt, 'Correct that first.')]
  }
  const looks: [Topic, () => Promise<Found[]>][] = [
    ['data folder', () => examineDataFolder(config)],
    ['database', async () => (await looking).found],
    ['resumes', () => examineStore(config)],
    ['resumes', inDatabase((rows) => examineUnclaimed(config, rows, { now, patienceMs }))],
    ['mail relay', () => examineRelay(config, patienceMs)],
    ['letters', inDatabase((rows) => examineLetters(rows, now))],
    ['keys', inDatabase((rows) => examineKeys(config, rows))],
    ['log', inDatabase((rows) => examineLog(config, rows))],
    ['log', inDatabase((rows) => examineWitnesses(config, rows, now))],
    ['desk', async () => examineDesk(config, (await looking).database, now)],
    ['launch', async () => examineLaunch(config, (await looking).database)],
    ['backups', () => examineBackups(config, backups, now)],
    ['rehearsal', () => examineRehearsal(config, now)],
    ['server', () => examineServer(config, patienceMs)],
    ['server', inDatabase((rows) => examineFromOutside(config, rows, { now, patienceMs }))],
    ['virus scanner', () => examineScanner(config, patienceMs)],
  ]
  const shown = withoutSecrets(config)
  // All at once, reported in their order.
  const begun = looks.map(([of, look]) => ({ of, found: within(patienceMs, look, config) }))
  try {
    for (const { of, found } of begun) {
      for (const { says, advice, ...rest } of await found) {
        yield { of, ...rest, says: shown(says), ...(advice ? { advice: shown(advice) } : {}) }
      }
    }
  } finally {
    const closed = looking.then(({ database }) => database?.close()).catch(() => undefined)
    // Do not wait for a database that does not answer.
    await Promise.race([closed, sleep(2_000, undefined, { ref: false })])
  }
}

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
    return [wrong(sentence, 'Correct that, and look again.')]
  } finally {
    over.abort()
  }
}

/** An answer may repeat a secret that was sent. */
function withoutSecrets({ mailRelay, database, bucket }: Config): (text: string) => string {
  const secrets = [
    mailRelay?.login?.password(),
    database?.password(),
    bucket?.credentials?.().secretAccessKey,
  ].filter((secret) => secret !== undefined && secret.length > 5)
  return (text) =>
    secrets.reduce<string>((rest, secret) => rest.replaceAll(secret ?? '', '…'), text)
}
