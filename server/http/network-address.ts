import { isIPv6 } from 'node:net'

/**
 * Whom limits count as one sender. Whoever has one IPv6 address has its whole /64 and can send
 * from any address in it (RFC 6177, section 2), so these count together.
 *
 * @param ip as the socket or a trusted proxy names it.
 * @returns an IPv4 address, also where it came mapped into IPv6, or the first half of an IPv6
 *   address such as "2001:db8:0:1".
 */
export function networkAddress(ip: string): string {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return address
  // The URL standard's own serialiser writes every spelling of an address alike.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const groups = allGroups(written)
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  return isMapped ? mappedIPv4(groups.slice(6)) : groups.slice(0, 4).join(':')
}

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
