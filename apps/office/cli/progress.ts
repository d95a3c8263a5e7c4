import { SingleBar } from 'cli-progress'
import type { Run } from './command-run.ts'

/** Shows on a terminal how far a command is: one bar after the other. */
export class Progress {
  readonly #run: Run
  #bar: SingleBar | undefined
  #what = ''

  constructor(run: Run) {
    this.#run = run
  }

  /** @param total 0 where it is not known. */
  readonly show = (what: string, done: number, total: number): void => {
    const { stderr } = this.#run
    if (!stderr.isTTY) return
    if (what !== this.#what) {
      this.stop()
      const counted = total > 0 ? '{bar} {value}/{total}, {eta_formatted} left' : '{value}'
      this.#bar = new SingleBar({ format: `${what} ${counted}`, stream: stderr })
      this.#what = what
      this.#bar.start(total, 0)
    }
    this.#bar?.update(done)
  }

  /** What is printed after it begins a line of its own. */
  stop(): void {
    this.#bar?.stop()
    this.#bar = undefined
    this.#what = ''
  }
}

/** Shows how far some work is, as long as it takes. @param what it is, such as "Signing". */
export async function withProgress<Result>(
  run: Run,
  what: string,
  work: (tell: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  const progress = new Progress(run)
  try {
    return await work((done, total) => progress.show(what, done, total))
  } finally {
    progress.stop()
  }
}
