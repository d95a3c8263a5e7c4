import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import { makeCertificatePdf, type PdfAsked } from './certificate-pdf.ts'
import { certificateWords, drawBadge, drawSharePicture } from './png-pictures.ts'

export type Asked = { programme: string } | PdfAsked | { facts: CertificateFacts; siteUrl: string }

export type Answered = { bytes: Uint8Array } | { failure: string }

/**
 * The process behind `Drawer`. Only here are resvg and pdfkit loaded. It ends with its parent, and
 * ignores a signal to all processes, which leaves time for what is under way.
 */
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

process.on('message', async (asked: Asked) => {
  try {
    answer({ bytes: await draw(asked) })
  } catch (error) {
    answer({ failure: (error as Error).message })
  }
})

function draw(asked: Asked): Buffer | Promise<Buffer> {
  if ('programme' in asked) return drawBadge(asked.programme)
  if ('receipt' in asked) return makeCertificatePdf(asked)
  return drawSharePicture(certificateWords(asked.facts, asked.siteUrl))
}

const answer = (answered: Answered) => process.send?.(answered)
