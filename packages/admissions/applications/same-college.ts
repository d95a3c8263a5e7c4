import { setImmediate } from 'node:timers/promises'
import type { Database } from '@naic/platform/database/database.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import { areNear, folded } from '@naic/platform/sheets/nearest-meant.ts'
import { collegeKey, spellingOf } from './college-key.ts'

/**
 * Which names of colleges mean the same one. Capitals, spaces and points never matter; beyond that
 * nothing is guessed: a person says that two names are one college, and can take it back.
 */

type Deed = { who: string }

/** A name that somebody said is another's. */
export type SaidCollege = { spelling: string; college: string; saidBy: string; saidAt: string }

/** @throws `Unavailable` when the database cannot be asked. */
export async function readSaidColleges({ read }: Pick<Database, 'read'>): Promise<SaidCollege[]> {
  const rows = await read
    .selectFrom('college_alias')
    .select(['typed', 'college', 'said_by', 'said_at'])
    .where('college', 'is not', null)
    .orderBy('college')
    .orderBy('typed')
    .execute()
  return rows.flatMap(({ typed, college, said_by: saidBy, said_at: saidAt }) =>
    college === null ? [] : [{ spelling: typed, college, saidBy, saidAt }],
  )
}

/** @returns a function that says under which name, if any, somebody said that a college counts. */
export async function readCollegeNames(
  database: Database,
): Promise<(typed: string) => string | undefined> {
  const said = await readSaidColleges(database)
  const names = new Map(said.map(({ spelling, college }) => [collegeKey(spelling), college]))
  return (typed) => names.get(collegeKey(typed))
}

/**
 * Keeps that names are one college. What was said to be one of these before goes along.
 *
 * @param college the name under which they count from now on.
 * @param spellings other names of it, as people type them.
 * @returns how many names changed; "refused" if a name has no letter.
 * @throws `Unavailable` when the database cannot keep the promise.
 */
export async function sayOneCollege(
  database: Database,
  college: string,
  spellings: readonly string[],
  { who }: Deed,
): Promise<{ state: 'said'; changed: number } | { state: 'refused'; name: string }> {
  const name = spellingOf(college)
  const unnamed = [name, ...spellings].find((one) => collegeKey(one) === '')
  if (unnamed !== undefined) return { state: 'refused', name: unnamed }
  const said = await readSaidColleges(database)
  const meant = new Set([name, ...spellings].map(collegeKey))
  const along = said.filter((one) => meant.has(collegeKey(one.college)))
  const all = new Map(
    [name, ...spellings, ...along.map(({ spelling }) => spelling)].map(
      (one) => [collegeKey(one), spellingOf(one)] as const,
    ),
  )
  const before = new Map(said.map((one) => [collegeKey(one.spelling), one.college]))
  const changed = [...all].filter(([key]) => before.get(key) !== name)
  if (changed.length > 0) {
    await keep(
      database,
      changed.map(([key, typed]) => ({ key, typed, college: name })),
      {
        who,
        did: 'colleges same',
      },
    )
  }
  return { state: 'said', changed: changed.length }
}

/**
 * Takes back that a name means another college. Of the name under which others count, it takes back all.
 *
 * @returns the names that count for themselves again; empty if nobody had said so.
 * @throws `Unavailable` when the database cannot keep the promise.
 */
export async function sayOwnCollege(
  database: Database,
  spelling: string,
  { who }: Deed,
): Promise<string[]> {
  const said = await readSaidColleges(database)
  const key = collegeKey(spelling)
  const isMeant = (one: SaidCollege) =>
    collegeKey(one.spelling) === key || collegeKey(one.college) === key
  const back = said.filter(isMeant).map((one) => one.spelling)
  if (back.length > 0) {
    await keep(
      database,
      back.map((typed) => ({ key: collegeKey(typed), typed, college: null })),
      { who, did: 'colleges apart' },
    )
  }
  return back
}

/** Of two names, in either order. */
const pairKey = (one: string, other: string) =>
  [collegeKey(one), collegeKey(other)].toSorted().join('|')

/**
 * Keeps that two names that look alike are two colleges: they are not suggested any more. They count as
 * before.
 *
 * @throws `Unavailable` when the database cannot keep the promise.
 */
