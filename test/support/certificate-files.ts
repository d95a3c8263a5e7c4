import { makeCertificatePdf } from '#server/pictures/certificate-pdf.ts'
import type { IssuedCertificate } from './issue-certificate.ts'

/** The PDF of a certificate as the site makes it. */
export const makeTestPdf = ({ credential, receiptFile }: IssuedCertificate): Promise<Buffer> =>
  makeCertificatePdf({
    credential,
    receipt: receiptFile,
    siteUrl: new URL(credential.id).origin,
  })
