import type { CertificateFacts } from '#credential/credential.ts'
import certificate from '#content/certificate.json' with { type: 'json' }
import { canBeDrawn } from './letter-fonts.ts'
import type { SharePicture } from './share-picture.ts'

/**
 * What the share picture of a certificate says: whose it is, of what, and where to check it. Never
 * that it holds, because previews are kept for days, even after a revocation.
 *
 * A name that the fonts cannot write, such as one in Chinese letters, is left out; the preview's text
 * has it all the same.
 */
export function certificateWords(
  { id, holder, domain }: Pick<CertificateFacts, 'id' | 'holder' | 'domain'>,
  siteUrl: string,
): SharePicture {
  const title = certificate.title
  const foot = `Check at ${siteUrl.replace(/^https?:\/\//, '')}/verify/${id}`
  const [first, second] = [holder, `${domain} internship`].filter(canBeDrawn)
  return first === undefined
    ? { over: undefined, title, under: undefined, foot }
    : { over: title, title: first, under: second, foot }
}
