import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

/** Whether somebody is there who sees a question and can answer it. */
export const canAsk = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY)

/**
 * Asks on the terminal; what a command prints may go elsewhere.
 *
 * @returns true for "y" or "yes" alone: the Enter key, the end of the input and Ctrl-C are a no.
 */
export async function agrees(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const closed = once(lines, 'close').then(() => '')
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `), closed])
    return /^y(es)?$/i.test(answer.trim())
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    process.stderr.write('\n')
    return false
  } finally {
    lines.close()
  }
}
