import type { Run } from './command-run.ts'

const betweenMs = 100
const emptyLine = '\r\u001B[K'

/** Shows on a terminal how far a command is, in one line that it writes again and again. */
export class Progress {
  readonly #run: Run
  #shownAt = 0

  constructor(run: Run) {
    this.#run = run
  }

  /** @param total 0 if it is not known. */
  readonly show = (what: string, done: number, total: number): void => {
    const now = Date.now()
    if (!this.#run.stderr.isTTY || now - this.#shownAt < betweenMs) return
    this.#shownAt = now
    this.#run.stderr.write(`${emptyLine}${what} ${total > 0 ? `${done}/${total}` : done}`)
  }

  /** Empties the line for what is printed next. */
  stop(): void {
    if (this.#shownAt > 0) this.#run.stderr.write(emptyLine)
    this.#shownAt = 0
  }
}

/** Shows how far some work is until it is done. @param what it is, such as "Signing". */
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
