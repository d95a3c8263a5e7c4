import { isIPv6 } from 'node:net'

const minuteMs = 60_000

/** In each of a limit's two lists: 8 MB in all, however many senders come. */
const keptAtMost = 50_000

/** `endsAtMs` on the clock of the limit. */
type Span = { used: number; endsAtMs: number }

type LimitOptions = { largest?: number; everyMs?: number; nowMs?: () => number }

/** How much more than one sender its wider networks may, in the order of `networksOf`: /64, /56, /48. */
const shares = [1, 2, 4]

/**
 * How much each sender may do within a time, such as a minute, which begins with the first time. A sender is
 * an IPv4 address or an IPv6 /64. The /56 and the /48 around it are counted as well: whoever has a /48
 * could send from 65,536 networks of 64 bits. They may more than one sender, so that nobody uses
 * up alone what the neighbours have.
 *
 * Where more senders come than are kept, the oldest are forgotten, but in two lists: however many
 * come by, they drive nobody out of the list of those who used up what they may. Only as many
 * others could who used up theirs.
 */
export class NetworkLimit {
  readonly #most: number
  readonly #largest: number
  readonly #everyMs: number
  readonly #nowMs: () => number
  readonly #all: RecentSpans
  readonly #usedUp: RecentSpans

  /**
   * @param most that one sender may within the time.
   * @param options.largest amount that is counted at once.
   * @param options.nowMs a clock that nobody sets: the time of day may jump.
   */
  constructor(
    most: number,
    { largest = 1, everyMs = minuteMs, nowMs = () => performance.now() }: LimitOptions = {},
  ) {
    this.#most = most
    this.#largest = largest
    this.#everyMs = everyMs
    this.#nowMs = nowMs
    this.#all = new RecentSpans(everyMs)
    this.#usedUp = new RecentSpans(everyMs)
  }

  /** How many senders are remembered, one in both lists counted twice. */
  get kept(): number {
    return this.#all.size + this.#usedUp.size
  }

  /** @returns 0 if the sender may once more, else how many milliseconds are left to wait. Counts nothing. */
  waitMs(ip: string): number {
    return this.#waitOf(networksOf(ownCopy(ip)), 1, this.#nowMs())
  }

  /**
   * Counts one time more, or as much as is said, if the sender may.
   *
   * @param ip of the sender; of what is longer than an address only the beginning counts.
   * @returns as `waitMs` does.
   */
  take(ip: string, amount = 1): number {
    const networks = networksOf(ownCopy(ip))
    const nowMs = this.#nowMs()
    const waitMs = this.#waitOf(networks, amount, nowMs)
    if (waitMs > 0) return waitMs

    for (const [width, network] of networks.entries()) {
      const known = this.#spanOf(network, nowMs)
      const span = known ?? { used: 0, endsAtMs: nowMs + this.#everyMs }
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

  /** Of what is counted one by one, all; of amounts, so much that the next may be too much. */
  #isMuch({ used }: Span, width: number): boolean {
    return used >= this.#mostOf(width) - (this.#largest - 1)
  }

  #mostOf(width: number): number {
    return this.#most * (shares[width] ?? 1)
  }
}

/**
 * What at least the last 25,000 senders did, and at most 50,000. They are forgotten half by
 * half: one by one, V8 steps over those that are gone before it finds the first that is not.
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

  /** @returns the sender's, if its time has not ended. */
  get(sender: string, nowMs: number): Span | undefined {
    const span = this.#newer.get(sender) ?? this.#older.get(sender)
    return span && span.endsAtMs > nowMs ? span : undefined
  }

  set(sender: string, span: Span, nowMs: number): void {
    // After that time all that was set before has ended.
    if (nowMs >= this.#newerSinceMs + this.#everyMs || this.#newer.size >= keptAtMost / 2) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#newerSinceMs = nowMs
    }
    this.#newer.set(sender, span)
  }
}

/**
 * V8 keeps a whole header in memory as long as a part of it is kept, and a proxy may pass on what
 * is no address at all.
 */
const ownCopy = (name: string) => Buffer.from(name.slice(0, 64)).toString()

/**
 * The networks that an address belongs to, narrowest first. Whoever has one IPv6 address has its
 * whole /64 and can send from any address in it; a household often has a /56, and a site a /48
 * (RFC 6177, section 2), which anybody can have from a tunnel.
 *
 * @param ip as the socket or a trusted proxy names it.
 * @returns an IPv4 address alone, also where it came mapped into IPv6; or the /64, the /56 and the
 *   /48 of an IPv6 address, such as "2001:db8:0:1", "2001:db8:0:0/56" and "2001:db8:0/48".
 */
export function networksOf(ip: string): string[] {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return [address]
  // The URL standard's own serialiser writes every spelling of an address alike.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const groups = allGroups(written)
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (isMapped) return [mappedIPv4(groups.slice(6))]
  const site = groups.slice(0, 3).join(':')
  const household = (Number.parseInt(groups[3] ?? '', 16) & 0xff00).toString(16)
  return [`${site}:${groups[3]}`, `${site}:${household}/56`, `${site}/48`]
}

/** Whom limits count as one sender: the narrowest network of {@link networksOf}. */
export const networkAddress = (ip: string): string => networksOf(ip)[0] ?? ip

/** The eight groups of an address in which "::" may stand for groups of zeros. */
function allGroups(written: string): string[] {
  const [head = [], tail = []] = written.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
}

function mappedIPv4(lastGroups: string[]): string {
  return lastGroups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 0xff])
    .join('.')
}
