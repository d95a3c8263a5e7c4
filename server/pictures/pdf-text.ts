import { PdfFont, utf16 } from './pdf-font.ts'
import { type Glyph, shapeText } from './shaped-text.ts'

type Place = {
  x: number
  /** Of the baseline, from the top of the page. */
  y: number
  size: number
  fill: string
  /** What `x` is of the line. */
  anchor?: 'start' | 'middle'
  /** Between letters, in parts of the size. */
  spacing?: number
  /** Where it is to be another than `runsOf` takes. */
  font?: string
}

/**
 * Writes texts on a page of a PDF, in letters put together by HarfBuzz: what pdfkit does so with
 * breaks on some names in Indian scripts.
 */
export class PdfText {
  readonly #pdf: PDFKit.PDFDocument
  readonly #fonts = new Map<string, PdfFont>()

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
  }

  /** @param text that `canBeDrawn`. */
  write(text: string, { x, y, size, fill, anchor = 'start', spacing = 0, font }: Place) {
    const shaped = shapeText(text, font)
    const glyphs = shaped.glyphs.map((glyph, at) => ({ ...glyph, x: glyph.x + at * spacing }))
    const width = (shaped.width + (glyphs.length - 1) * spacing) * size
    const left = anchor === 'start' ? x : x - width / 2
    this.#pdf.save().fillColor(fill)
    // Letters that stand in another order than they are read. Readers turn Arabic ones by themselves.
    const isReordered = glyphs.some(({ font: used }) => !/^(latin|arabic)/.test(used))
    if (isReordered) this.#add(`/Span << /ActualText <FEFF${utf16(text)}> >> BDC`)
    this.#add('BT')
    for (const run of runsOfFont(glyphs)) {
      this.#run(run, { left: left + (run[0]?.x ?? 0) * size, y, size })
    }
    this.#add('ET')
    if (isReordered) this.#add('EMC')
    this.#pdf.restore()
  }

  /** Writes the fonts into the PDF, when all is written. */
  embedFonts() {
    for (const [at, [name, font]] of [...this.#fonts].entries()) {
      const page = this.#pdf.page as unknown as { fonts: Record<string, unknown> }
      page.fonts[resource(name)] = font.embed(this.#pdf, at)
    }
  }

  /** Glyphs of one font. The page is upside down, since pdfkit counts from its top. */
  #run(glyphs: Glyph[], { left, y, size }: { left: number; y: number; size: number }) {
    const [first] = glyphs
    if (!first) return
    const font = this.#fonts.get(first.font) ?? new PdfFont(first.font)
    this.#fonts.set(first.font, font)
    this.#add(`/${resource(first.font)} ${number(size)} Tf`)
    this.#add(`1 0 0 -1 ${number(left)} ${number(y)} Tm`)
    let at = 0
    let rise = 0
    for (const glyph of glyphs) {
      if (glyph.y !== rise) this.#add(`${number(glyph.y * size)} Ts`)
      rise = glyph.y
      const wanted = Math.round((glyph.x - first.x) * 1000)
      this.#add(`[${at === wanted ? '' : at - wanted} <${font.codeOf(glyph)}>] TJ`)
      at = wanted + font.widthOf(glyph.id)
    }
    if (rise !== 0) this.#add('0 Ts')
  }

  #add(operators: string) {
    this.#pdf.addContent(operators)
  }
}

const resource = (font: string) => `L-${font}`
const number = (length: number) => String(Number(length.toFixed(3)))

function runsOfFont(glyphs: Glyph[]): Glyph[][] {
  const runs: Glyph[][] = []
  for (const glyph of glyphs) {
    const last = runs.at(-1)
    if (last?.[0]?.font === glyph.font) last.push(glyph)
    else runs.push([glyph])
  }
  return runs
}
