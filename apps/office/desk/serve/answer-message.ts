import { answerByLetter, planAnswerByLetter } from '@naic/admissions/messages/answer-message.ts'
import { readMessage } from '@naic/admissions/messages/messages.ts'
import type { AnswerSent, ShownAnswer } from '../desk-api.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'

/** Says what an answer to a message would be, with its letter. Changes nothing. */
export async function showAnswer(
  services: DeskServices,
  id: string,
  { text }: { text: string },
): Promise<ShownAnswer> {
  const planned = await planAnswerByLetter(services, { id, text })
  if (planned.state === 'already') return withLetter(services, id, planned)
  if (planned.state !== 'planned') return planned
  const { letter } = planned.plan
  return { state: 'planned', letter, seal: services.seals.of({ answer: planned.plan }) }
}

/** Answers a message as it was shown. @param who as the journal names them. */
export async function answerAsShown(
  services: DeskServices,
  id: string,
  { text, seal }: { text: string; seal: string },
  who: string,
): Promise<AnswerSent> {
  const shown = await showAnswer(services, id, { text })
  if (shown.state !== 'planned') return shown
  if (!isSameSeal(shown.seal, seal)) return { state: 'changed' }
  const done = await answerByLetter(services, { id, letter: shown.letter }, who)
  if (done.state === 'answered') return { state: 'done' }
  return done.state === 'already' ? withLetter(services, id, done) : { state: 'unknown' }
}

/** Who was not first reads what the first wrote. */
async function withLetter(
  { database }: DeskServices,
  id: string,
  { at, by }: { at: string; by: string },
): Promise<ShownAnswer> {
  const message = await readMessage(database, id)
  const letter = message?.letters.find((one) => one.id === message.answer_id) ?? null
  return { state: 'already', at, by, letter }
}
