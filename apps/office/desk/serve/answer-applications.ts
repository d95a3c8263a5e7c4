import { keptFacts } from '@naic/admissions/applications/kept-facts.ts'
import {
  type ListedApplication,
  toListed,
  walkByIds,
} from '@naic/admissions/applications/list-applications.ts'
import { readApplication } from '@naic/admissions/applications/read-application.ts'
import {
  changeStatus,
  planStatusChanges,
  type StatusPlan as Change,
} from '@naic/admissions/applications/set-status.ts'
import type { StatusAsked, StatusMistake } from '@naic/admissions/applications/status-rules.ts'
import { takeBack } from '@naic/admissions/applications/take-back.ts'
import { keepAndRedirect } from '@naic/admissions/letters/correct-address.ts'
import { Unavailable } from '@naic/store/unavailable.ts'
import {
  type AskedKept,
  type AskedNote,
  type AskedStatus,
  type AskedTakeBack,
  asSelected,
  type DoneOfOne,
  type DoneRows,
  type StatusDone,
  type StatusOfOne,
  type StatusPlan,
} from '../desk-api.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'
import type { By } from './read-request.ts'

/**
 * What is done to one application or to many is read and planned together, and done to each by itself: where a
 * colleague was faster nothing is done, and the others are changed all the same.
 */

/** In place of a seal: nothing would be done of this one. */
const noSeal = '-'

/** Says what a change of status would be of each, with its letter. Changes nothing. */
export async function planAnswers(
  services: DeskServices,
  { of, ...wanted }: AskedStatus,
): Promise<StatusPlan> {
  const changes = await planAll(services, of, wanted)
  const seals = changes.map((one) => ('change' in one ? sealOf(services, one.change) : noSeal))
  const rows = await ofEach(of, async (one, at): Promise<StatusOfOne> => {
    const planned = changes[at] ?? gone
    if (!('change' in planned)) return whyNot(services, one, planned)
    const { letter, missing } = planned.change
    return { state: 'planned', letter, missing }
  })
  return { state: 'planned', seal: seals.join(' '), rows }
}

/** Changes the status of each as it was shown. @param who as the journal names them. */
export async function giveAnswers(
  services: DeskServices,
  {
    of,
    seal,
    withoutReceipts,
    ...wanted
  }: AskedStatus & { seal: string; withoutReceipts: boolean },
  { who }: By,
): Promise<StatusDone> {
  const seals = seal.split(' ')
  const changes = await planAll(services, of, wanted)
  const rows = await ofEach(of, async (one, at): Promise<StatusOfOne> => {
    const planned = changes[at] ?? gone
    if (!('change' in planned)) return whyNot(services, one, planned)
    const { change } = planned
    const deed = { who, withoutReceipts }
    const isShown = isSameSeal(sealOf(services, change), seals[at] ?? noSeal)
    const { state } = isShown ? await changeStatus(services, change, deed) : overtaken
    if (state === 'not agreed') return { state: 'missing', missing: change.missing }
    if (state === 'overtaken') return whyNot(services, one, overtaken)
    return { state, hasLetter: change.letter !== null }
  })
  if (rows.every(({ state }) => state !== 'changed')) return { state: 'planned', seal: '', rows }
  return { state: 'done', rows }
}

type Seen = { id: string; seen?: number | undefined }
type Planned =
  | { change: Change }
  | { state: 'refused'; mistakes: StatusMistake[] }
  | { state: 'already' | 'gone' | 'overtaken' }

const gone = { state: 'gone' } as const
const overtaken = { state: 'overtaken' } as const

/** Reads all of them together. @returns what would be done, in their order. */
async function planAll(
  { database }: DeskServices,
  of: readonly Seen[],
  wanted: StatusAsked,
): Promise<Planned[]> {
  const found = new Map<string, ListedApplication>()
  const ids = of.map(({ id }) => id)
  for await (const rows of walkByIds(database, ids)) {
    for (const row of rows) found.set(row.id, toListed(row))
  }
  // Two of the staff must not write to one person without knowing of each other.
  const isAsSeen = ({ id, seen }: Seen) => seen === undefined || found.get(id)?.version === seen
  const still = of.filter(isAsSeen).flatMap(({ id }) => found.get(id) ?? [])
  const planned = await planStatusChanges(database, still, wanted)
  const byId = new Map(still.map(({ id }, at) => [id, planned[at]]))
  return of.map((one) => {
    const its = byId.get(one.id)
    if (!found.has(one.id)) return gone
    if (!its || !isAsSeen(one)) return overtaken
    return its.state === 'planned' ? { change: its.plan } : its
  })
}

/** A colleague's tag or score does not speak against what was agreed to. */
const sealOf = ({ seals }: DeskServices, change: Change) =>
  seals.of({ status: { ...change, application: { ...change.application, kept: undefined } } })