export async function sayTwoColleges(
  database: Database,
  one: string,
  other: string,
  { who }: Deed,
): Promise<void> {
  const typed = `${spellingOf(one)} | ${spellingOf(other)}`
  await keep(database, [{ key: pairKey(one, other), typed, college: null }], {
    who,
    did: 'colleges apart',
  })
}

type Kept = { key: string; typed: string; college: string | null }

/** The journal has how many: a name is what somebody typed, and the journal can only grow. */
async function keep(
  database: Database,
  rows: readonly Kept[],
  { who, did }: { who: string; did: string },
): Promise<void> {
  const now = new Date()
  const detail = `${rows.length} ${rows.length === 1 ? 'name' : 'names'}`
  await database.write(async (transaction) => {
    for (const { key, typed, college } of rows) {
      const values = { typed, college, said_at: now.toISOString(), said_by: who }
      await transaction
        .insertInto('college_alias')
        .values({ spelling: key, ...values })
        .onConflict((conflict) => conflict.column('spelling').doUpdateSet(values))
        .execute()
    }
    await enterDeed(transaction, who, { did, detail }, now)
  })
}

/** Two names that may be one college, the more frequent first, and why. */
export type MaybeSame = { college: string; other: string; count: number; why: string }

/** Of so many names, the most frequent, each is compared with each. Longer ones are no names of colleges. */
const mostCompared = 300
const longestName = 120

/** More than a person looks through at a time; the next come once these are answered. */
const mostSuggested = 50

/**
 * @param counts colleges as they count now, the most frequent first.
 * @returns what may be one and the same, without those that somebody said are two.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function suggestColleges(
  { read }: Pick<Database, 'read'>,
  counts: readonly { value: string; count: number }[],
): Promise<MaybeSame[]> {
  const query = read.selectFrom('college_alias').select('spelling').where('college', 'is', null)
  const two = new Set((await query.execute()).map(({ spelling }) => spelling))
  return suggestSame(counts, ({ college, other }) => two.has(pairKey(college, other)))
}

/**
 * @param counts colleges as they count now, the most frequent first.
 * @param isAnswered whether somebody said that they are two.
 * @returns the first that may be one and the same; whether they are, a person says.
 */
export async function suggestSame(
  counts: readonly { value: string; count: number }[],
  isAnswered: (pair: MaybeSame) => boolean = () => false,
): Promise<MaybeSame[]> {
  const names = counts.slice(0, mostCompared).flatMap(({ value, count }) => {
    if (value.length > longestName) return []
    const words = wordsOf(value)
    return [{ value, count, key: collegeKey(value), words, sorted: words.toSorted().join(' ') }]
  })
  const suggested: MaybeSame[] = []
  for (const [at, one] of names.entries()) {
    // Everybody else at the desk is answered meanwhile.
    await setImmediate()
    for (const other of names.slice(at + 1)) {
      const why = whySame(one, other)
      if (!why) continue
      const pair = { college: one.value, other: other.value, count: other.count, why }
      if (!isAnswered(pair)) suggested.push(pair)
      if (suggested.length >= mostSuggested) return suggested
    }
  }
  return suggested
}

type Named = { key: string; words: string[]; sorted: string }

function whySame(one: Named, other: Named): string | undefined {
  if (one.sorted === other.sorted) return 'the same words'
  if (isShortFor(one, other) || isShortFor(other, one)) return 'initials'
  return areNear(one.key, other.key) ? 'nearly the same letters' : undefined
}

/** "VIT Vellore" has the initials of "Vellore Institute of Technology", and no word that it lacks. */
function isShortFor(short: Named, long: Named): boolean {
  if (long.words.length < 3) return false
  const initials = long.words.map((word) => word.charAt(0)).join('')
  const begins = short.words.findIndex(
    (word) => word.length >= 3 && (word === initials || initials.startsWith(word)),
  )
  return begins >= 0 && short.words.every((word, at) => at === begins || long.words.includes(word))
}

const small = new Set(['of', 'the', 'and', 'for', 'in', 'at', 'a'])

const wordsOf = (name: string): string[] =>
  folded(name.replaceAll('&', ' and '))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !small.has(word))
