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
import { type Found, type Outcome, warning, wrong } from './finding.ts'

const usualPatienceMs = 10_000

export type ExamineOptions = {
  /** How long one look may take, in milliseconds. */
  patienceMs?: number
  now?: Date
}

type How = Required<ExamineOptions> & { looking: Promise<Looked> }
type Look = (config: Config, how: How) => Promise<Outcome>

/** Said of everything that is in a database that cannot be asked. */
export const notLookedAt = 'Not looked at, since the database cannot be asked.'

const inDatabase =
  (look: (config: Config, database: Database, how: How) => Promise<Outcome>): Look =>
  async (config, how) => {
    const { database } = await how.looking
    return database ? look(config, database, how) : warning(notLookedAt, 'Correct that first.')
  }

/**
 * What is looked at, in the operator's order, and what it means for the office, in words for people who have
 * no terminal. What is found is for the operator.
 */
type LookedAt = {
  title: string
  right: string
  /** Said of a warning, and of what is wrong; what to do follows. */
  warning: [means: string, todo: string]
  wrong: [means: string, todo: string]
  /** How it is found out. */
  looks: Look[]
}

const tellThem = 'Tell the person who runs the server.'
const tellToday = 'Tell the person who runs the server today.'
export const tellNow = 'Tell the person who runs the server at once, by telephone.'

export const topics = {
  settings: {
    title: 'Settings',
    right: 'All can be read, and none was left over.',
    warning: ['One was left as it was for a trial.', tellThem],
    wrong: ['One is wrong: nothing else can be looked at before it is right.', tellNow],
    looks: [async (config) => examineSettings(config)],
  },
  'data folder': {
    title: 'The disk',
    right: 'There is room, and what is written is kept.',
    warning: ['It works, but strangers on the machine could look into it.', tellToday],
    wrong: ['It is full, or nearly, or keeps nothing: soon nothing more is taken.', tellNow],
    looks: [examineDataFolder],
  },
  database: {
    title: 'The database',
    right: 'It answers, and nothing in it is damaged.',
    warning: ['It is of another version than the desk.', tellToday],
    wrong: ['It does not answer, or is damaged.', tellNow],
    looks: [async (_, { looking }) => (await looking).found],
  },
  resumes: {
    title: 'Resumes',
    right: 'They are kept, and can be read back.',
    warning: ['They could not all be looked at.', tellThem],
    wrong: [
      'They cannot be kept or read: no application is taken, or some have lost theirs.',
      tellNow,
    ],
    looks: [examineStore, inDatabase(examineResumePlace)],
  },
  'mail relay': {
    title: 'The mail service',
    right: 'It takes our letters.',
    warning: ['None is set up: nobody gets our letters.', tellToday],
    wrong: [
      'It refuses us. Letters wait here for three days, and leave by themselves once it works.',
      tellToday,
    ],
    looks: [examineRelay],
  },
  letters: {
    title: 'Letters',
    right: 'They leave, and none was refused.',
    warning: [
      'Some did not leave.',
      'The Outbox says of each why. Correct an address and send it again; if many wait, tell the person who runs the server.',
    ],
    wrong: ['They cannot be looked at.', tellToday],
    looks: [inDatabase(examineLetters)],
  },
  keys: {
    title: 'Keys for certificates',
    right: 'They are there, and for the program alone.',
    warning: ['There is one that signs nothing.', tellThem],
    wrong: [
      'One is missing, others could read it, or they could not be looked at. Issue no certificates until that is clear.',
      tellNow,
    ],
    looks: [inDatabase(examineKeys)],
  },
  log: {
    title: 'The log of certificates',
    right: 'It is signed, and as it was signed last.',
    warning: ['It could not be looked at, or one of its witnesses is silent.', tellToday],
    wrong: [
      'It is not as it was signed, its witnesses are silent, or it could not be looked at. Issue no certificates until that is clear.',
      tellNow,
    ],
    looks: [inDatabase(examineLog), inDatabase(examineWitnesses)],
  },
  desk: {
    title: 'The desk and its people',
    right: 'Every part of the work is somebody’s.',
    warning: [
      'Somebody cannot come in, or a part of the work is nobody’s.',
      'A manager can invite them or give them a role, in the room Staff.',
    ],
    wrong: ['It could not be looked at.', tellThem],
    looks: [async (config, { looking, now }) => examineDesk(config, (await looking).database, now)],
  },
  launch: {
    title: 'Facts on the website',
    right: 'None is known to be invented.',
    warning: [
      'Some are still invented or missing: names, addresses or numbers that visitors read.',
      'Find out the real ones, and send them to the person who runs the server.',
    ],
    wrong: ['They could not be looked at.', tellThem],
    looks: [async (config, { looking }) => examineLaunch(config, (await looking).database)],
  },
  backups: {
    title: 'Backups',
    right: 'There is a fresh one.',
    warning: ['There is no word of one, or the newest one is older than a night.', tellToday],
    wrong: ['The newest one is older than a week, or there is none.', tellNow],
    looks: [examineBackups],
  },
  rehearsal: {
    title: 'Trial of a backup',
    right: 'One was restored not long ago to try it, and nothing was missing.',
    warning: ['Nobody has tried for a while whether a backup can be restored.', tellToday],
    wrong: ['The newest one that was tried could not be restored.', tellNow],
    looks: [examineRehearsal],
  },
  server: {
    title: 'The website',
    right: 'It runs, and takes what visitors send.',
    warning: ['It answers, but not as it should.', tellToday],
    wrong: ['It does not answer, or cannot take applications and messages.', tellNow],
    looks: [examineServer, inDatabase(examineFromOutside)],
  },
  'virus scanner': {
    title: 'The virus scanner',
    right: 'It looks at every resume.',
    warning: ['It does not work as it should.', tellToday],
    wrong: ['It does not answer: no application is taken until it does.', tellNow],
    looks: [examineScanner],
  },
} satisfies Record<string, LookedAt>
export type Topic = keyof typeof topics
const everyTopic = Object.keys(topics) as Topic[]

/** What one look has found of what, for the operator. */
export type Finding = Found & { of: Topic }

/**
 * Looks at all that the site needs, whether a server runs or not. It changes nothing: a file that it
 * writes to try a place is removed again. If settings are wrong, it names each and stops.
 *
 * @param read reads the settings, without those that are named; it may throw ConfigError.
 */
export async function* examine(
  read: ReadSettings,
  { patienceMs = usualPatienceMs, now = new Date() }: ExamineOptions = {},
): AsyncGenerator<Finding> {
  const { config, findings } = readSettings(read)
  for (const found of findings) yield { of: 'settings', ...found }
  if (!config) return

  const looking = lookIntoDatabase(config)
  // The look at the database reports it.
  looking.catch(() => undefined)
  const how = { patienceMs, now, looking }
  const shown = withoutSecrets(config)
  // All at once, reported in their order.
  const begun = everyTopic.flatMap((of) =>
    topics[of].looks.map((look) => ({ of, found: within(look, config, how) })),
  )
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

async function within(look: Look, config: Config, how: How): Promise<Found[]> {
  const { patienceMs } = how
  const over = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: over.signal }).then(
    () => wrong(`No answer within ${patienceMs / 1000} seconds.`, 'It hangs, or is overloaded.'),
    () => [],
  )
  try {
    return [await Promise.race([look(config, how), late])].flat()
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
