import type { CertificateFacts } from '#credential/credential.ts'
import { bakeBadge } from './bake-badge.ts'
import type { PdfAsked } from './certificate-pdf.ts'
import { Drawer } from './drawer.ts'
import type { Asked } from './drawing-process.ts'
import { KeptDrawings } from './kept-drawings.ts'

/** The share pictures of certificates, their badges and their PDFs, drawn in a process of their own. */
export class CertificatePictures {
  readonly #siteUrl: string
  readonly #drawer = new Drawer()
  readonly #pictures = new KeptDrawings((asked: Asked) => this.#drawer.draw(asked))
  readonly #pdfs = new KeptDrawings((asked: PdfAsked) => this.#drawer.draw(asked))

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
   * @param badge the text of the credential, and a receipt of it.
   * @returns PNG, the picture of the programme with both in it.
   * @throws as `of` does.
   */
  badgeOf = async (
    programme: string,
    badge: { credential: string; receipt: string },
  ): Promise<Buffer> =>
    bakeBadge(await this.#pictures.of(`programme ${programme}`, { programme }), badge)

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
