import type { Log } from '@naic/platform/log.ts'

/** For all of a stop. Who tells a server to stop kills it after ten seconds, as Docker does. */
const stopMs = 9_000
/** Being told once may look like twice: npm passes on a signal that the server got as well. */
const onceMs = 1_000

/** What has to end, each under its name in the log. */
type Step = Record<string, () => Promise<unknown>>

/**
 * Ends the process on SIGTERM and SIGINT: in order and with exit code 0; at once when told again;
 * and at once, with a line in the log, where something does not end in time.
 */
export class StopSignals {
  readonly #log: Log
  #steps: readonly Step[] = []
  #toldAt: number | undefined

  constructor(log: Log) {
    this.#log = log
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void this.#told(signal))
  }

  /**
   * Says what there is to finish; until then nothing is, as while starting.
   *
   * @param steps one after the other; what is in the same one ends together.
   */
  finish(...steps: readonly Step[]): void {
    this.#steps = steps
  }

  async #told(signal: string): Promise<void> {
    const now = performance.now()
    if (this.#toldAt === undefined) {
      this.#toldAt = now
      this.#log.info(`${signal}: stopping`)
      await this.#stop()
    } else if (now - this.#toldAt > onceMs) {
      this.#log.warn(`${signal}: told to stop again; ended at once`)
      endAtOnce()
    }
  }

  async #stop(): Promise<never> {
    const unfinished = new Set<string>()
    setTimeout(() => {
      this.#log.error(`stop: did not end in time: ${[...unfinished].join(', ')}; ended at once`)
      endAtOnce()
    }, stopMs)
    for (const step of this.#steps) {
      const ends = Object.entries(step).map(async ([name, end]) => {
        unfinished.add(name)
        await end().catch((error: Error) =>
          this.#log.error({ reason: error.message }, `stop: ${name}`),
        )
        unfinished.delete(name)
      })
      await Promise.all(ends)
    }
    // Whatever else may keep the process alive has nothing to finish.
    process.exit(0)
  }
}

/**
 * As a crash would: `process.exit` alone waits for threads, such as one that waits for the
 * database. What was acknowledged is on disk.
 */
function endAtOnce(): void {
  // The log's last line takes a moment to leave.
  setTimeout(() => {
    process.kill(process.pid, 'SIGKILL')
    // The first process of a container cannot kill itself.
    process.exit(1)
  }, 100)
}
