import { keptFacts, keptInWords } from '@naic/admissions/applications/kept-facts.ts'
import { readApplication } from '@naic/admissions/applications/read-application.ts'
import {
  changeStatus,
  planStatusChange,
  type StatusPlan,
} from '@naic/admissions/applications/set-status.ts'
import { takeBack } from '@naic/admissions/applications/take-back.ts'
import { keepAndRedirect } from '@naic/admissions/letters/correct-address.ts'
import type { AskedKept, AskedStatus, KeptDone, ShownPlan, StatusAnswer } from '../desk-api.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'

/** Says what an answer to an application would be, with its letter. Changes nothing. */
export async function planAnswer(
  services: DeskServices,
  id: string,
  asked: AskedStatus,
): Promise<ShownPlan> {
  return (await plan(services, id, asked)).shown
}

/** Answers an application as it was shown. @param who as the journal names them. */
export async function giveAnswer(
  services: DeskServices,
  id: string,
  { seal, withoutReceipts, ...asked }: AskedStatus & { seal: string; withoutReceipts: boolean },
  who: string,
): Promise<StatusAnswer> {
  const { shown, change } = await plan(services, id, asked)
  if (shown.state !== 'planned' || !change) return shown
  if (!isSameSeal(shown.seal, seal)) return overtaken(services, id)
  const { state } = await changeStatus(services, change, { note: asked.note, who, withoutReceipts })
  if (state === 'not agreed') return shown
  if (state !== 'changed') return overtaken(services, id)
  return { state, letterDelaySeconds: services.letterDelaySeconds }
}

type Refusal = { status: number; detail: string }

/** Takes a change of status back, and its letter. @param who as the journal names them. */
export async function undoAnswer(
  services: DeskServices,
  id: string,
  number: number,
  who: string,
): Promise<{ state: 'taken back' } | Refusal> {
  const done = await takeBack(services.database, { asked: id, number, who })
  switch (done.state) {
    case 'taken back':
      return { state: done.state }
    case 'too late':
      return { status: 409, detail: 'It was too late: it is done, and its letter leaves.' }
    case 'overtaken':
      return { status: 409, detail: 'It was changed again since, or taken back already.' }
    case 'certified':
      return { status: 409, detail: `Its certificate ${done.certificate} was issued meanwhile.` }
    case 'unknown':
    case 'several':
      return { status: 404, detail: 'The application is gone.' }
  }
}

/**
 * Adds a note for the staff; the status stays.
 *
 * @param asked.seen the version of the application when it was shown; undefined for a note to many.
 */
export async function addNote(
  services: DeskServices,
  id: string,
  { note, seen }: { note: string; seen?: number },
  who: string,
): Promise<{ state: 'kept' | 'already' } | Refusal> {
  const now = seen === undefined ? undefined : await readApplication(services.database, id)
  if (now?.state === 'found' && now.application.version !== seen) {
    const newest = now.changes.at(-1)
    const what = newest?.status === 'note' ? 'has written a note' : `says ${newest?.status}`
    const detail = `${newest?.changedBy ?? 'A colleague'} ${what} since you opened it. Read that first; your note is still here.`
    return { status: 409, detail }
  }
  const planned = await planStatusChange(services, {
    asked: id,
    to: undefined,
    note,
    withLetter: false,
  })
  // The newest note says the same, or this one is blank.
  if (planned.state === 'already') return { state: 'already' }
  if (planned.state === 'refused') {
    const detail = planned.mistakes.map(({ field, reason }) => `The ${field} ${reason}.`).join(' ')
    return { status: 400, detail }
  }
  if (planned.state !== 'planned') return { status: 404, detail: 'The application is gone.' }
  const changed = await changeStatus(services, planned.plan, { note, who })
  if (changed.state === 'changed') return { state: 'kept' }
  return { status: 409, detail: 'Somebody else changed it just now. Please try again.' }
}

/** Changes what is kept of an application; tells nobody. */
export async function keep(
  { database }: DeskServices,
  id: string,
  { wanted, seen }: AskedKept,
  who: string,
): Promise<KeptDone | Refusal> {
  const { kept: done, again } = await keepAndRedirect(database, id, wanted, { who, seen })
  const { label } = keptFacts[wanted.fact]
  switch (done.state) {
    case 'kept':
    case 'already':
      return { state: done.state, again }
    case 'refused':
      return { status: 400, detail: `${label} ${done.reason}.` }
    case 'overtaken': {
      const now = keptInWords(done.application.kept, wanted.fact) ?? 'nothing'
      const detail = `${label}: a colleague has changed it since you opened it, to: ${now}. Nothing was changed; look again.`
      return { status: 409, detail }
    }
    case 'unknown':
    case 'several':
      return { status: 404, detail: 'The application is gone.' }
  }
}

/** What would be shown, and the change itself if it can be made. */
async function plan(
  services: DeskServices,
  id: string,
  { seen, ...wanted }: AskedStatus,
): Promise<{ shown: ShownPlan; change?: StatusPlan }> {
  const now = await readApplication(services.database, id)
  if (now.state !== 'found') return { shown: { state: 'gone' } }
  // Two of the staff must not write to one person without knowing of each other.
  if (now.application.version !== seen) return { shown: { state: 'overtaken', now } }
  const planned = await planStatusChange(services, { asked: id, ...wanted })
  if (planned.state === 'refused')
    return { shown: { state: 'refused', mistakes: planned.mistakes } }
  if (planned.state === 'already') return { shown: { state: 'already' } }
  if (planned.state !== 'planned') return { shown: { state: 'gone' } }
  const { letter, missing, application } = planned.plan
  // A colleague's tag or score does not speak against what was agreed to.
  const agreedTo = { ...planned.plan, application: { ...application, kept: undefined } }
  const seal = services.seals.of({ status: agreedTo })
  return { shown: { state: 'planned', letter, seal, missing }, change: planned.plan }
}

async function overtaken({ database }: DeskServices, id: string): Promise<ShownPlan> {
  const now = await readApplication(database, id)
  return now.state === 'found' ? { state: 'overtaken', now } : { state: 'gone' }
}
