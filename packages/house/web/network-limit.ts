import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** In each of a limit's two lists: 8 MB in all. */
const keptAtMost = 50_000

/** `endsAtMs` on the clock of the limit. */
type Span = { used: number; endsAtMs: number }

/** Without a span, it has done nothing yet. */
type Share = { network: string; span: Span | undefined; most: number }

/** `largest`: taken at once. `nowMs`: no time of day, which may jump. */
type Options = { largest?: number; everyMs?: number; nowMs?: () => number }

/** How many times one sender's share its networks have, in the order of `networksOf`: /64, /56, /48. */
const widths = [1, 2, 4]

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
  readonly #options: Required<Options>
  readonly #all: RecentSpans
  readonly #usedUp: RecentSpans

  /** @param most for one sender in the time. */
  constructor(most: number, options: Options = {}) {
    const nowMs = () => performance.now()
    this.#most = most
    this.#options = { largest: 1, everyMs: 60_000, nowMs, ...options }
    this.#all = new RecentSpans(this.#options.everyMs)
    this.#usedUp = new RecentSpans(this.#options.everyMs)
  }

  /** How many senders are remembered; one in both lists counts twice. */
  get kept(): number {
    return this.#all.size + this.#usedUp.size
  }

  /** @returns 0 if the sender may go on, else the milliseconds to wait. Counts nothing. */
  waitMs(ip: string): number {
    return waitOf(this.#sharesOf(ip), 1, this.#options.nowMs())
  }

  /** Counts an amount, if the sender may take it. @returns as `waitMs` does. */
  take(ip: string, amount = 1): number {
    const nowMs = this.#options.nowMs()
    const shares = this.#sharesOf(ip)
    const waitMs = waitOf(shares, amount, nowMs)
    if (waitMs > 0) return waitMs

    for (const { network, span: known, most } of shares) {
      const span = known ?? { used: 0, endsAtMs: nowMs + this.#options.everyMs }
      // From there on the largest amount could be too much.
      const much = most - (this.#options.largest - 1)
      const wasMuch = span.used >= much
      span.used += amount
      if (!known) this.#all.set(network, span, nowMs)
      if (!wasMuch && span.used >= much) this.#usedUp.set(network, span, nowMs)
    }
    return 0
  }

  #sharesOf(ip: string): Share[] {
    const nowMs = this.#options.nowMs()
    return networksOf(ownCopy(ip)).map((network, width) => ({
      network,
      span: this.#usedUp.get(network, nowMs) ?? this.#all.get(network, nowMs),
      most: this.#most * (widths[width] ?? 1),
    }))
  }
}

const waitOf = (shares: readonly Share[], amount: number, nowMs: number): number =>
  Math.max(
    ...shares.map(({ span, most }) =>
      span && span.used + amount > most ? span.endsAtMs - nowMs : 0,
    ),
  )

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
