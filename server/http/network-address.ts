import { isIPv6 } from 'node:net'

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
