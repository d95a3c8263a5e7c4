import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErasedCertificate } from '@naic/registry/issuing/find-certificate.ts'
import { NetworkLimit } from '@naic/platform/web/network-limit.ts'
import { Refusal } from '@naic/platform/web/refusal.ts'
import { logFailure } from '@naic/platform/web/request-log.ts'

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

/** Answers that anybody's page and tool may read, from wherever it runs. */
const publicHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
}

/** A certificate names a person: it is found by its ID, not by a search. */
export const personalHeaders = { 'X-Robots-Tag': 'noindex' }

/** Of what names a person: only their own browser may keep it, and has to ask before it shows it again. */
export const ofAPerson = 'private, no-cache'

/** Set first, so that refusals have them as well. */
export const setPublicHeaders = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.headers(publicHeaders)
}

export const certificateHeaders = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.headers({ ...publicHeaders, ...personalHeaders })
}

export const noSuchCertificate = 'No certificate has this ID.'
/** Not to be kept by anything in between: the ID may be issued in the next minute. */
export const notKept = { 'Cache-Control': 'no-store' }

/**
 * @returns what was found, if it was not erased.
 * @throws Refusal with 410 where it was: there was such a certificate, and nobody can read it any more.
 */
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
 * @throws Refusal with 404, 410, 429 or 503 where nothing was found, or nothing could be.
 */
export async function lookUp<Found extends object>(
  request: FastifyRequest,
  limit: LookUpLimit,
  id: string,
  find: () => Promise<Found | ErasedCertificate | undefined>,
): Promise<Found> {
  const found = await findWithin(request, limit, id, find)
  if (found === undefined) throw new Refusal(404, noSuchCertificate, notKept)
  return requireReadable(found)
}

export const findWithin = async <Found>(
  request: FastifyRequest,
  limit: LookUpLimit,
  id: string,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> =>
  id === '' ? undefined : limit(request, () => orUnavailable(request, find))

/** @throws Refusal with 503 in place of whatever went wrong. */
export async function orUnavailable<Found>(
  request: FastifyRequest,
  find: () => Promise<Found>,
): Promise<Found> {
  try {
    return await find()
  } catch (error) {
    logFailure(request, error, 'a certificate or the log could not be looked up')
    throw new Refusal(
      503,
      'We could not look this up just now. Please try again in a few minutes.',
      { 'Retry-After': '60' },
    )
  }
}
