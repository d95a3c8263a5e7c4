import { type Bytes, concat, toHex } from '#credential/bytes.ts'
import { parseTimestamp, type Timestamp } from '#credential/opentimestamps.ts'

/**
 * An OpenTimestamps calendar, which gathers hashes and puts one over them all into a block of
 * Bitcoin: `POST /digest`, and hours later `GET /timestamp/COMMITMENT`.
 */

export type CalendarAnswer =
  | { state: 'answered'; timestamp: Timestamp }
  /** It has nothing (yet) about this. */
  | { state: 'nothing' }
  | { state: 'failed'; reason: string }

/** In bytes; python-opentimestamps reads no more either. */
const longestAnswer = 10_000
const patienceMs = 20_000

/** Asks for a stamp. @param calendar its address, without a slash at its end. */
export const submitDigest = (calendar: string, digest: Bytes, stop: AbortSignal) =>
  ask(`${calendar}/digest`, { method: 'POST', body: digest }, stop)

/** Asks what has come of a promise. @param commitment the message that the calendar attested. */
export const askForBlock = (calendar: string, commitment: Bytes, stop: AbortSignal) =>
  ask(`${calendar}/timestamp/${toHex(commitment)}`, {}, stop)

async function ask(
  address: string,
  request: RequestInit,
  stop: AbortSignal,
): Promise<CalendarAnswer> {
  try {
    const response = await fetch(address, {
      ...request,
      headers: {
        Accept: 'application/vnd.opentimestamps.v1',
        'Content-Type': 'application/octet-stream',
      },
      redirect: 'error',
      signal: AbortSignal.any([stop, AbortSignal.timeout(patienceMs)]),
    })
    if (response.status === 404) return { state: 'nothing' }
    if (!response.ok) return { state: 'failed', reason: `It answered with ${response.status}.` }
    const timestamp = parseTimestamp(await readBody(response))
    return timestamp
      ? { state: 'answered', timestamp }
      : { state: 'failed', reason: 'Its answer is no timestamp.' }
  } catch (error) {
    const { message, cause } = error as Error
    return { state: 'failed', reason: cause instanceof Error ? cause.message : message }
  }
}

async function readBody({ body }: Response): Promise<Bytes> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > longestAnswer) throw new RangeError('Its answer is too long.')
    parts.push(part)
  }
  return concat(...parts)
}
