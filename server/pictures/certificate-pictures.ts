import { Worker } from 'node:worker_threads'
import type { CertificateFacts } from '#credential/credential.ts'
import { bakeBadge } from './bake-badge.ts'
import type { PdfAsked } from './certificate-pdf.ts'
import { KeptDrawings } from './kept-drawings.ts'
import type { Asked } from './picture-worker.ts'

/**
 * The share pictures of certificates, and their PDFs. A thread for each, because its end frees what
 * it holds: resvg 3 MB a picture, of which the garbage collector knows nothing
 * (https://github.com/thx/resvg-js/issues/216), and pdfkit some 40 MB with its fonts. In one thread
 * that stays, the process grows to hundreds of MB.
 */
export class CertificatePictures {
  readonly #siteUrl: string
  readonly #pictures = new KeptDrawings(
    (workerData: Asked) =>
      new Worker(new URL('./picture-worker.ts', import.meta.url), { workerData }),
  )
  readonly #pdfs = new KeptDrawings(
    (workerData: PdfAsked) =>
      new Worker(new URL('./pdf-worker.ts', import.meta.url), { workerData }),
  )

  /** @param siteUrl where the pictures say that certificates can be checked. */
  constructor(siteUrl: string) {
    this.#siteUrl = siteUrl
  }

  /**
   * @param facts of a certificate as it was issued; they never change.
   * @returns PNG.
   * @throws when too many wait for theirs already, or it cannot be drawn.
   */
  of = (facts: CertificateFacts): Promise<Buffer> =>
    this.#pictures.of(facts.id, { facts, siteUrl: this.#siteUrl })

  /**
   * @param programme as the credential says it.
   * @param credential its text.
   * @returns PNG, the picture of the programme with the credential in it.
   * @throws as `of` does.
   */
  badgeOf = async (programme: string, credential: string): Promise<Buffer> =>
    bakeBadge(await this.#pictures.of(`programme ${programme}`, { programme }), credential)

  /**
   * @param id of the certificate.
   * @param asked its credential, which never changes, and a receipt of it: any that was given
   *   proves the same for ever.
   * @returns PDF.
   * @throws when too many wait for theirs already, or it cannot be made.
   */
  pdfOf = (id: string, asked: Omit<PdfAsked, 'siteUrl'>): Promise<Buffer> =>
    this.#pdfs.of(id, { ...asked, siteUrl: this.#siteUrl })
}
