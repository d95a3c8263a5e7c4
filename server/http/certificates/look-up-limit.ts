import { NetworkLimit } from '../network-limit.ts'
import { Refusal } from '../refusal.ts'

/**
 * Looks a certificate up, if the sender may.
 *
 * @param find gives what there is, or undefined where there is no such certificate.
 * @returns what `find` gave.
 * @throws Refusal with 429 when too much was asked for that is not there; and whatever `find` throws.
 */
export type LookUpLimit = <Found>(
  sender: { ip: string },
  find: () => Promise<Found | undefined>,
) => Promise<Found | undefined>

/**
 * How many certificates that are not there one network may ask for in a minute: IDs can be guessed.
 * What is found does not count, so that a whole campus behind one address is served. Nothing is
 * counted for all networks together: whoever shows a forged certificate could use that up, and nobody
 * would be told any more that there is no such certificate.
 *
 * A network that has used up its misses is answered alike whatever it asks for, or 429 would say as
 * much as 404.
 *
 * @param nowMs the clock of {@link NetworkLimit}.
 */
export function createLookUpLimit(missesPerMinute: number, nowMs?: () => number): LookUpLimit {
  const misses = new NetworkLimit(missesPerMinute, nowMs ? { nowMs } : {})
  return async ({ ip }, find) => {
    refuseFor(misses.waitMs(ip))
    const found = await find()
    // Of many that are asked for at once, the first may have used up what there was.
    refuseFor(misses.waitMs(ip))
    if (found === undefined) misses.take(ip)
    return found
  }
}

function refuseFor(waitMs: number): void {
  if (waitMs === 0) return
  throw new Refusal(
    429,
    'Too many certificates that are not there were asked for from your network. Please wait for a minute and try again.',
    { 'Retry-After': String(Math.ceil(waitMs / 1_000)) },
  )
}
