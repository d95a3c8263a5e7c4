import { apiUrl } from '#app/server-context/site-address.ts'
import { parseJson } from '#credential/canonical-json.ts'
import type { Evidence } from '#credential/verify/verify-credential.ts'
import type { CouncilsEvidence, Given } from './examine-certificate.ts'
import { councilDid } from './newest-keys.ts'
import { readSeenLog } from './seen-log.ts'

const patienceMs = 20_000

export type Answer =
  | { state: 'found'; evidence: CouncilsEvidence; given: Given }
  /** `didYouMean`: IDs that there are, and that may be misread for this one. */
  | { state: 'unknown'; didYouMean: readonly string[] }
  | { state: 'erased' }
  | Unavailable

/** It could not be looked up, which says nothing about the certificate. */
export type Unavailable =
  /** Asked too often: seconds after which it may be asked again. */
  | { state: 'busy'; waitSeconds: number }
  /** The site did not answer as it should; by the reference the staff find what was our fault. */
  | { state: 'away'; reference: string | undefined }
  /** This device has no network. */
  | { state: 'offline' }

type Body = Evidence & { [Name in 'revocation' | 'stamp']?: Given[Name] | null } & {
  seen?: Given['seenBy'] | null
}

/**
 * Everything that there is to check a certificate with, in one answer of the register: its place in
 * the live log among it.
 *
 * @param stop undefined where nobody goes away from it.
 */
export async function fetchEvidence(id: string, stop: AbortSignal | undefined): Promise<Answer> {
  let reference: string | undefined
  const seen = readSeenLog()
  const inTime = AbortSignal.timeout(patienceMs)
  try {
    const response = await fetch(`${apiUrl()}/api/certificates/${id}`, {
      signal: stop ? AbortSignal.any([stop, inTime]) : inTime,
      cache: 'no-store',
    })
    if (response.status >= 500) reference = response.headers.get('X-Request-Id') ?? undefined
    if (response.status === 429) return { state: 'busy', waitSeconds: waitOf(response) }
    const body = parseJson(await response.text())
    if (typeof body !== 'object' || body === null) return { state: 'away', reference }
    // A 404 that some box between here and the register made up has no such body.
    if (response.status === 404 && 'detail' in body) return unknown(body)
    if (response.status === 410 && 'detail' in body) return { state: 'erased' }
    if (!response.ok || !('credential' in body)) return { state: 'away', reference }
    const { revocation, stamp, seen: seenBy, ...evidence } = body as Body
    return {
      state: 'found',
      // Without its ranges, a key would count for whatever it signs.
      evidence: { ...evidence, keys: evidence.keys ?? [], issuer: councilDid(), now: new Date() },
      given: {
        asked: undefined,
        live: 'found',
        revocation: revocation ?? undefined,
        stamp: stamp ?? undefined,
        seen,
        seenBy: seenBy ?? undefined,
      },
    }
  } catch {
    // Cut off, too slow, or no JSON at all.
    return navigator.onLine ? { state: 'away', reference } : { state: 'offline' }
  }
}

function unknown(body: object): Answer {
  const { didYouMean } = body as { didYouMean?: unknown }
  return { state: 'unknown', didYouMean: Array.isArray(didYouMean) ? didYouMean.map(String) : [] }
}

/** @returns seconds, a minute where none are given: that is how long the register counts. */
const waitOf = ({ headers }: Response) => Number(headers.get('Retry-After')) || 60
