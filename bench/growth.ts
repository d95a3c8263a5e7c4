import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { endedProcessorMs } from './program.ts'

/** Processor time, user and system, of one thing after the other, for each size of an installation. */
export class Growth {
  readonly #rows = new Map<string, string[]>()

  /** @param figure in the unit that `what` says; milliseconds where it says none. */
  enter(what: string, figure: number): void {
    const shown = figure < 10 ? figure.toFixed(1) : figure.toFixed()
    this.#rows.set(what, [...(this.#rows.get(what) ?? []), shown])
    console.error(`${what}: ${shown}`)
  }

  /** Runs a command of the staff, which may end with any code: `doctor` misses a running server. */
  async council(environment: Record<string, string>, what: string, ...words: string[]) {
    const before = await endedProcessorMs()
    const child = spawn('node', ['apps/office/cli/council.ts', ...words], {
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    })
    const [code] = await once(child, 'exit')
    this.enter(
      what + (code === 0 ? '' : ` (ends with ${code})`),
      (await endedProcessorMs()) - before,
    )
  }

  /** Prints the table, a column for each size. */
  print(sizes: readonly number[]): void {
    console.log(
      `| processor in ms, unless it says another | ${sizes.join(' | ')} |\n|-|${sizes.map(() => '-').join('|')}|`,
    )
    for (const [what, figures] of this.#rows) console.log(`| ${what} | ${figures.join(' | ')} |`)
  }
}
