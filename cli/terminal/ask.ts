import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline/promises'

/** Whether somebody is there who sees a question and can answer it. */
export const canAsk = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY)

/**
 * Asks on the terminal; what a command prints may go elsewhere.
 *
 * @returns true for "y" or "yes" alone: the Enter key, the end of the input and Ctrl-C are a no.
 */
export const agrees = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await answerTo(`${question} [y/N] `))

let piped: Promise<string[]> | undefined

/**
 * A line that is asked for on the terminal. Without one it is the next line of standard input.
 *
 * @returns it without the spaces around it; empty for the end of the input and for Ctrl-C.
 */
export async function askLine(what: string): Promise<string> {
  if (canAsk()) return answerTo(`${what}: `)
  piped ??= text(process.stdin).then((all) => all.split(/\r?\n/))
  return (await piped).shift()?.trim() ?? ''
}

async function answerTo(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const closed = once(lines, 'close').then(() => '')
  try {
    return (await Promise.race([lines.question(question), closed])).trim()
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    process.stderr.write('\n')
    return ''
  } finally {
    lines.close()
  }
}
