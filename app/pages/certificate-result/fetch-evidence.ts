import type { Extras } from '#app/certificate-view/examine-certificate.ts'
import { apiUrl } from '#app/server-context/site-address.ts'
import type { Evidence } from '#credential/verify-certificate.ts'

const patienceMs = 20_000

export type Answer =
  | { state: 'found'; evidence: Evidence; extras: Extras }
  | { state: 'unknown' }
  /** It could not be looked up, which says nothing about the certificate. */
  | { state: 'unavailable'; reference: string | undefined }

/** Everything that there is to check a certificate with, in one answer of the register. */
export async function fetchEvidence(id: string, stop: AbortSignal): Promise<Answer> {
  let reference: string | undefined
  try {
    const response = await fetch(`${apiUrl()}/api/certificates/${id}`, {
      signal: AbortSignal.any([stop, AbortSignal.timeout(patienceMs)]),
      cache: 'no-store',
    })
    if (response.status >= 500) reference = response.headers.get('X-Request-Id') ?? undefined
    const body: unknown = await response.json()
    if (typeof body !== 'object' || body === null) return { state: 'unavailable', reference }
    // A 404 that some box between here and the register made up has no such body.
    if (response.status === 404 && 'detail' in body) return { state: 'unknown' }
    if (!response.ok || !('credential' in body)) return { state: 'unavailable', reference }
    const { revocation, stamp, ...evidence } = body as Evidence & {
      [Name in keyof Extras]?: Extras[Name] | null
    }
    return {
      state: 'found',
      evidence: { ...evidence, now: new Date() },
      extras: { revocation: revocation ?? undefined, stamp: stamp ?? undefined },
    }
  } catch {
    // Offline, cut off, too slow, or no JSON at all.
    return { state: 'unavailable', reference }
  }
}
