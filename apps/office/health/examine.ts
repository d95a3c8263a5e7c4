import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '@naic/house/config.ts'
import type { Database } from '@naic/store/database/database.ts'
import { explainFailure } from '@naic/house/explain-failure.ts'
import { examineKeys, examineLog, examineWitnesses } from './examine-certificates.ts'
import { examineDesk } from './examine-desk.ts'
import {
  examineBackups,
  examineFromOutside,
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
  examineResumePlace,
  examineStore,
  lookIntoDatabase,
  type Looked,
} from './examine-storage.ts'
import { type Found, type Outcome, patienceMs, warning, wrong } from './finding.ts'

type How = { now: Date; looking: Promise<Looked> }
type Look = (config: Config, how: How) => Promise<Outcome>

const inDatabase =
  (look: (config: Config, database: Database, how: How) => Promise<Outcome>): Look =>
  async (config, how) => {
    const { database } = await how.looking
    return database
      ? look(config, database, how)
      : warning('Not looked at, since the database cannot be asked.', 'Correct that first.')
  }

type Topic = {
  of: string
  /** Its name at the desk. */
  title: string
  looks: Look[]
  /** What the staff do themselves about a warning, or about what is wrong. */
  forStaff?: { warning?: string; wrong?: string }
}

const issueNothing = { wrong: 'Issue no certificates until that is clear.' }

/** What is looked at, in the operator's order. */
export const topics: readonly Topic[] = [
  { of: 'settings', title: 'Settings', looks: [async (config) => examineSettings(config)] },
  { of: 'data folder', title: 'The disk', looks: [examineDataFolder] },
  {
    of: 'database',
    title: 'The database',
    looks: [async (_, { looking }) => (await looking).found],
  },
  { of: 'resumes', title: 'Resumes', looks: [examineStore, inDatabase(examineResumePlace)] },
  { of: 'mail relay', title: 'The mail service', looks: [examineRelay] },
  {
    of: 'letters',
    title: 'Letters',
    looks: [inDatabase(examineLetters)],
    forStaff: {
      warning: 'The Outbox says why of each. Correct an address there and send it again.',
    },
  },
  {
    of: 'keys',
    title: 'Keys for certificates',
    looks: [inDatabase(examineKeys)],
    forStaff: issueNothing,
  },
  {
    of: 'log',
    title: 'The log of certificates',
    looks: [inDatabase(examineLog), inDatabase(examineWitnesses)],
    forStaff: issueNothing,
  },
  {
    of: 'desk',
    title: 'The desk and its people',
    looks: [inDatabase(examineDesk)],
    forStaff: { warning: 'A manager can invite them or give them a role, in the room Staff.' },
  },
  {
    of: 'launch',
    title: 'Facts on the website',
    looks: [inDatabase(examineLaunch)],
    forStaff: { warning: 'Find out the real ones, for the person who runs the server.' },
  },
  { of: 'backups', title: 'Backups', looks: [examineBackups] },
  { of: 'rehearsal', title: 'Trial of a backup', looks: [examineRehearsal] },
  {
    of: 'server',
    title: 'The website',
    looks: [examineServer, inDatabase(examineFromOutside)],
  },
  { of: 'virus scanner', title: 'The virus scanner', looks: [examineScanner] },
]

/** What one look has found of a topic. */
export type Finding = Found & { of: string }

/**
 * Looks at all that the site needs, whether a server runs or not. It changes nothing: a file that it
 * writes to try a place is removed again. If settings are wrong, it names each and stops.
 *
 * @param read reads the settings, without those that are named; it may throw ConfigError.
 */
export async function* examine(read: ReadSettings): AsyncGenerator<Finding> {
  const { config, findings } = readSettings(read)
  for (const found of findings) yield { of: 'settings', ...found }
  if (!config) return

  const looking = lookIntoDatabase(config)
  // The look at the database reports it.
  looking.catch(() => undefined)
  const how = { now: new Date(), looking }
  const shown = withoutSecrets(config)
  // All at once, reported in their order.
  const begun = topics.flatMap(({ of, looks }) =>
    looks.map((look) => ({ of, found: within(look, config, how) })),
  )
  try {
    for (const { of, found } of begun) {
      for (const { state, says, advice } of await found) {
        yield { of, state, says: shown(says), ...(advice && { advice: shown(advice) }) }
      }
    }
  } finally {
    const closed = looking.then(({ database }) => database?.close()).catch(() => undefined)
    // Do not wait for a database that does not answer.
    await Promise.race([closed, sleep(2_000, undefined, { ref: false })])
  }
}

async function within(look: Look, config: Config, how: How): Promise<Found[]> {
  const hangs = wrong(
    `No answer within ${patienceMs / 1000} seconds.`,
    'It hangs, or is overloaded.',
  )
  const late = sleep(patienceMs, hangs, { ref: false })
  try {
    return [await Promise.race([look(config, how), late])].flat()
  } catch (error) {
    const sentence = explainFailure(error, config) ?? (error as Error).message
    return [wrong(sentence, 'Correct that, and look again.')]
  }
}

/** An answer may repeat a secret that was sent. */
function withoutSecrets({ mailRelay, database, bucket }: Config): (text: string) => string {
  const secrets = [
    mailRelay?.login?.password(),
    database?.password(),
    bucket?.credentials().secretAccessKey,
  ].filter((secret) => secret !== undefined && secret.length > 5)
  return (text) =>
    secrets.reduce<string>((rest, secret) => rest.replaceAll(secret ?? '', '…'), text)
}
