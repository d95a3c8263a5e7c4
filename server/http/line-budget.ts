/**
 * How many lines of a kind the log takes in a minute, so that nobody fills a disk by asking for it.
 * What is left out is counted, and the next line says how much it was.
 */
export class LineBudget {
  readonly #perMinute: number
  #windowEndsMs = 0
  #left = 0
  #leftOut = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** @returns what the line is to say besides, or undefined where it is left out. */
  take(): { leftOut?: number } | undefined {
    // A clock that nobody sets: a minute must not last a day.
    const now = performance.now()
    if (now >= this.#windowEndsMs) {
      this.#windowEndsMs = now + 60_000
      this.#left = this.#perMinute
    }
    if (this.#left === 0) {
      this.#leftOut += 1
      return undefined
    }
    this.#left -= 1
    const leftOut = this.#leftOut
    this.#leftOut = 0
    return leftOut > 0 ? { leftOut } : {}
  }
}
