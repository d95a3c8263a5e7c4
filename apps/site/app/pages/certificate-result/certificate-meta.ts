import document from '@naic/content/en/certificate-document.json' with { type: 'json' }
import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { pageMeta, pictureOf } from '#app/page-head.tsx'
import type { CertificateState } from '#app/server-context/load-context.ts'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { plainly } from './certificate-not-found.tsx'
import { certificateTitle, titleOfId } from './keep-and-share.tsx'
import { addressOf } from './page-code.tsx'

/**
 * What a shared link shows. Apps keep previews for days, even after a revocation. So a preview says
 * whose certificate it is and where to check it, and never that it is valid. Its picture names the
 * holder only if the certificate was not revoked.
 *
 * @param asked the ID as it is in the address.
 */
export function certificateMeta(asked: string, registered: CertificateState) {
  const id = cleanCertificateId(asked)
  const path = id === '' ? '/verify' : `/verify/${id}`
  const shown = preview(asked, id, registered)
  return pageMeta({ picture: neutral, ...shown, path, isUnlisted: true })
}

const words = document.preview

const neutral = { path: pictureOf('/verification'), alt: words.neutralPicture }

function preview(asked: string, id: string, registered: CertificateState) {
  if (registered.state === 'unknown') {
    return {
      title: page.notFound.title,
      description: fill(words.notFound, { id: plainly(asked) }),
    }
  }
  const address = addressOf(id)
  if (registered.state === 'found' && !registered.revoked) {
    const { holder, domain, duration } = registered.facts
    return {
      title: certificateTitle(registered.facts),
      description: fill(words.description, { id, domain, duration, address }),
      picture: { path: `/credentials/${id}.png`, alt: fill(words.picture, { holder, domain }) },
    }
  }
  if (registered.state === 'found') {
    return {
      title: titleOfId(words.withdrawnTitle, id),
      description: fill(words.withdrawn, { address }),
    }
  }
  if (registered.state === 'erased') {
    const { title, text } = page.erased
    return { title: titleOfId(title, id), description: text }
  }
  return { title: fill(words.untold, { id }), description: fill(words.unknown, { address }) }
}
