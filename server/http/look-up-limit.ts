import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

/** @throws Refusal with 429 when too much has been looked up. */
export type LookUpLimit = (request: FastifyRequest) => Promise<void>

const minuteMs = 60_000
const allAddresses = 10

/**
 * How many certificates may be looked up: by one network address, and by all together. Ids are
 * few enough to be guessed: with 100,000 issued, one guess in 605 is right.
 */
export function createLookUpLimit(app: FastifyInstance, perMinute: number): LookUpLimit {
  const limits = [
    app.createRateLimit({ max: perMinute, timeWindow: minuteMs }),
    app.createRateLimit({
      max: perMinute * allAddresses,
      timeWindow: minuteMs,
      keyGenerator: () => 'all',
    }),
  ]
  return async (request) => {
    for (const check of limits) {
      const limit = await check(request)
      if (!limit.isAllowed && limit.isExceeded) {
        throw new Refusal(
          429,
          'Too many certificates were looked up just now. Please wait a minute and try again.',
          { 'Retry-After': String(limit.ttlInSeconds) },
        )
      }
    }
  }
}
