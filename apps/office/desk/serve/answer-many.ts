import { Unavailable } from '@naic/store/unavailable.ts'
import {
  type AskedKeptOfMany,
  type AskedNoteOfMany,
  type AskedOfMany,
  type AskedTakeBack,
  asSelected,
  type DoneOne,
  type DoneOfMany,
  type KeptOfMany,
  type PlannedOne,
  type PlanOfMany,
  type ShownPlan,
  type StatusOfMany,
} from '../desk-api.ts'
import { addNote, giveAnswer, keep, planAnswer, undoAnswer } from './answer-application.ts'
import type { DeskServices } from './desk-services.ts'

/**
 * What is done to many applications at once is done to each by itself, through the door of a single one:
 * where a colleague was faster nothing is done, and the others are changed all the same.
 */

/** In place of a seal: nothing would be done of this one. */
const noSeal = '-'

/** Says what a change of status would be of each. Changes nothing. */
export async function planMany(
  services: DeskServices,
  { of, ...wanted }: AskedOfMany,
): Promise<PlanOfMany> {
  const shown = await ofEach(of, ({ id, seen }) => planAnswer(services, id, { ...wanted, seen }))
  return {
    state: 'planned',
    seal: shown.map((one) => (one.state === 'planned' ? one.seal : noSeal)).join(' '),
    rows: shown.map((one, at): PlannedOne => {
      const id = of[at]?.id ?? ''
      if (one.state !== 'planned') return notDone(id, one)
      const { state, letter, missing } = one
      return { id, state, letter, missing }
    }),
  }
}

/** Changes the status of each as it was shown. @param who as the journal names them. */
export async function giveMany(
  services: DeskServices,
  { of, seal, ...wanted }: AskedOfMany & { seal: string; withoutReceipts: boolean },
  who: string,
): Promise<StatusOfMany> {
  const seals = seal.split(' ')
  const done = await ofEach(of, ({ id, seen }, at) =>
    giveAnswer(services, id, { ...wanted, seen, seal: seals[at] ?? noSeal }, who),
  )
  const rows = done.map((one, at): DoneOne => {
    const id = of[at]?.id ?? ''
    if (one.state === 'changed') return { id, state: 'changed' }
    if (one.state === 'planned') return { id, state: 'missing', missing: one.missing }
    return notDone(id, one)
  })
  return { state: 'done', rows }
}

/** Adds a note to each. */
export const noteMany = async (
  services: DeskServices,
  { of, note }: AskedNoteOfMany,
  who: string,
): Promise<KeptOfMany> =>
  rowsOf(of, await ofEach(of, ({ id }) => addNote(services, id, { note }, who)))

/** Changes what is kept of each. */
export const keepMany = async (
  services: DeskServices,
  { of, wanted }: AskedKeptOfMany,
  who: string,
): Promise<KeptOfMany> =>
  rowsOf(of, await ofEach(of, ({ id, seen }) => keep(services, id, { wanted, seen }, who)))

/** Takes a change of each back, those first that come first: their letters leave first. */
export const takeBackMany = async (
  services: DeskServices,
  { of }: AskedTakeBack,
  who: string,
): Promise<DoneOfMany<'taken back'>> =>
  rowsOf(of, await ofEach(of, ({ id, seen }) => undoAnswer(services, id, seen, who)))

/** More would wait for each other in the database. */
const atOnce = 8

type Failed = { state: 'failed' }

/** Does something with each, some at a time. One that the database fails for stops no other. */
async function ofEach<One, Result>(
  all: readonly One[],
  act: (one: One, at: number) => Promise<Result>,
): Promise<(Result | Failed)[]> {
  const results: (Result | Failed)[] = []
  const waiting = all.entries()
  const worker = async () => {
    for (const [at, one] of waiting) {
      results[at] = await act(one, at).catch((error: unknown): Failed => {
        if (error instanceof Unavailable) return { state: 'failed' }
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

function notDone(id: string, one: Exclude<ShownPlan, { state: 'planned' }> | Failed) {
  if (one.state !== 'overtaken') return { id, ...one }
  const { application, changes } = one.now
  const newest = changes.at(-1)
  const last = newest && { by: newest.changedBy, at: newest.changedAt }
  return { id, state: one.state, now: asSelected(application), last }
}

const rowsOf = <State extends string>(
  of: readonly { id: string }[],
  done: readonly ({ state: State } | { detail: string } | Failed)[],
): DoneOfMany<State> => ({
  rows: done.map((one, at) => {
    const id = of[at]?.id ?? ''
    if ('detail' in one) return { id, state: 'not', detail: one.detail }
    if (one.state === 'failed') return { id, state: 'not', detail: 'It could not be stored now.' }
    return { id, ...(one as { state: State }) }
  }),
})
