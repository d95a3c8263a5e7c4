import { PNG } from 'pngjs'
import { bakeBadge } from '@naic/site/server/pictures/bake-badge.ts'
import { makeCertificatePdf } from '@naic/site/server/pictures/certificate-pdf.ts'
import type { IssuedCertificate } from './issue-certificate.ts'

export const makeTestPdf = ({ credential, receiptFile }: IssuedCertificate): Promise<Buffer> =>
  makeCertificatePdf({
    credential,
    receipt: receiptFile,
    siteUrl: new URL(credential.id).origin,
  })

/** Its badge picture: of a smaller picture than the site's. `text` takes the credential's place. */
export const makeTestBadge = (
  { credential, receiptFile }: IssuedCertificate,
  text = JSON.stringify(credential),
): Buffer =>
  bakeBadge(PNG.sync.write(new PNG({ width: 2, height: 2 })), {
    credential: text,
    receipt: receiptFile,
  })
