import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import { fontFile, type Glyph, openFont, shapeText, unitsOf } from './shaped-text.ts'

export type Place = {
  x: number
  /** Of the baseline, from the top of the page. */
  y: number
  size: number
  fill: string
  /** What `x` is of the line. */
  anchor?: 'start' | 'middle'
  /** Between letters, in parts of the size. */
  spacing?: number
  /** If it is another than `runsOf` takes. */
  font?: string | undefined
}

/**
 * Writes text on the page of a PDF, shaped by HarfBuzz: pdfkit fails on some names in Indian scripts.
 *
 * @param text that `canBeDrawn`.
 */
export function writeText(
  pdf: PDFKit.PDFDocument,
  text: string,
  { x, y, size, fill, anchor = 'start', spacing = 0, font }: Place,
) {
  const { glyphs, width: all } = shapeText(text, font)
  // A blank at the end takes no room; from right to left it is the first on the page.
  const blank = text.endsWith(' ') ? all - shapeText(text.trimEnd(), font).width : 0
  const width = all - blank + (glyphs.length - 1) * spacing
  const begin = (anchor === 'start' ? 0 : -width / 2) - (glyphs[0]?.text === ' ' ? blank : 0)
  pdf.save().fillColor(fill)
  pdf.translate(x + begin * size, y)
  // These scripts draw letters in another order than they are read, and letters far apart look like
  // words. Readers turn Arabic by themselves.
  const isRetold = spacing > 0 || glyphs.some((one) => !/^(latin|arabic)/.test(one.font))
  if (isRetold) pdf.markContent('Span', { actual: text })
  pdf.addContent('BT')
  let current = ''
  let begun = 0
  let reached = 0
  for (const [at, glyph] of glyphs.entries()) {
    if (isDot(glyph)) continue
    const used = fontIn(pdf, glyph.font)
    const left = glyph.x + at * spacing
    if (glyph.font !== current) {
      current = glyph.font
      // The page is upside down, since pdfkit counts from its top.
      pdf.addContent(`/L-${current} ${size} Tf 1 0 0 -1 ${number(left * size)} 0 Tm`)
      begun = left
      reached = 0
    }
    const wanted = Math.round((left - begun) * 1000)
    pdf.addContent(`${number(glyph.y * size)} Ts [${reached - wanted} <${used.codeOf(glyph)}>] TJ`)
    reached = wanted + used.widthOf(glyph.id)
  }
  pdf.addContent('ET')
  if (isRetold) pdf.endMarkedContent()
  for (const glyph of glyphs.filter(isDot)) {
    const scale = size / unitsOf(glyph.font)
    pdf.save().translate(glyph.x * size, -glyph.y * size)
    pdf.scale(scale, -scale).path(openFont(glyph.font).glyphToPath(glyph.id)).fill().restore()
  }
  pdf.restore()
}

/**
 * A dot or a mark of an Arabic letter, which is a glyph of its own and no text. It is drawn as a shape:
 * as a letter of no text it would end a word for readers, since it stands behind the letter after it.
 */
const isDot = ({ font, text }: Glyph) => font === 'arabic' && text === ''

const number = (length: number) => String(Number(length.toFixed(3)))

/** Of each PDF, by name, until they are embedded. */
const fontsOf = new WeakMap<PDFKit.PDFDocument, Map<string, PdfFont>>()

function fontIn(pdf: PDFKit.PDFDocument, name: string): PdfFont {
  const fonts = fontsOf.get(pdf) ?? new Map<string, PdfFont>()
  fontsOf.set(pdf, fonts)
  const font = fonts.get(name) ?? new PdfFont(name)
  fonts.set(name, font)
  return font
}

/** After all text. */
export function embedFonts(pdf: PDFKit.PDFDocument) {
  const page = pdf.page as unknown as { fonts: Record<string, unknown> }
  for (const [at, [name, font]] of [...(fontsOf.get(pdf) ?? [])].entries()) {
    page.fonts[`L-${name}`] = font.embed(pdf, at)
  }
}

/**
 * One font in a PDF, with only the used glyphs (ISO 32000-1, 9.7). A code stands for a glyph and its
 * text, since one glyph may be part of several letters: text copied from the PDF is what was written.
 */
class PdfFont {
  readonly #name: string
  readonly #font
  readonly #subset
  /** By code. The first is not used. */
  readonly #glyphs = [{ id: 0, inSubset: 0, text: '' }]
  readonly #codes = new Map<string, number>()

  constructor(name: string) {
    this.#name = name
    this.#font = create(readFileSync(fontFile(name)))
    this.#subset = this.#font.createSubset()
  }

  /** @returns the code of a glyph, in four hexadecimal digits. */
  codeOf({ id, text }: Pick<Glyph, 'id' | 'text'>): string {
    const key = `${id} ${text}`
    const code = this.#codes.get(key) ?? this.#glyphs.length
    if (code === this.#glyphs.length) {
      this.#glyphs.push({ id, inSubset: this.#subset.includeGlyph(id), text })
      this.#codes.set(key, code)
    }
    return hex(code)
  }

  /** In thousandths of the size, as every reader of the PDF counts it. */
  widthOf = (id: number): number =>
    Math.round((openFont(this.#name).glyphHAdvance(id) * 1000) / unitsOf(this.#name))

  embed(pdf: PDFKit.PDFDocument, at: number) {
    const put = (dictionary: object, bytes?: Buffer) => {
      const reference = pdf.ref(dictionary)
      // A dictionary that is no stream has none.
      reference.end(bytes as Buffer)
      return reference
    }
    const BaseFont = `NAIC${String.fromCharCode(65 + at / 26, 65 + (at % 26))}+${this.#font.postscriptName}`
    const scale = 1000 / this.#font.unitsPerEm
    const { bbox, ascent, descent, capHeight } = this.#font
    const inSubset = this.#glyphs.map((glyph) => hex(glyph.inSubset)).join('')
    const descendant = put({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont,
      CIDSystemInfo: {
        Registry: new String('Adobe'),
        Ordering: new String('Identity'),
        Supplement: 0,
      },
      FontDescriptor: put({
        Type: 'FontDescriptor',
        FontName: BaseFont,
        Flags: 4,
        FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((side) => side * scale),
        ItalicAngle: 0,
        Ascent: ascent * scale,
        Descent: descent * scale,
        CapHeight: (capHeight || ascent) * scale,
        StemV: 80,
        FontFile2: put({}, Buffer.from(this.#subset.encode())),
      }),
      W: [0, this.#glyphs.map(({ id }) => this.widthOf(id))],
      CIDToGIDMap: put({}, Buffer.from(inSubset, 'hex')),
    })
    return put({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: put({}, Buffer.from(this.#toUnicode())),
    })
  }

  #toUnicode(): string {
    const stands = this.#glyphs.map(({ text }, at) => `<${hex(at)}> <${utf16(text || nothing)}>`)
    // A block has 100 at most.
    const blocks = stands.flatMap((_, at) => (at % 100 === 0 ? [stands.slice(at, at + 100)] : []))
    return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.map((lines) => `${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar\n`).join('')}endcmap
CMapName currentdict /CMap defineresource pop
end
end`
  }
}

/** For a glyph without text of its own: readers would take its code for a letter. */
const nothing = '\u034f'

const hex = (code: number) => code.toString(16).padStart(4, '0')

/** @returns UTF-16, the higher byte first, in hexadecimal digits. */
const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')
