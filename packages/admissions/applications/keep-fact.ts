import * as v from 'valibot'
import { line, personName, type Read, readEmail, readWords } from '#forms/text-rules.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import {
  type Kept,
  keptFacts,
  keptInWords,
  readTag,
  readWord,
  scores,
  storedTags,
  tagsOf,
  whatWasSent,
} from './kept-facts.ts'
import { findRow, type ListedApplication, toListed } from './list-applications.ts'
import { readDaySince } from './status-rules.ts'

/** The one door through which the office keeps something of an application. It tells no applicant. */

/** A change as people type it; null takes away what is kept. */
export type KeptAsked =
  | { fact: 'name' | 'email' | 'assignee' | 'score'; to: string | null }
  | { fact: 'tags'; add: string }
  | { fact: 'tags'; remove: string }
  | { fact: 'tasks' | 'fee'; to: { on: string; reference?: string | undefined } | null }

export type KeptAnswer =
  | { state: 'kept'; before: ListedApplication; kept: Kept }
  /** There is nothing to change, or no such application. */
  | { state: 'already' | 'unknown' }
  /** What is wrong with the value, said after the fact's name. */
  | { state: 'refused'; reason: string }
  /** Somebody else has changed it since it was seen. `now`: to what, as the history says it. */
  | { state: 'overtaken'; now: string | null }

export type KeptDeed = {
  /** As the journal names them. */
  who: string
  /** What the history would say of the fact as it was shown; undefined to have the last word. */
  seen?: string | null | undefined
}

/**
 * Changes one thing that is kept of an application. When it returns "kept", the change, its place in the
 * history and the journal's entry survive a crash; otherwise there is none of them. The journal says what
 * was changed, not to what: that may be a name.
 *
 * @throws `Unavailable` when the database cannot keep the promise.
 */
export const keepFact = (
  { write }: Pick<Database, 'write'>,
  id: string,
  wanted: KeptAsked,
  { who, seen }: KeptDeed,
): Promise<KeptAnswer> =>
  write(async (transaction) => {
    const row = await findRow({ read: transaction }, id)
    if (!row) return { state: 'unknown' }
    const application = toListed(row)
    const { fact } = wanted
    const read = readFact(application, wanted, who)
    if ('reason' in read) return { state: 'refused', reason: read.reason }
    const kept: Kept = { ...application.kept, [fact]: read.value }
    // The history has names and addresses themselves, so that what was sent stays in it.
    const [from = null, to = null] = [application.kept, kept].map(
      (one) => keptInWords(one, fact) ?? whatWasSent(application, fact),
    )
    if (from === to) return { state: 'already' }
    if (seen !== undefined && seen !== from) return { state: 'overtaken', now: from }
    const number = (row.kept_changes ?? 0) + 1
    const now = new Date()
    const common = { application_id: id, changed_at: now.toISOString() }
    await transaction
      .insertInto('kept_change')
      .values({ ...common, number, fact, from_value: from, to_value: to, changed_by: who })
      .execute()
    const current = { ...common, changes: number, ...columnsOf(kept) }
    await transaction
      .insertInto('application_kept')
      .values(current)
      .onConflict((conflict) => conflict.column('application_id').doUpdateSet(current))
      .execute()
    const { did, label } = keptFacts[fact]
    const detail = `${label.toLowerCase()}${to === null ? ', taken away' : ''}`
    await enterDeed(transaction, who, { did, subject: application.reference, detail }, now)
    return { state: 'kept', before: application, kept }
  })

/** @returns what is kept of the fact after the change. */
function readFact(application: ListedApplication, wanted: KeptAsked, who: string) {
  switch (wanted.fact) {
    case 'tags':
      return readTags(application.kept, wanted)
    case 'tasks':
    case 'fee': {
      if (wanted.to === null) return { value: null }
      const read = readReceived(application, wanted.to)
      return 'reason' in read ? read : { value: { ...read.value, by: who } }
    }
    default:
      return wanted.to === null ? { value: null } : readers[wanted.fact](wanted.to, application)
  }
}

/** A name or an address that is as it was sent is no correction. */
const readers = {
  name(typed: string, { sentName }: ListedApplication): Read<string | null> {
    const name = v.safeParse(personName, typed)
    if (!name.success) return { reason: 'is no name of 2 to 200 letters' }
    return { value: name.output === sentName ? null : name.output }
  },
  email(typed: string, { sentEmail }: ListedApplication): Read<string | null> {
    const email = readEmail(typed)
    if (email === null) return { reason: `"${typed}" is no email address` }
    return { value: email === sentEmail ? null : email }
  },
  assignee: (typed: string) => readWord(typed, 80),
  score(typed: string): Read<number> {
    const score = scores.find((one) => String(one) === typed.trim())
    return score ? { value: score } : { reason: `"${typed}" is none of ${scores.join(', ')}` }
  },
}

const mostTags = 20

function readTags(kept: Kept, wanted: { add: string } | { remove: string }): Read<string[]> {
  const tag = readTag('add' in wanted ? wanted.add : wanted.remove)
  if ('reason' in tag) return tag
  const others = kept.tags.filter((one) => one !== tag.value)
  const tags = 'add' in wanted ? [...others, tag.value].toSorted() : others
  return tags.length > mostTags ? { reason: `would be more than ${mostTags}` } : { value: tags }
}

/** @returns what is to be kept; or what is wrong, said after the fact's name. */
export function readReceived(
  application: ListedApplication,
  typed: { on: string; reference?: string | undefined },
): Read<{ on: string; reference: string | null }> {
  const on = readDaySince(application, typed.on)
  if ('reason' in on) return { reason: `on a day that ${on.reason}` }
  const reference = readWords(typed.reference, 100, line)
  if ('reason' in reference) return { reason: `with a reference that ${reference.reason}` }
  return { value: { on: on.value, reference: reference.value } }
}

type KeptColumns = Omit<Tables['application_kept'], 'application_id' | 'changes' | 'changed_at'>

const columnsOf = ({ tags, tasks, fee, ...others }: Kept): KeptColumns => ({
  ...others,
  tags: storedTags(tags),
  tasks_on: tasks?.on ?? null,
  tasks_reference: tasks?.reference ?? null,
  tasks_by: tasks?.by ?? null,
  fee_on: fee?.on ?? null,
  fee_reference: fee?.reference ?? null,
  fee_by: fee?.by ?? null,
})

const mostPeople = 100

/** @returns what was kept before, to suggest it: tags, and who of the staff has applications. */
export async function readKeptWords({ read, readTogether }: Database) {
  const kept = read.selectFrom('application_kept').distinct()
  const people = kept.select('assignee').where('assignee', 'is not', null).orderBy('assignee')
  const [tagged, assigned] = await readTogether([
    kept.select('tags').where('tags', '!=', ''),
    people.limit(mostPeople),
  ])
  return {
    tags: [...new Set(tagged.flatMap(({ tags }) => tagsOf(tags)))].toSorted(),
    people: assigned.flatMap(({ assignee }) => assignee ?? []),
  }
}
