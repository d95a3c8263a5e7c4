import { statfs } from 'node:fs/promises'
import { examine } from '#health/examine.ts'
import { type Finding, megabytes, notLookedAt, type Topic } from '#health/finding.ts'
import { countUnsent } from '@naic/store/mail/stored-letters.ts'
import type { HealthCard, HealthFact } from '../desk-api.ts'
import type { DeskServices } from './desk-services.ts'

/**
 * What `council doctor` finds, in words for people who have no terminal: what it means for the office, and what
 * they can do. The operator's own words, with commands, are for `doctor`.
 */

type Words = {
  title: string
  right: string
  /** Said of a warning, and of what is wrong; what to do follows. */
  warning: [means: string, todo: string]
  wrong: [means: string, todo: string]
}

const tellThem = 'Tell the person who runs the server.'
const tellToday = 'Tell the person who runs the server today.'
const tellNow = 'Tell the person who runs the server at once, by telephone.'

const words: Record<Topic, Words> = {
  server: {
    title: 'The website',
    right: 'It runs, and takes what visitors send.',
    warning: ['It answers, but not as it should.', tellToday],
    wrong: ['It does not answer, or cannot take applications and messages.', tellNow],
  },
  letters: {
    title: 'Letters',
    right: 'They leave, and none was refused.',
    warning: [
      'Some did not leave.',
      'The Outbox says of each why. Correct an address and send it again; if many wait, tell the person who runs the server.',
    ],
    wrong: ['They cannot be looked at.', tellToday],
  },
  'mail relay': {
    title: 'The mail service',
    right: 'It takes our letters.',
    warning: ['None is set up: nobody gets our letters.', tellToday],
    wrong: [
      'It refuses us. Letters wait here for three days, and leave by themselves once it works.',
      tellToday,
    ],
  },
  backups: {
    title: 'Backups',
    right: 'There is a fresh one.',
    warning: ['There is no word of one, or the newest one is older than a night.', tellToday],
    wrong: ['The newest one is older than a week, or there is none.', tellNow],
  },
  rehearsal: {
    title: 'Trial of a backup',
    right: 'One was restored not long ago to try it, and nothing was missing.',
    warning: ['Nobody has tried for a while whether a backup can be restored.', tellToday],
    wrong: ['The newest one that was tried could not be restored.', tellNow],
  },
  'data folder': {
    title: 'The disk',
    right: 'There is room, and what is written is kept.',
    warning: ['It works, but strangers on the machine could look into it.', tellToday],
    wrong: ['It is full, or nearly, or keeps nothing: soon nothing more is taken.', tellNow],
  },
  database: {
    title: 'The database',
    right: 'It answers, and nothing in it is damaged.',
    warning: ['It is of another version than the desk.', tellToday],
    wrong: ['It does not answer, or is damaged.', tellNow],
  },
  resumes: {
    title: 'Resumes',
    right: 'They are kept, and can be read back.',
    warning: ['They could not all be looked at.', tellThem],
    wrong: [
      'They cannot be kept or read: no application is taken, or some have lost theirs.',
      tellNow,
    ],
  },
  log: {
    title: 'The log of certificates',
    right: 'It is signed, and as it was signed last.',
    warning: ['It could not be looked at, or one of its witnesses is silent.', tellToday],
    wrong: [
      'It is not as it was signed, its witnesses are silent, or it could not be looked at. Issue no certificates until that is clear.',
      tellNow,
    ],
  },
  keys: {
    title: 'Keys for certificates',
    right: 'They are there, and for the program alone.',
    warning: ['There is one that signs nothing.', tellThem],
    wrong: [
      'One is missing, others could read it, or they could not be looked at. Issue no certificates until that is clear.',
      tellNow,
    ],
  },
  desk: {
    title: 'The desk and its people',
    right: 'Every part of the work is somebody’s.',
    warning: [
      'Somebody cannot come in, or a part of the work is nobody’s.',
      'A manager can invite them or give them a role, in the room Staff.',
    ],
    wrong: ['It could not be looked at.', tellThem],
  },
  launch: {
    title: 'Facts on the website',
    right: 'None is known to be invented.',
    warning: [
      'Some are still invented or missing: names, addresses or numbers that visitors read.',
      'Find out the real ones, and send them to the person who runs the server.',
    ],
    wrong: ['They could not be looked at.', tellThem],
  },
  settings: {
    title: 'Settings',
    right: 'All can be read, and none was left over.',
    warning: ['One was left as it was for a trial.', tellThem],
    wrong: ['One is wrong: nothing else can be looked at before it is right.', tellNow],
  },
  'virus scanner': {
    title: 'The virus scanner',
    right: 'It looks at every resume.',
    warning: ['It does not work as it should.', tellToday],
    wrong: ['It does not answer: no application is taken until it does.', tellNow],
  },
}

