import type { FastifyRequest } from 'fastify'
import { MinuteLimit } from '../minute-limit.ts'
import { Refusal } from '../refusal.ts'

/** A hook that puts off whoever sends more forms in a minute than one network address may. */
export function createSubmissionLimit(perMinute: number) {
  const limit = new MinuteLimit(perMinute)
  return async (request: FastifyRequest) => {
    const waitMs = limit.take(request.ip)
    if (waitMs === 0) return
    const seconds = Math.ceil(waitMs / 1_000)
    throw new Refusal(
      429,
      `Too many forms came from your network. Please try again in ${inWords(seconds)}.`,
      { 'Retry-After': String(seconds) },
    )
  }
}

function inWords(seconds: number): string {
  if (seconds === 60) return '1 minute'
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
