import { parseJson } from '../format/canonical-json.ts'
import { didOf } from '../format/published-keys.ts'
import type { Evidence, Keys, SignedEvidence, Site } from './evidence.ts'

/** What the register answers about an ID. */
export type Answer = { state: 'found'; evidence: Evidence } | NoEvidence

export type NoEvidence =
  /** `didYouMean`: the ID that there is, and that may be misread for this one. */
  | { state: 'unknown'; didYouMean: readonly string[] }
  | { state: 'erased' }
  // In other cases it could not be looked up, which says nothing about the certificate.
  /** Asked too often: seconds after which it may be asked again. */
  | { state: 'busy'; waitSeconds: number }
  /** A fault of the site, which the staff find by the reference. */
  | { state: 'failed'; reference: string | undefined }
  /** No answer came, or none that is of this site; or this device has no network. */
  | { state: 'away' | 'offline' }

type Body = SignedEvidence &
  Pick<Evidence, 'revocation' | 'stamp'> & {
    seen?: Evidence['cosignatures']
    correctedBy?: unknown
  }

/** All that there is to check a certificate with, its place in the live log included, in one answer. */
export async function fetchEvidence(id: string, site: Site, stop?: AbortSignal): Promise<Answer> {
  const seen = site.readSeenLog()
  try {
    const response = await site.fetch(`/api/certificates/${id}`, { stop, cache: 'no-store' })
    if (response.status >= 500) {
      return { state: 'failed', reference: response.headers.get('X-Request-Id') ?? undefined }
    }
    if (response.status === 429) {
      // A minute if it says nothing: that is how long the register counts.
      return { state: 'busy', waitSeconds: Number(response.headers.get('Retry-After')) || 60 }
    }
    const body = parseJson(await response.text())
    if (typeof body !== 'object' || body === null) return { state: 'away' }
    // A 404 that some box between here and the register made up has no such body.
    if (response.status === 404 && 'detail' in body) {
      const { didYouMean } = body as { didYouMean?: unknown }
      return { state: 'unknown', didYouMean: [didYouMean].flat().filter(isId).slice(0, 1) }
    }
    if (response.status === 410 && 'detail' in body) return { state: 'erased' }
    if (!response.ok || !('credential' in body && body.credential)) return { state: 'away' }
    const { seen: cosignatures, correctedBy, ...signed } = body as Body
    return {
      state: 'found',
      evidence: {
        ...signed,
        // Its receipt's own checkpoint alone is compared: another one would hide a forked log.
        newest: undefined,
        keys: site.pinned ?? keysIn(signed),
        issuer: didOf(site.url),
        now: new Date(),
        asked: undefined,
        live: 'found',
        seen,
        cosignatures,
        correctedBy: isId(correctedBy) ? correctedBy : undefined,
      },
    }
  } catch {
    // Cut off, too slow, or not JSON at all.
    return { state: site.isOnline() ? 'away' : 'offline' }
  }
}

/** Only what can be an ID becomes part of an address, or is printed. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z0-9]{5,15}$/.test(value)

export const fetchKeys = async (site: Site): Promise<Keys> =>
  site.pinned ?? keysIn((await fetchJson(site, '/log/keys')) ?? {})

/** Whatever is listed there, no check finds anything but a text for a key: a list of one text reads as that text. */
const keysIn = ({ keys }: { keys?: unknown }): Keys =>
  Array.isArray(keys) ? keys.filter((key) => typeof key?.publicKeyMultibase === 'string') : []

/** The status list of this site, whatever host a file names, and the entry of the log that names it. */
export const fetchStatus = async (site: Site): Promise<Partial<SignedEvidence>> =>
  (await fetchJson(site, '/log/status')) ?? {}

/** @returns undefined if it cannot be loaded: no network, too slow, or not JSON. */
async function fetchJson(site: Site, path: string): Promise<object | undefined> {
  try {
    const response = await site.fetch(path, { cache: 'no-cache' })
    return response.ok ? (parseJson(await response.text()) as object) : undefined
  } catch {
    return undefined
  }
}
