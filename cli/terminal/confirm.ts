import { agrees, canAsk } from './ask.ts'

type Words = {
  /** What stands before the question. */
  shown?: string
  question: string
  /** Where it is not agreed to. */
  refused: string
  /** Where nobody can be asked. */
  nobody: string
}

/**
 * Asks before what cannot be undone.
 *
 * @returns whether it may be done; where it may not, why was said, and the command has failed.
 */
export async function confirmed({ shown, question, refused, nobody }: Words): Promise<boolean> {
  const isAsked = canAsk()
  if (isAsked && shown !== undefined) console.error(shown)
  if (isAsked && (await agrees(question))) return true
  console.error(isAsked ? refused : nobody)
  process.exitCode = 1
  return false
}
