import { networksOf } from './network-address.ts'

const minuteMs = 60_000

/** In each of a limit's two lists: 8 MB in all, however many senders come. */
const keptAtMost = 50_000

/** `endsAtMs` on the clock of the limit. */
type Minute = { used: number; endsAtMs: number }

/** How much more than one sender its wider networks may, in the order of `networksOf`: /64, /56, /48. */
const shares = [1, 2, 4]

/**
 * How often each sender may do something in a minute, which begins with the first time. A sender is
 * an IPv4 address or an IPv6 /64. The /56 and the /48 around it are counted as well: whoever has a /48
 * could send from 65,536 networks of 64 bits. They may more often than one sender, so that nobody uses
 * up alone what the neighbours have.
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

  /** How many minutes are remembered, one in both lists counted twice. */
  get kept(): number {
    return this.#all.size + this.#usedUp.size
  }

  /** @returns 0 if the sender may once more, else how many milliseconds are left to wait. Counts nothing. */
  waitMs(ip: string): number {
    return this.#waitOf(networksOf(ownCopy(ip)), this.#nowMs())
  }

  /**
   * Counts one time more, if the sender may.
   *
   * @param ip of the sender; of what is longer than an address only the beginning counts.
   * @returns as `waitMs` does.
   */
  take(ip: string): number {
    const networks = networksOf(ownCopy(ip))
    const nowMs = this.#nowMs()
    const waitMs = this.#waitOf(networks, nowMs)
    if (waitMs > 0) return waitMs

    for (const [width, network] of networks.entries()) {
      const known = this.#minuteOf(network, nowMs)
      const minute = known ?? { used: 0, endsAtMs: nowMs + minuteMs }
      minute.used += 1
      if (!known) this.#all.set(network, minute, nowMs)
      if (minute.used === this.#mostOf(width)) this.#usedUp.set(network, minute, nowMs)
    }
    return 0
  }

  #waitOf(networks: string[], nowMs: number): number {
    const waits = networks.map((network, width) => {
      const minute = this.#minuteOf(network, nowMs)
      return minute && minute.used >= this.#mostOf(width) ? minute.endsAtMs - nowMs : 0
    })
    return Math.max(...waits)
  }

  #minuteOf(network: string, nowMs: number): Minute | undefined {
    return this.#usedUp.get(network, nowMs) ?? this.#all.get(network, nowMs)
  }

  #mostOf(width: number): number {
    return this.#perMinute * (shares[width] ?? 1)
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
