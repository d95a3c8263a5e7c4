import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
// The types know no named export of it.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'
import certificate from '@naic/content/en/certificate.json' with { type: 'json' }
import words from '@naic/content/en/certificate-pdf.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { readSigned, type SecuredCredential } from '@naic/ledger/format/credential.ts'
import { drawSheet } from './certificate-sheet.ts'
import { embedFonts } from './pdf-text.ts'

export type PdfAsked = {
  credential: SecuredCredential
  receipt: string
  siteUrl: string
}

/**
 * Makes a certificate's PDF (PDF/A-3): one page to look at, with the facts of the credential, and inside
 * it the signed credential and its receipt, which can be checked.
 *
 * @param byHand a PNG of the Program Director's signature, if the council has given one.
 * @returns the same bytes for the same credential and receipt.
 */
export async function makeCertificatePdf(
  { credential, receipt, siteUrl }: PdfAsked,
  byHand = signatureByHand(),
) {
  const facts = readSigned(credential)
  if (!facts) throw new Error('A credential without facts has no PDF.')
  const signedAt = new Date(credential.proof[0]?.created ?? credential.validFrom)
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: 'en-IN',
    displayTitle: true,
    info: {
      Title: `${certificate.title}: ${facts.holder}`,
      Author: organisation.name,
      Subject: `${facts.domain} internship, ${facts.id}`,
      CreationDate: signedAt,
      ModDate: signedAt,
    },
  })
  const written = buffer(pdf)
  drawSheet({ pdf, facts, siteUrl, signature: byHand })
  embedFonts(pdf)
  const attach = (content: string, name: string, type: string, more: object) =>
    pdf.file(Buffer.from(content), {
      name: `${facts.id}.${name}`,
      type,
      creationDate: signedAt,
      modifiedDate: signedAt,
      ...more,
    })
  attach(JSON.stringify(credential), 'json', 'application/vc', {
    description: words.credential,
    relationship: 'Data',
  })
  attach(receipt, 'tlog-proof', 'text/plain', {
    description: words.receipt,
    relationship: 'Supplement',
  })
  pdf.end()
  return written
}

function signatureByHand(): Buffer | undefined {
  const file = path.join(import.meta.dirname, '../../../../content/signature.png')
  return existsSync(file) ? readFileSync(file) : undefined
}
