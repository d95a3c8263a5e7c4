import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import type { Accepted, Failed, Refused } from '@naic/admissions/forms/form-outcome.ts'

/**
 * What the server hands to the pages: the one way from `apps/site/server/` into `apps/site/app/`.
 *
 * A form that was posted without JavaScript is handled by the server before the page is rendered.
 */
export type PostedForm =
  | (Accepted & Typed)
  | (Refused & Typed)
  | (Failed & Typed & { status: number })

/** `files`: the fields in which a file came, which no page can give back. */
type Typed = { values: Record<string, string>; files?: readonly string[] }

/** What the server's register says of a certificate ID. The browser checks it for itself. */
export type CertificateState =
  | {
      state: 'found'
      facts: CertificateFacts
      /** `at` in RFC 3339; undefined if it was not revoked. The council keeps the reason to itself. */
      revoked: { at: string } | undefined
      /** ID of the one in its place. */
      correctedBy?: string | undefined
    }
  /** `didYouMean`: IDs that there are, and that may be misread for this one. */
  | { state: 'unknown'; didYouMean: readonly string[] }
  /** There was one, and it cannot be read. */
  | { state: 'erased' }
  /** Its key was revoked from an earlier time on. */
  | { state: 'void' }
  /** It could not be looked up, or the limit was reached: that says nothing about the certificate. */
  | { state: 'tooMany' }
  | { state: 'unavailable'; reference?: string }

/** Never throws: a look-up that fails is `unavailable`. */
export type CertificateLookup = (id: string) => Promise<CertificateState>

/** For a page that names no certificate. */
export const noLookup: CertificateLookup = () => Promise.resolve({ state: 'unavailable' })

/** The HTTP status for the result of a posted form. */
export function statusOf(posted: PostedForm): number {
  if (posted.state === 'accepted') return 200
  return posted.state === 'refused' ? 400 : posted.status
}

/** The HTTP status for the register's answer. */
export function statusOfLookup({ state }: CertificateState): number {
  return { found: 200, void: 200, unknown: 404, erased: 410, tooMany: 429, unavailable: 503 }[state]
}
