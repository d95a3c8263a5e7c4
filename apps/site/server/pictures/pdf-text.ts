import { create } from 'fontkit'
import { bytesOfFont, type Glyph, openFont, shapeText, unitsOf } from './shaped-text.ts'

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
  /** If it is another than `runsOf` takes. */
  font?: string
}

/** Writes text on a page of a PDF, shaped by HarfBuzz: pdfkit fails on some names in Indian scripts. */
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
    // A blank at the end takes no room; from right to left it is the first on the page.
    const blank = text.endsWith(' ') ? shaped.width - shapeText(text.trimEnd(), font).width : 0
    const width = (shaped.width - blank + (glyphs.length - 1) * spacing) * size
    const begin = anchor === 'start' ? x : x - width / 2
    const left = glyphs[0]?.text === ' ' ? begin - blank * size : begin
    this.#pdf.save().fillColor(fill)
    // These scripts draw letters in another order than they are read, and letters far apart look like
    // words. Readers turn Arabic by themselves.
    const isRetold = spacing > 0 || glyphs.some(({ font: used }) => !/^(latin|arabic)/.test(used))
    if (isRetold) this.#add(`/Span << /ActualText <FEFF${utf16(text)}> >> BDC`)
    this.#add('BT')
    for (const run of runsOfFont(glyphs.filter((glyph) => !isDot(glyph)))) {
      this.#run(run, { left: left + (run[0]?.x ?? 0) * size, y, size })
    }
    this.#add('ET')
    if (isRetold) this.#add('EMC')
    for (const glyph of glyphs.filter(isDot)) this.#outline(glyph, { left, y, size })
    this.#pdf.restore()
  }

  /** Writes the fonts into the PDF, after all text. */
  embedFonts() {
    for (const [at, [name, font]] of [...this.#fonts].entries()) {
      const page = this.#pdf.page as unknown as { fonts: Record<string, unknown> }
      page.fonts[resource(name)] = font.embed(this.#pdf, at)
    }
  }

  /** Draws a glyph as a shape, which is no text. */
  #outline(
    { font, id, x, y: rise }: Glyph,
    { left, y, size }: { left: number; y: number; size: number },
  ) {
    const scale = size / unitsOf(font)
    this.#pdf
      .save()
      .translate(left + x * size, y - rise * size)
      .scale(scale, -scale)
      .path(openFont(font).glyphToPath(id))
      .fill()
      .restore()
  }

  /** The page is upside down, since pdfkit counts from its top. */
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

/**
 * A dot or a mark of an Arabic letter, which is a glyph of its own and no text. It is drawn as a shape:
 * as a letter of no text it would end a word for readers, since it stands behind the letter after it.
 */
const isDot = ({ font, text }: Glyph) => font === 'arabic' && text === ''

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

/**
 * One font in a PDF, with only the used glyphs (ISO 32000-1, 9.7). A code stands for a glyph and its
 * text, since one glyph may be part of several letters: text copied from the PDF is what was written.
 */
class PdfFont {
  readonly #name: string
  readonly #font
  readonly #subset
  /** By code. The first is not used. */
  readonly #glyphs: { id: number; inSubset: number; text: string }[] = [
    { id: 0, inSubset: 0, text: '' },
  ]
  readonly #codes = new Map<string, number>()

  constructor(name: string) {
    this.#name = name
    // For an empty glyph, fontkit reads beyond the end of the font.
    this.#font = create(Buffer.concat([bytesOfFont(name), Buffer.alloc(16)]))
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

  /** Writes the font into the PDF; after that it takes no more glyphs. */
  embed(pdf: PDFKit.PDFDocument, at: number) {
    const BaseFont = `NAIC${String.fromCharCode(65 + at / 26, 65 + (at % 26))}+${this.#font.postscriptName}`
    const scale = 1000 / this.#font.unitsPerEm
    const { bbox, ascent, descent, capHeight } = this.#font
    const descendant = this.#end(pdf, {
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont,
      CIDSystemInfo: {
        Registry: new String('Adobe'),
        Ordering: new String('Identity'),
        Supplement: 0,
      },
      FontDescriptor: this.#end(pdf, {
        Type: 'FontDescriptor',
        FontName: BaseFont,
        Flags: 4,
        FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((side) => side * scale),
        ItalicAngle: 0,
        Ascent: ascent * scale,
        Descent: descent * scale,
        CapHeight: (capHeight || ascent) * scale,
        StemV: 80,
        FontFile2: this.#stream(pdf, this.#subset.encode()),
      }),
      W: [0, this.#glyphs.map(({ id }) => this.widthOf(id))],
      CIDToGIDMap: this.#stream(
        pdf,
        Buffer.from(this.#glyphs.map(({ inSubset }) => hex(inSubset)).join(''), 'hex'),
      ),
    })
    return this.#end(pdf, {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: this.#stream(pdf, Buffer.from(this.#toUnicode())),
    })
  }

  #end(pdf: PDFKit.PDFDocument, dictionary: object) {
    const reference = pdf.ref(dictionary)
    // The types ask for the bytes of a stream.
    reference.end(undefined as never)
    return reference
  }

  #stream(pdf: PDFKit.PDFDocument, bytes: Uint8Array) {
    const reference = pdf.ref({})
    reference.end(Buffer.from(bytes))
    return reference
  }

  #toUnicode(): string {
    const stands = this.#glyphs
      .slice(1)
      .map(({ text }, at) => `<${hex(at + 1)}> <${utf16(text || nothing)}>`)
    const blocks = Array.from({ length: Math.ceil(stands.length / 100) }, (_, at) => {
      const lines = stands.slice(at * 100, at * 100 + 100)
      return `${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar\n`
    })
    return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('')}endcmap
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
