import { line, type Read, readWords } from '#forms/text-rules.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import { shortDay } from '@naic/store/sheets/indian-day.ts'

/**
 * What the office keeps beside an application, each thing once: desk, command line, history and journal
 * follow this table.
 */
export const keptFacts = {
  name: { label: 'Name', did: 'applications correct-name' },
  email: { label: 'Email', did: 'applications correct-email' },
  assignee: { label: 'Who has it', did: 'applications assign' },
  score: { label: 'Score', did: 'applications score' },
  tags: { label: 'Tags', did: 'applications tag' },
  tasks: { label: 'Tasks received', did: 'applications received' },
  fee: { label: 'Fee received', did: 'applications received' },
} as const satisfies Record<string, { label: string; did: string }>

export type KeptFact = keyof typeof keptFacts

/** What must have come in before an internship is completed, or somebody agrees to do without. */
export const receipts = ['tasks', 'fee'] as const
export type Receipt = (typeof receipts)[number]

export const scores = [1, 2, 3, 4, 5] as const

/** Something that came in, such as a payment. */
type Received = {
  /** Day in India, such as "2026-03-14". */
  on: string
  /** Of the provider, such as a payment's number; null if there is none. */
  reference: string | null
  /** Who recorded it, as the journal names them. */
  by: string
}

/** What is kept of one application now, as `application_kept` has it. */
export type Kept = Pick<Tables['application_kept'], 'name' | 'email' | 'assignee' | 'score'> & {
  /** In small letters, in the order of the alphabet. */
  tags: readonly string[]
} & Record<Receipt, Received | null>

/** @returns how the history says a fact; null for none. */
export function keptInWords(kept: Kept, fact: KeptFact): string | null {
  const value = kept[fact]
  if (value === null) return null
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value
  if ('on' in value) return [shortDay(value.on), value.reference].filter(Boolean).join(', ')
  return value.join(', ') || null
}

/** @returns what the applicant sent instead of a fact; null for what only the office knows. */
export function whatWasSent(
  { sentName, sentEmail }: { sentName: string; sentEmail: string },
  fact: KeptFact,
): string | null {
  if (fact === 'name') return sentName
  return fact === 'email' ? sentEmail : null
}

/** How a change reads after the name of its fact, such as "4 (before: 3)". */
export const changeInWords = (from: string | null, to: string | null): string =>
  `${to ?? 'taken away'}${from === null ? '' : ` (before: ${from})`}`

/** Such as "tasks and fee". */
export const receiptsInWords = (missing: readonly Receipt[]): string =>
  new Intl.ListFormat('en-GB').format(missing)

/** Reads one line, which must say something. */
export function readWord(typed: string, longest: number): Read<string> {
  const read = readWords(typed, longest, line)
  if ('reason' in read) return read
  return read.value === null ? { reason: 'is empty' } : { value: read.value }
}

/** A tag that no list of tags could be told from is refused. */
const tellsTagsApart = /[,|]/

/** @returns a tag as it is kept: capitals and further spaces do not matter. */
export const plainTag = (typed: string): string =>
  typed.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ')

/** @returns the same of one that may be kept; or what is wrong, said after its name. */
export function readTag(typed: string): Read<string> {
  const tag = readWord(typed, 40)
  if ('reason' in tag) return tag
  if (tellsTagsApart.test(tag.value)) return { reason: 'has a comma or a bar' }
  return { value: plainTag(tag.value) }
}

const bar = '|'

/** So that each is found between two bars. */
export const storedTags = (tags: readonly string[]): string =>
  tags.length === 0 ? '' : `${bar}${tags.join(bar)}${bar}`

export const tagsOf = (stored: string | null): string[] => stored?.split(bar).filter(Boolean) ?? []
