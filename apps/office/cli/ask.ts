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
 * Asks for a line on the terminal. Without one it is the next line of standard input.
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

export type Switches = Partial<Record<'dryRun' | 'yes', true>>

/**
 * Asks before what cannot be undone, unless --yes has answered. A dry run shows it and ends there.
 *
 * @param words.shown what would happen; left out if the command has said it already.
 * @param words.nothing such as "Nothing was removed".
 * @returns false if nothing is to be done; why was said.
 */
export async function confirmed(
  run: Run,
  { dryRun, yes }: Switches,
  { shown, question, nothing }: { shown?: string; question: string; nothing: string },
): Promise<boolean> {
  if (dryRun) run.print(`${shown === undefined ? '' : `${shown}\n`}${nothing}.`)
  if (dryRun || yes) return !dryRun
  if (!canAsk(run)) {
    run.fail(`${nothing}: nobody can be asked here. Add --yes.`)
    return false
  }
  if (shown !== undefined) run.say(shown)
  const isAgreed = await agrees(run, question)
  if (!isAgreed) run.fail(`${nothing}.`)
  return isAgreed
}
