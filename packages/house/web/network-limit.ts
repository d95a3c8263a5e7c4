import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** In each of a limit's two lists: 8 MB in all. */
const keptAtMost = 50_000

/** `endsAtMs` on the clock of the limit. */
type Span = { used: number; endsAtMs: number }

/** How many times one sender's share its networks have, in the order of `networksOf`: /64, /56, /48. */
const shares = [1, 2, 4]

/**
 * Limits how much each sender may do in a time, such as a minute from the first. A sender is an IPv4
 * address or an IPv6 /64. The /56 and the /48 around it count too: the owner of a /48 could send from
 * 65,536 networks of 64 bits. They have more than one sender, so that one cannot use up the share of
 * its neighbours.
 *
 * When too many senders come, the oldest are forgotten, in two lists: only other senders who used up
 * their share can drive one out of the list of those who did.
 */
export class NetworkLimit {
  readonly #most: number
  readonly #options
  readonly #all: RecentSpans
  readonly #usedUp: RecentSpans

  /**
   * @param most for one sender in the time.
   * @param options.name what the sender's headers call it.
   * @param options.largest amount that is taken at once.
   * @param options.nowMs not the time of day, which may jump.
   */
  constructor(
    most: number,
    options: { name?: string; largest?: number; everyMs?: number; nowMs?: () => number } = {},
  ) {
    this.#most = most
    this.#options = {
      name: 'default',
      largest: 1,
      everyMs: 60_000,
      nowMs: () => performance.now(),
      ...options,
    }
    this.#all = new RecentSpans(this.#options.everyMs)
    this.#usedUp = new RecentSpans(this.#options.everyMs)
  }

  /** How many senders are remembered; one in both lists counts twice. */
  get kept(): number {
    return this.#all.size + this.#usedUp.size
  }

  /** @returns 0 if the sender may go on, else the milliseconds to wait. Counts nothing. */
  waitMs(ip: string): number {
    return this.#waitOf(networksOf(ownCopy(ip)), 1, this.#options.nowMs())
  }

  /**
   * How much a sender has left, and the seconds until all of it is free again, as programs read it
   * (draft-ietf-httpapi-ratelimit-headers-10). Counts nothing.
   */
  headersFor(ip: string): { RateLimit: string; 'RateLimit-Policy': string } {
    const nowMs = this.#options.nowMs()
    const lefts = networksOf(ownCopy(ip)).map((network, width) => {
      const { used, endsAtMs } = this.#spanOf(network, nowMs) ?? { used: 0, endsAtMs: nowMs }
      return { amount: Math.max(0, this.#mostOf(width) - used), endsAtMs }
    })
    const least = lefts.reduce((one, other) => (other.amount < one.amount ? other : one))
    const seconds = Math.ceil((least.endsAtMs - nowMs) / 1_000)
    return {
      RateLimit: `"${this.#options.name}";r=${least.amount}${seconds > 0 ? `;t=${seconds}` : ''}`,
      'RateLimit-Policy': `"${this.#options.name}";q=${this.#most};w=${this.#options.everyMs / 1_000}`,
    }
  }

  /** Counts an amount, if the sender may take it. @returns as `waitMs` does. */
  take(ip: string, amount = 1): number {
    const networks = networksOf(ownCopy(ip))
    const nowMs = this.#options.nowMs()
    const waitMs = this.#waitOf(networks, amount, nowMs)
    if (waitMs > 0) return waitMs

    for (const [width, network] of networks.entries()) {
      const known = this.#spanOf(network, nowMs)
      const span = known ?? { used: 0, endsAtMs: nowMs + this.#options.everyMs }
      const wasMuch = this.#isMuch(span, width)
      span.used += amount
      if (!known) this.#all.set(network, span, nowMs)
      if (!wasMuch && this.#isMuch(span, width)) this.#usedUp.set(network, span, nowMs)
    }
    return 0
  }

  #waitOf(networks: string[], amount: number, nowMs: number): number {
    const waits = networks.map((network, width) => {
      const span = this.#spanOf(network, nowMs)
      return span && span.used + amount > this.#mostOf(width) ? span.endsAtMs - nowMs : 0
    })
    return Math.max(...waits)
  }

  #spanOf(network: string, nowMs: number): Span | undefined {
    return this.#usedUp.get(network, nowMs) ?? this.#all.get(network, nowMs)
  }

  /** Whether the largest amount could be too much now. */
  #isMuch({ used }: Span, width: number): boolean {
    return used >= this.#mostOf(width) - (this.#options.largest - 1)
  }

  #mostOf(width: number): number {
    return this.#most * (shares[width] ?? 1)
  }
}

/**
 * At least the last 25,000 senders, and at most 50,000. They are forgotten half by half: one by one,
 * V8 would step over all deleted entries to find the oldest.
 */
class RecentSpans {
  readonly #everyMs: number
  #newer = new Map<string, Span>()
  #older = new Map<string, Span>()
  #newerSinceMs = 0

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  get size(): number {
    return this.#newer.size + this.#older.size
  }

  get(sender: string, nowMs: number): Span | undefined {
    const span = this.#newer.get(sender) ?? this.#older.get(sender)
    return span && span.endsAtMs > nowMs ? span : undefined
  }

  set(sender: string, span: Span, nowMs: number): void {
    // All older spans have ended by then.
    if (nowMs >= this.#newerSinceMs + this.#everyMs || this.#newer.size >= keptAtMost / 2) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#newerSinceMs = nowMs
    }
    this.#newer.set(sender, span)
  }
}

/** A slice would keep the whole header in memory, and a proxy may pass on more than an address. */
const ownCopy = (name: string) => Buffer.from(name.slice(0, 64)).toString()

/**
 * The networks of an address, narrowest first. One IPv6 sender has a whole /64; a household often has a
 * /56, and a site, or anybody with a tunnel, a /48 (RFC 6177, section 2).
 *
 * @returns an IPv4 address alone, even if mapped into IPv6; or the /64, the /56 and the /48 of an IPv6
 *   address, such as "2001:db8:0:1", "2001:db8:0:0/56" and "2001:db8:0/48".
 */
export function networksOf(ip: string): string[] {
  const [address = ''] = withoutPort(ip).split('%')
  if (!isIPv6(address)) return [address]
  const read = ipaddr.process(address)
  if (read instanceof ipaddr.IPv4) return [read.toString()]
  const [first = 0, second = 0, third = 0, fourth = 0] = read.parts
  const written = (...groups: number[]) => groups.map((group) => group.toString(16)).join(':')
  const site = written(first, second, third)
  return [`${site}:${written(fourth)}`, `${site}:${written(fourth & 0xff00)}/56`, `${site}/48`]
}

/** A proxy may write the sender's port too, which is another one each time. */
export function withoutPort(ip: string): string {
  const [, address] = /^\[(.*)\](?::\d+)?$/.exec(ip) ?? /^([\d.]+):\d+$/.exec(ip) ?? []
  return address ?? ip
}

/** What limits count as one sender: the narrowest of {@link networksOf}. */
export const networkAddress = (ip: string): string => networksOf(ip)[0] ?? ip
