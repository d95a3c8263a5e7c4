import type { FastifyRequest } from 'fastify'
import type { ErasedCertificate } from '@naic/registry/issuing/find-certificate.ts'
import { NetworkLimit } from '@naic/house/web/network-limit.ts'
import { Refusal, tryAgain } from '@naic/house/web/refusal.ts'
import { readable } from '../api/readable.ts'

export type LookUpLimit = ReturnType<typeof createLookUpLimit>

/**
 * Limits the misses of one network a minute, since IDs can be guessed. Hits do not count, so that a
 * whole campus behind one address is served. There is no limit over all networks: a forger could use
 * it up, and nobody would learn that his certificate does not exist.
 *
 * A network without misses left gets the same answer for every ID, or 429 would say as much as 404.
 *
 * @returns what looks a certificate up. It throws a Refusal with 429 after too many misses, and whatever `find` throws.
 */
export function createLookUpLimit(missesPerMinute: number) {
  const misses = new NetworkLimit(missesPerMinute)
  const requireLeft = (ip: string) => {
    const waitMs = misses.waitMs(ip)
    if (waitMs === 0) return
    throw tryAgain(
      429,
      'Too many certificates that are not there were asked for from your network. Please wait for a minute and try again.',
      waitMs,
    )
  }
  return async <Found>(
    { ip }: { ip: string },
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> => {
    requireLeft(ip)
    const found = await find()
    // Of many look-ups at once, the first may have used up the misses.
    requireLeft(ip)
    if (found === undefined) misses.take(ip)
    return found
  }
}

/** A certificate names a person: search engines must not list it. */
export const personalHeaders = { 'X-Robots-Tag': 'noindex' }

/** Of a route that says something of one certificate: only a browser may keep it, and must ask again. */
export const ofCertificate = readable({
  ...personalHeaders,
  'Cache-Control': 'private, no-cache',
})

export const noSuchCertificate = 'No certificate has this ID.'
/** The ID may be issued in the next minute. */
export const notKept = { 'Cache-Control': 'no-store' }

/** @throws Refusal with 410 if the certificate was erased: nobody can read it now. */
export function requireReadable<Found extends object>(found: Found | ErasedCertificate): Found {
  if (!('erasedAt' in found)) return found
  throw new Refusal(
    410,
    "This certificate's record was erased at the holder's request, so we cannot show anything about it.",
    notKept,
  )
}

/**
 * Finds something of a certificate, within the limit of look-ups.
 *
 * @throws Refusal with 404, 410 or 429 if it finds nothing.
 */
export async function lookUp<Found extends object>(
  sender: FastifyRequest,
  limit: LookUpLimit,
  find: () => Promise<Found | ErasedCertificate | undefined>,
): Promise<Found> {
  const found = await limit(sender, find)
  if (found === undefined) throw new Refusal(404, noSuchCertificate, notKept)
  return requireReadable(found)
}