/** Why nothing is done of one, with what has happened since it was seen. */
async function whyNot(
  { database }: DeskServices,
  { id, seen = 0 }: Seen,
  why: Exclude<Planned, { change: Change }>,
): Promise<Exclude<StatusOfOne, { state: 'changed' | 'planned' | 'missing' }>> {
  if (why.state === 'refused') return { state: why.state, mistakes: why.mistakes }
  if (why.state !== 'overtaken') return { state: why.state }
  const now = await readApplication(database, id)
  if (now.state !== 'found') return gone
  const since = now.changes.filter(({ number }) => number > seen)
  return { state: why.state, now: asSelected(now.application), since }
}

/** Adds a note for the staff to each; the status stays. */
export async function addNotes(
  services: DeskServices,
  { of, note }: AskedNote,
  { who }: By,
): Promise<DoneRows> {
  const changes = await planAll(services, of, { to: undefined, note, withLetter: false })
  return doneOfEach(of, async (one, at) => {
    const planned = changes[at] ?? gone
    if ('change' in planned) {
      const { state } = await changeStatus(services, planned.change, { who })
      if (state === 'changed') return { state: 'kept' }
      return not('Somebody else changed it just now. Please try again.')
    }
    const why = await whyNot(services, one, planned)
    switch (why.state) {
      // The newest note says the same, or this one is blank.
      case 'already':
        return { state: why.state }
      case 'gone':
        return notThere
      case 'refused':
        return not(why.mistakes.map(({ field, reason }) => `The ${field} ${reason}.`).join(' '))
      case 'overtaken': {
        const newest = why.since.at(-1)
        const what = newest?.status === 'note' ? 'has written a note' : `says ${newest?.status}`
        return not(
          `${newest?.changedBy ?? 'A colleague'} ${what} since you opened it. Read that first; your note is still here.`,
        )
      }
    }
  })
}

/** Changes what is kept of each; tells no applicant. */
export const keep = (
  { database }: DeskServices,
  { of, wanted }: AskedKept,
  { who }: By,
): Promise<DoneRows> =>
  doneOfEach(of, async ({ id, seen }) => {
    const done = await keepAndRedirect(database, id, wanted, { who, seen })
    const { label } = keptFacts[wanted.fact]
    switch (done.state) {
      case 'kept':
      case 'already':
        return { state: done.state, again: done.again }
      case 'refused':
        return not(`${label} ${done.reason}.`)
      case 'overtaken':
        return not(
          `${label}: a colleague has changed it since you opened it, to: ${done.now ?? 'nothing'}. Nothing was changed; look again.`,
        )
      case 'unknown':
        return notThere
    }
  })

/** Takes a change of each back, and its letter, those first that come first: their letters leave first. */
export const takeBackAll = (
  { database }: DeskServices,
  { of }: AskedTakeBack,
  { who }: By,
): Promise<DoneRows> =>
  doneOfEach(of, async ({ id, seen }) => {
    const done = await takeBack(database, id, { number: seen, who })
    switch (done.state) {
      case 'taken back':
        return { state: done.state }
      case 'too late':
        return not('It was too late: it is done, and its letter leaves.')
      case 'overtaken':
        return not('It was changed again since, or taken back already.')
      case 'certified':
        return not(`Its certificate ${done.certificate} was issued meanwhile.`)
      case 'unknown':
        return notThere
    }
  })

const not = (detail: string) => ({ state: 'not', detail }) as const
const notThere = not('The application is gone.')

async function doneOfEach<One extends { id: string }>(
  of: readonly One[],
  act: (one: One, at: number) => Promise<DoneOfOne>,
): Promise<DoneRows> {
  const rows = await ofEach(of, act)
  const failed = (id: string) => ({ id, ...not('It could not be stored now.') })
  return { rows: rows.map((row) => (row.state === 'failed' ? failed(row.id) : row)) }
}

const failed = { state: 'failed' } as const
/** So many failures in a row are no accident: nobody waits for three hundred. */
const mostFailures = 3

/**
 * Does something with each, one after the other: several at once have to be tried again by PostgreSQL, and three
 * hundred then took four times as long. One that the database fails for stops no other.
 *
 * @throws `Unavailable` if it fails for all.
 */
async function ofEach<One extends { id: string }, Result>(
  of: readonly One[],
  act: (one: One, at: number) => Promise<Result>,
): Promise<({ id: string } & (Result | typeof failed))[]> {
  const results: ({ id: string } & (Result | typeof failed))[] = []
  let first: Unavailable | undefined
  let inARow = 0
  for (const [at, one] of of.entries()) {
    const tried = inARow < mostFailures ? act(one, at) : failed
    const result = await Promise.resolve(tried).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error
      first ??= error
      return failed
    })
    inARow = result === failed ? inARow + 1 : 0
    results.push({ id: one.id, ...result })
  }
  if (first && inARow === of.length) throw first
  return results
}
