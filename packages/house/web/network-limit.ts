import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** 4 MB. */
const keptAtMost = 50_000

/** `endsAtMs` on the clock of the limit. */
type Span = { used: number; endsAtMs: number }

/** `nowMs`: no time of day, which may jump. */
type Options = { everyMs?: number; nowMs?: () => number }

/** How many times one sender's share its networks have, in the order of `networksOf`: /64, /56, /48. */
const widths = [1, 2, 4]

/**
 * Limits how much each sender may do in a time, such as a minute from the first. A sender is an IPv4
 * address or an IPv6 /64. The /56 and the /48 around it count too: the owner of a /48 could send from
 * 65,536 networks of 64 bits. They have more than one sender, so that one cannot use up the share of
 * its neighbours.
 *
 * It remembers at least the last 25,000 networks, and at most 50,000: whoever has as many to drive others out
 * has as many shares anyway. They are forgotten half by half: one by one, V8 would step over all deleted
 * entries to find the oldest.
 */
export class NetworkLimit {
  readonly #most: number
  readonly #everyMs: number
  readonly #nowMs: () => number
  #newer = new Map<string, Span>()
  #older = new Map<string, Span>()
  #newerSinceMs = 0

  /** @param most for one sender in the time. */
  constructor(most: number, { everyMs = 60_000, nowMs = () => performance.now() }: Options = {}) {
    this.#most = most
    this.#everyMs = everyMs
    this.#nowMs = nowMs
  }

  /** How many networks are remembered. */
  get kept(): number {
    return this.#newer.size + this.#older.size
  }

  /** @returns 0 if the sender may go on, else the milliseconds to wait. Counts nothing. */
  waitMs(ip: string, amount = 1): number {
    const nowMs = this.#nowMs()
    const waits = networksOf(ownCopy(ip)).map((network, width) => {
      const span = this.#spanOf(network, nowMs)
      const most = this.#most * (widths[width] ?? 1)
      return span && span.used + amount > most ? span.endsAtMs - nowMs : 0
    })
    return Math.max(...waits)
  }

  /** Counts an amount, if the sender may take it. @returns as `waitMs` does. */
  take(ip: string, amount = 1): number {
    const waitMs = this.waitMs(ip, amount)
    if (waitMs > 0) return waitMs
    const nowMs = this.#nowMs()
    for (const network of networksOf(ownCopy(ip))) {
      const span = this.#spanOf(network, nowMs) ?? this.#begin(network, nowMs)
      span.used += amount
    }
    return 0
  }

  #spanOf(network: string, nowMs: number): Span | undefined {
    const span = this.#newer.get(network) ?? this.#older.get(network)
    return span && span.endsAtMs > nowMs ? span : undefined
  }

  #begin(network: string, nowMs: number): Span {
    // All older spans have ended by then.
    if (nowMs >= this.#newerSinceMs + this.#everyMs || this.#newer.size >= keptAtMost / 2) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#newerSinceMs = nowMs
    }
    const span = { used: 0, endsAtMs: nowMs + this.#everyMs }
    this.#newer.set(network, span)
    return span
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
