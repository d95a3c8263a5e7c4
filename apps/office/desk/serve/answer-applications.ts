import * as v from 'valibot'
import { applicationStatuses } from '@naic/admissions/applications/application-status.ts'
import { keptFacts, receipts } from '@naic/admissions/applications/kept-facts.ts'
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
import { mostOpen, takeBack } from '@naic/admissions/applications/take-back.ts'
import { keepAndRedirect } from '@naic/admissions/letters/correct-address.ts'
import { Unavailable } from '@naic/store/unavailable.ts'
import {
  asSelected,
  mostSelected,
  type OfOne,
  type Outcome,
  type Outcomes,
  type StatusDone,
  type StatusPlan,
} from '../desk-api.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'
import { type By, optionalText } from './read-request.ts'

/**
 * What is done to one application or to many is read and planned together, and done to each by itself: where a
 * colleague was faster nothing is done, and the others are changed all the same.
 */

const each = <Of extends v.GenericSchema>(seen: Of, most = mostSelected) =>
  v.pipe(
    v.array(v.object({ id: v.string(), seen })),
    v.minLength(1, 'None is selected'),
    v.maxLength(most, `At most ${most} can be changed at once`),
  )
export const askedStatus = v.object({
  of: each(v.number()),
  to: v.picklist(applicationStatuses),
  withLetter: v.boolean(),
  message: optionalText,
  note: optionalText,
  completedOn: optionalText,
  internship: optionalText,
})
export type AskedStatus = v.InferOutput<typeof askedStatus>
export const agreedStatus = v.object({
  ...askedStatus.entries,
  seal: v.string(),
  withoutReceipts: v.boolean(),
})
type AgreedStatus = v.InferOutput<typeof agreedStatus>
/** `seen`: the version; undefined to have the last word. */
export const askedNote = v.object({ of: each(v.optional(v.number())), note: v.string() })
export type AskedNote = v.InferOutput<typeof askedNote>
const textOrNull = v.nullable(v.string())
/** `seen`: what it was when it was shown, as `keptInWords` says it. */
export const askedKept = v.object({
  of: each(v.optional(textOrNull)),
  wanted: v.union([
    v.object({ fact: v.picklist(['name', 'email', 'assignee', 'score']), to: textOrNull }),
    v.object({ fact: v.literal('tags'), add: v.string() }),
    v.object({ fact: v.literal('tags'), remove: v.string() }),
    v.object({
      fact: v.picklist(receipts),
      to: v.nullable(v.object({ on: v.string(), reference: optionalText })),
    }),
  ]),
})
export type AskedKept = v.InferOutput<typeof askedKept>
/** Changes, by their numbers; those whose letters leave first come first. */
export const askedTakeBack = v.object({ of: each(v.number(), mostOpen) })
export type AskedTakeBack = v.InferOutput<typeof askedTakeBack>

/** In place of a seal: nothing would be done of this one. */
const noSeal = '-'

/** Says what a change of status would be of each, with its letter. Changes nothing. */
export async function planAnswers(
  services: DeskServices,
  { of, ...wanted }: AskedStatus,
): Promise<StatusPlan> {
  const changes = await planAll(services, of, wanted)
  const seals = changes.map((one) => ('change' in one ? sealOf(services, one.change) : noSeal))
  const { rows } = await ofEach(of, async (one, at) => {
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
  { seal, withoutReceipts, ...asked }: AgreedStatus,
  { who }: By,
): Promise<StatusDone> {
  const seals = seal.split(' ')
  const isShown = (change: Change, at: number) =>
    isSameSeal(sealOf(services, change), seals[at] ?? noSeal)
  const { rows } = await changeEach(services, asked, { who, withoutReceipts }, isShown)
  if (rows.every(({ state }) => state !== 'changed')) return { state: 'planned', seal: '', rows }
  return { state: 'done', rows }
}

/** Adds a note for the staff to each; the status stays. */
export const addNotes = (services: DeskServices, asked: AskedNote, { who }: By) =>
  changeEach(services, { ...asked, to: undefined, withLetter: false }, { who }, () => true)

async function changeEach(
  services: DeskServices,
  { of, ...wanted }: { of: readonly Seen[] } & StatusAsked,
  deed: Parameters<typeof changeStatus>[2],
  isMeant: (change: Change, at: number) => boolean,
): Promise<Outcomes> {
  const changes = await planAll(services, of, wanted)
  return ofEach(of, async (one, at) => {
    const planned = changes[at] ?? gone
    if (!('change' in planned)) return whyNot(services, one, planned)
    const { change } = planned
    const done = isMeant(change, at) ? await changeStatus(services, change, deed) : overtaken
    if (done.state === 'not agreed') return { state: 'missing', missing: change.missing }
    if (done.state === 'overtaken') return whyNot(services, one, overtaken)
    return { state: 'changed', hasLetter: change.letter !== null }
  })
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
): Promise<OfOne> {
  if (why.state === 'refused') return { state: why.state, mistakes: why.mistakes }
  if (why.state !== 'overtaken') return { state: why.state }
  const now = await readApplication(database, id)
  if (now.state !== 'found') return gone
  const since = now.changes.filter(({ number }) => number > seen)
  return { state: why.state, now: asSelected(now.application), since }
}

/** Changes what is kept of each; tells no applicant. */
export const keep = (
  { database }: DeskServices,
  { of, wanted }: AskedKept,
  { who }: By,
): Promise<Outcomes> =>
  ofEach(of, async ({ id, seen }) => {
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
): Promise<Outcomes> =>
  ofEach(of, async ({ id, seen }) => {
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

const failed = not('It could not be stored now. Please try again.')
/** So many failures in a row are no accident: nobody waits for three hundred. */
const mostFailures = 3

/**
 * Does something with each, one after the other: several at once have to be tried again by PostgreSQL, and three
 * hundred then took four times as long. One that the database fails for stops no other.
 *
 * @throws `Unavailable` if it fails for all.
 */
async function ofEach<One extends { id: string }>(
  of: readonly One[],
  act: (one: One, at: number) => Promise<OfOne>,
): Promise<Outcomes> {
  const rows: Outcome[] = []
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
    rows.push({ id: one.id, ...result })
  }
  if (first && inARow === of.length) throw first
  return { rows }
}