/** The worst first. */
const order = ['wrong', 'warning', 'unseen', 'right'] as const

export async function healthCards(services: DeskServices): Promise<HealthCard[]> {
  const all: Finding[] = []
  for await (const finding of examine(() => services.config)) all.push(finding)
  const facts = await readFacts(services)
  const cards = [...Map.groupBy(all, ({ of }) => of)].map(([of, findings]) =>
    card(of, facts[of] ?? [], saidOf(of, findings)),
  )
  const placeOf = ({ of, state }: HealthCard) =>
    order.indexOf(state) * 100 + Object.keys(words).indexOf(of)
  return cards.toSorted((one, other) => placeOf(one) - placeOf(other))
}

type Said = Pick<HealthCard, 'state' | 'says' | 'todo'>

const card = (of: Topic, facts: HealthFact[], said: Said): HealthCard => {
  return { of, title: words[of].title, facts, ...said }
}

function saidOf(of: Topic, findings: readonly Finding[]): Said {
  if (findings.every(({ says }) => says === notLookedAt)) return unseen
  const state = findings.some((one) => one.state === 'wrong')
    ? 'wrong'
    : findings.some((one) => one.state === 'warning')
      ? 'warning'
      : 'right'
  const [means, todo] = state === 'right' ? [words[of].right] : words[of][state]
  const named = findings.filter(({ isPlain }) => isPlain).map((finding) => finding.says)
  return { state, says: [means, ...named].join(' '), todo }
}

const unseen = {
  state: 'unseen',
  says: 'It could not be looked at, since the database does not answer.',
  todo: tellNow,
} as const

/** Figures beside the words. What cannot be read is left out: its card says why. */
async function readFacts(services: DeskServices): Promise<Partial<Record<Topic, HealthFact[]>>> {
  const { database, config } = services
  const { read } = database
  const rows = await database
    .readTogether([
      countUnsent(read),
      read
        .selectFrom('letter')
        .select('sent_at')
        .where('sent_at', 'is not', null)
        .orderBy('sent_at', 'desc')
        .limit(1),
      read
        .selectFrom('log_checkpoint')
        .select(['size', 'signed_at'])
        .orderBy('size', 'desc')
        .limit(1),
      read.selectFrom('witness_cosignature').select(({ fn }) => fn.max('cosigned_at').as('newest')),
    ])
    .catch(() => undefined)
  const disk = await statfs(config.dataDir).catch(() => undefined)
  const [[unsent] = [], [sent] = [], [checkpoint] = [], [witness] = []] = rows ?? []
  return {
    letters: [
      { label: 'Newest sent', at: sent?.sent_at ?? null },
      ...(unsent
        ? [
            { label: 'Wait', text: String(unsent.waiting) },
            {
              label: 'Refused or given up',
              text: String(Number(unsent.refused) + Number(unsent.gaveUp)),
            },
          ]
        : []),
    ],
    'data folder': disk
      ? [
          { label: 'Free', text: room(disk.bavail * disk.bsize) },
          { label: 'Of', text: room(disk.blocks * disk.bsize) },
        ]
      : [],
    log: [
      { label: 'Entries', text: String(checkpoint?.size ?? 0) },
      { label: 'Newest signature', at: checkpoint?.signed_at ?? null },
      { label: 'Newest of a witness', at: witness?.newest ?? null },
    ],
  }
}

const gigabyte = 1024 ** 3
const room = (bytes: number): string =>
  bytes < gigabyte ? megabytes(bytes) : `${(bytes / gigabyte).toFixed(1)} GB`
