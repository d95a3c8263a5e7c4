import type { FastifyRequest } from 'fastify'
import { MinuteLimit } from '../minute-limit.ts'
import { networkAddress } from '../network-address.ts'
import { Refusal } from '../refusal.ts'

/**
 * Looks a certificate up, if the sender may.
 *
 * @param find gives what there is, or undefined where there is no such certificate.
 * @returns what `find` gave.
 * @throws Refusal with 429 when too much was looked up; and whatever `find` throws.
 */
export type LookUpLimit = <Found>(
  request: FastifyRequest,
  find: () => Promise<Found | undefined>,
) => Promise<Found | undefined>

const allAddresses = 10

/**
 * How many certificates one network address may look up, and how many that are not there may be
 * asked for by all together. Ids are few enough to be guessed: with 100,000 issued, one guess in
 * 605 is right. What is found does not count for all, and is never refused because of others:
 * whoever guesses must not keep everybody else from checking a certificate.
 */
export function createLookUpLimit(perMinute: number): LookUpLimit {
  const own = new MinuteLimit(perMinute)
  const missesOfAll = new MinuteLimit(perMinute * allAddresses)
  return async (request, find) => {
    refuseFor(own.take(networkAddress(request.ip)))
    const found = await find()
    if (found === undefined) refuseFor(missesOfAll.take('all'))
    return found
  }
}

function refuseFor(waitMs: number): void {
  if (waitMs === 0) return
  throw new Refusal(
    429,
    'Too many certificates were looked up just now. Please wait for a minute and try again.',
    { 'Retry-After': String(Math.ceil(waitMs / 1_000)) },
  )
}
