import type { Log } from '@naic/store/log.ts'

/** For the whole stop. Docker, like other service managers, kills a server after ten seconds. */
const stopMs = 9_000

/** What to end, under its name in the log. */
type Step = Record<string, () => Promise<unknown>>

/**
 * Ends the process on SIGTERM and SIGINT, in order and with exit code 0. If something does not end in time, it
 * ends at once, with a line in the log.
 *
 * @returns takes the steps to finish, one after the other; everything in one step ends together.
 */
export function stopOnSignals(log: Log): (...steps: readonly Step[]) => void {
  let steps: readonly Step[] = []
  let isStopping = false
  const told = (signal: string) => {
    // npm passes on a signal that the server got as well.
    if (isStopping) return
    isStopping = true
    log.info(`${signal}: stopping`)
    void stop(steps, log)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, told)
  return (...all) => {
    steps = all
  }
}

async function stop(steps: readonly Step[], log: Log): Promise<never> {
  const unfinished = new Set<string>()
  setTimeout(() => {
    log.error(`stop: did not end in time: ${[...unfinished].join(', ')}; ended at once`)
    // The log's last line takes a moment to leave.
    setTimeout(endAtOnce, 100)
  }, stopMs)
  for (const step of steps) {
    const ends = Object.entries(step).map(async ([name, end]) => {
      unfinished.add(name)
      await end().catch((error: Error) => log.error({ reason: error.message }, `stop: ${name}`))
      unfinished.delete(name)
    })
    await Promise.all(ends)
  }
  process.exit(0)
}

/**
 * Ends as a crash would: `process.exit` waits for threads, such as one that waits for the database.
 * Everything acknowledged is on disk.
 */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL')
  // The first process of a container cannot kill itself.
  process.exit(1)
}
