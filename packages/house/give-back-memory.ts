import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const everyMs = 5_000
/** A part of the time. */
const mostBusy = 0.1
const worthIt = 6 * 2 ** 20

/**
 * V8 collects when it needs room. So after a rush, such as many uploads, a process that has nothing to do
 * keeps what the rush has taken. This collects once the process rests: some hundred milliseconds of its
 * processor time, and only if it has grown since the last time.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  /** The least that the process has had since it last collected. */
  let least = 0
  let lately = performance.eventLoopUtilization()
  setInterval(() => {
    const sinceStart = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(sinceStart, lately)
    lately = sinceStart
    const rss = process.memoryUsage.rss()
    // What was collected goes back to the system some time later.
    least = Math.min(least, rss)
    if (utilization > mostBusy || rss - least < worthIt) return
    // The room for new objects, which V8 doubles while there are many, goes back with this flavor alone.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    least = rss
  }, everyMs).unref()
}
