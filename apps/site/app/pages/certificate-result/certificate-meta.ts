import type { MetaDescriptor } from 'react-router'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { pageMeta, pictureOf } from '#app/page-meta.ts'
import type { CertificateState } from '#app/server-context/load-context.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { plainly } from './certificate-not-found.tsx'

/**
 * What a shared link shows. Apps keep previews for days, even after a revocation. So a preview says
 * whose certificate it is and where to check it, and never that it is valid. Its picture names the
 * holder only if the certificate was not revoked.
 *
 * @param asked the ID as it is in the address.
 * @param registered undefined in the browser, which does not read the register.
 */
export function certificateMeta(
  asked: string,
  registered: CertificateState | undefined,
): MetaDescriptor[] {
  const id = cleanCertificateId(asked)
  const path = id === '' ? '/verify' : `/verify/${id}`
  const shown =
    registered?.state === 'unknown' ? previewOfUnknown(asked) : preview(id, path, registered)
  return [...pageMeta({ picture: neutral, ...shown, path }), { name: 'robots', content: 'noindex' }]
}

export const certificateTitle = ({ holder, domain }: Pick<CertificateFacts, 'holder' | 'domain'>) =>
  `${holder}, ${domain} internship`

const neutral = { path: pictureOf('/verification'), alt: 'Verify a Certificate' }

function preview(id: string, path: string, registered: CertificateState | undefined) {
  const check = `Check at ${siteUrl()}${path}`
  if (registered?.state === 'found' && !registered.revoked) {
    const { holder, domain, duration } = registered.facts
    return {
      title: certificateTitle(registered.facts),
      description: `Certificate ${id}: ${domain}, ${duration}. ${check}`,
      picture: { path: `/credentials/${id}.png`, alt: `Certificate of ${holder}: ${domain}` },
    }
  }
  if (registered?.state === 'found') {
    return {
      title: `Withdrawn: certificate ${id}`,
      description: `The council has withdrawn this certificate. ${check}`,
    }
  }
  if (registered?.state === 'erased') {
    return { title: `${words.erased.title}: certificate ${id}`, description: words.erased.text }
  }
  return {
    title: `Certificate ${id}`,
    description: `See whose certificate it is, and what the council's register says. ${check}`,
  }
}

const previewOfUnknown = (asked: string) => ({
  title: 'Verification Failed',
  description: `No certificate found with ID: ${plainly(asked)}. Please check the verification code.`,
})
