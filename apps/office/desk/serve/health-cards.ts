import { statfs } from 'node:fs/promises'
import { examine, type Finding, notLookedAt, tellNow, type Topic, topics } from '#health/examine.ts'
import { megabytes } from '#health/finding.ts'
import { countUnsent } from '@naic/store/mail/stored-letters.ts'
import type { DeskServices } from './desk-services.ts'

/** A figure: some words, or a time in RFC 3339; null for never. */
export type HealthFact = { label: string } & ({ text: string } | { at: string | null })

export type HealthCard = {
  of: Topic
  title: string
  /** 'unseen': nothing is known of it here. */
  state: (typeof states)[number]
  says: string
  /** Undefined if there is nothing to do. */
  todo?: string | undefined
  facts: HealthFact[]
}

/** The worst first; then what everything else hangs on. */
const states = ['wrong', 'warning', 'unseen', 'right'] as const
const first: readonly Topic[] = ['server', 'letters', 'mail relay', 'backups', 'rehearsal']

/** What `council doctor` finds, in the words for people who have no terminal. */
export async function healthCards(services: DeskServices): Promise<HealthCard[]> {
  const found = new Map<Topic, Finding[]>(first.map((of) => [of, []]))
  for await (const finding of examine(() => services.config)) {
    found.set(finding.of, [...(found.get(finding.of) ?? []), finding])
  }
  const facts = await readFacts(services)
  return [...found]
    .filter(([, findings]) => findings.length > 0)
    .map(([of, findings]) => cardOf(of, findings, facts[of]))
    .toSorted((one, other) => states.indexOf(one.state) - states.indexOf(other.state))
}

function cardOf(of: Topic, findings: readonly Finding[], facts: HealthFact[] = []): HealthCard {
  const { title, right, ...notRight } = topics[of]
  if (findings.every(({ says }) => says === notLookedAt)) {
    const says = 'It could not be looked at, since the database does not answer.'
    return { of, title, state: 'unseen', says, todo: tellNow, facts }
  }
  const named = findings.filter(({ isPlain }) => isPlain).map(({ says }) => says)
  const state = (['wrong', 'warning'] as const).find((one) =>
    findings.some((finding) => finding.state === one),
  )
  const [means, todo] = state ? notRight[state] : [right]
  return { of, title, state: state ?? 'right', says: [means, ...named].join(' '), todo, facts }
}

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
