import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Run } from './command-run.ts'

/** Whether somebody is there who sees a question and can answer it. */
export const canAsk = ({ stdin, stderr }: Run): boolean => Boolean(stdin.isTTY && stderr.isTTY)

/**
 * Asks on the terminal; what a command prints may go elsewhere.
 *
 * @returns true for "y" or "yes" alone: the Enter key, the end of the input and Ctrl-C are a no.
 */
export const agrees = async (run: Run, question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await answerTo(run, `${question} [y/N] `))

/**
 * A line that is asked for on the terminal. Without one it is the next line of standard input.
 *
 * @returns it without the spaces around it; empty for the end of the input and for Ctrl-C.
 */
export const askLine = async (run: Run, what: string): Promise<string> =>
  canAsk(run) ? answerTo(run, `${what}: `) : (await run.nextLine()).trim()

async function answerTo({ stdin, stderr }: Run, question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr })
  const closed = once(lines, 'close').then(() => '')
  try {
    return (await Promise.race([lines.question(question), closed])).trim()
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    stderr.write('\n')
    return ''
  } finally {
    lines.close()
  }
}

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
export async function confirmed(run: Run, words: Words): Promise<boolean> {
  const { shown, question, refused, nobody } = words
  if (!canAsk(run)) {
    run.fail(nobody)
    return false
  }
  if (shown !== undefined) run.say(shown)
  const isAgreed = await agrees(run, question)
  if (!isAgreed) run.fail(refused)
  return isAgreed
}

export type RemovalSwitches = Partial<Record<'dryRun' | 'yes', true>>

/**
 * Whether what is said may be removed: asked on a terminal, elsewhere told by --yes.
 *
 * @param words what would be removed, and what would stay.
 * @returns false where nothing is to be done; why was said.
 */
export async function mayRemove(
  run: Run,
  words: string,
  { dryRun, yes }: RemovalSwitches,
  verb: 'Remove' | 'Revoke' | 'Erase' = 'Remove',
): Promise<boolean> {
  const nothing = `Nothing was ${verb.toLowerCase()}d`
  if (dryRun) run.print(`${words}\n${nothing}.`)
  if (dryRun || yes) return !dryRun
  return confirmed(run, {
    shown: words,
    question: `Nothing brings it back. ${verb} it?`,
    refused: `${nothing}.`,
    nobody: `${nothing}: nobody can be asked here. Add --yes.`,
  })
}
