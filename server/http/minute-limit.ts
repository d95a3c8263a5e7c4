const minuteMs = 60_000

/** In each of a limit's two lists: 8 MB in all, however many senders come. */
const keptAtMost = 50_000

/** `endsAtMs` on the clock of the limit. */
type Minute = { used: number; endsAtMs: number }

/**
 * How often each sender may do something in a minute, which begins with the first time.
 *
 * Where more senders come than are kept, the oldest are forgotten, but in two lists: however many
 * come by, they drive nobody out of the list of those who used up their minute. Only as many
 * others could who used up theirs.
 */
export class MinuteLimit {
  readonly #perMinute: number
  readonly #nowMs: () => number
  readonly #all = new RecentMinutes()
  readonly #usedUp = new RecentMinutes()

  /** @param nowMs a clock that nobody sets: the time of day may jump. */
  constructor(perMinute: number, nowMs = () => performance.now()) {
    this.#perMinute = perMinute
    this.#nowMs = nowMs
  }

  /** How many minutes are remembered, a sender's in both lists counted twice. */
  get kept(): number {
    return this.#all.size + this.#usedUp.size
  }

  /**
   * Counts one time more.
   *
   * @param name of the sender; of longer ones than addresses only the beginning counts.
   * @returns 0 if the sender may, else how many milliseconds are left to wait.
   */
  take(name: string): number {
    const sender = ownCopy(name)
    const nowMs = this.#nowMs()
    const known = this.#usedUp.get(sender, nowMs) ?? this.#all.get(sender, nowMs)
    const minute = known ?? { used: 0, endsAtMs: nowMs + minuteMs }
    if (minute.used >= this.#perMinute) return minute.endsAtMs - nowMs

    minute.used += 1
    if (!known) this.#all.set(sender, minute, nowMs)
    if (minute.used === this.#perMinute) this.#usedUp.set(sender, minute, nowMs)
    return 0
  }
}

/**
 * The minutes of at least the last 25,000 senders and at most 50,000. They are forgotten half by
 * half: one by one, V8 steps over those that are gone before it finds the first that is not.
 */
class RecentMinutes {
  #newer = new Map<string, Minute>()
  #older = new Map<string, Minute>()
  #newerSinceMs = 0

  get size(): number {
    return this.#newer.size + this.#older.size
  }

  /** @returns the sender's minute, if it has not ended. */
  get(sender: string, nowMs: number): Minute | undefined {
    const minute = this.#newer.get(sender) ?? this.#older.get(sender)
    return minute && minute.endsAtMs > nowMs ? minute : undefined
  }

  set(sender: string, minute: Minute, nowMs: number): void {
    // After a minute all that was set before has ended.
    if (nowMs >= this.#newerSinceMs + minuteMs || this.#newer.size >= keptAtMost / 2) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#newerSinceMs = nowMs
    }
    this.#newer.set(sender, minute)
  }
}

/**
 * V8 keeps a whole header in memory as long as a part of it is kept, and a proxy may pass on what
 * is no address at all.
 */
const ownCopy = (name: string) => Buffer.from(name.slice(0, 64)).toString()
