import { crc32 } from 'node:zlib'
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import type { PdfAsked } from './certificate-pdf.ts'
import { Drawer } from './drawer.ts'
import type { Asked } from './drawing-process.ts'
import { type Asker, type Bounds, KeptDrawings } from './kept-drawings.ts'

/** Share pictures, badges and PDFs of certificates, drawn in a process of their own. */
export class CertificatePictures {
  readonly #siteUrl: string
  readonly #drawings: KeptDrawings<Asked>

  constructor(siteUrl: string, bounds?: Partial<Bounds>, drawer = new Drawer()) {
    this.#siteUrl = siteUrl
    this.#drawings = new KeptDrawings((asked) => drawer.draw(asked), bounds)
  }

  /**
   * @returns PNG.
   * @throws when too many wait, its turn does not come in time, or it cannot be drawn.
   */
  of = (facts: CertificateFacts, asker: Asker): Promise<Buffer> =>
    this.#drawings.of(`picture ${facts.id}`, { facts, siteUrl: this.#siteUrl }, asker)

  /**
   * @param programme as the credential says it.
   * @returns PNG, the picture of the programme with credential and receipt in it.
   * @throws as `of` does.
   */
  badgeOf = async (
    programme: string,
    badge: { credential: string; receipt: string },
    asker: Asker,
  ): Promise<Buffer> =>
    bakeBadge(await this.#drawings.of(`programme ${programme}`, { programme }, asker), badge)

  /**
   * @param asked the credential, which never changes, and a receipt: any receipt proves the same.
   * @returns PDF.
   * @throws as `of` does.
   */
  pdfOf = (
    id: string,
    asked: Pick<PdfAsked, 'credential' | 'receipt'>,
    asker: Asker,
  ): Promise<Buffer> => this.#drawings.of(`pdf ${id}`, { ...asked, siteUrl: this.#siteUrl }, asker)
}

/** A PNG's signature, and the chunk with its size. */
const startBytes = 8 + 25

/**
 * Puts a credential into a picture, as Open Badges 3.0 says (5.3.2): one iTXt chunk, not compressed.
 * Its receipt follows in another, under a keyword of our own that other programs skip: the picture alone
 * proves its entry in the log.
 */
export function bakeBadge(png: Buffer, badge: { credential: string; receipt: string }): Buffer {
  return Buffer.concat([
    png.subarray(0, startBytes),
    textChunk('openbadgecredential', badge.credential),
    textChunk('tlog-proof', badge.receipt),
    png.subarray(startBytes),
  ])
}

function textChunk(keyword: string, text: string): Buffer {
  const content = Buffer.from(`iTXt${keyword}\0\0\0\0\0${text}`)
  const chunk = Buffer.alloc(4 + content.length + 4)
  chunk.writeUInt32BE(content.length - 4)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), 4 + content.length)
  return chunk
}
