import { performance } from 'node:perf_hooks'
import { collect } from './collect.ts'

/** A part of the time. */
const mostBusy = 0.1
const worthIt = 6 * 2 ** 20

/**
 * V8 collects when it needs room. So after a rush, such as many uploads, a process that has nothing to do
 * keeps what the rush has taken. This collects once the process rests: some hundred milliseconds of its
 * processor time, and only if it has grown since the last time.
 */
export class GiveBackMemory {
  readonly #everyMs: number
  #timer: NodeJS.Timeout | undefined
  /** The least that the process has had since it last collected. */
  #least = 0
  #lately = performance.eventLoopUtilization()

  constructor(everyMs = 5_000) {
    this.#everyMs = everyMs
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), this.#everyMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
  }

  #look(): void {
    const sinceStart = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(sinceStart, this.#lately)
    this.#lately = sinceStart
    const rss = process.memoryUsage.rss()
    // What was collected goes back to the system some time later.
    this.#least = Math.min(this.#least, rss)
    if (utilization > mostBusy || rss - this.#least < worthIt) return
    collect()
    this.#least = rss
  }
}
