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
  const isRetold = spacing > 0 || glyphs.some(({ font: used }) => !/^(latin|arabic)/.test(used))
  if (isRetold) pdf.markContent('Span', { actual: text })
  pdf.addContent('BT')
  let current = ''
  let begun = 0
  let reached = 0
  for (const [at, glyph] of glyphs.entries()) {
    if (isDot(glyph)) continue
    const { id, code, wide } = encode(pdf, glyph)
    const left = glyph.x + at * spacing
    if (id !== current) {
      // The page is upside down, since pdfkit counts from its top.
      pdf.addContent(`/${id} ${size} Tf 1 0 0 -1 ${number(left * size)} 0 Tm`)
      current = id
      begun = left
      reached = 0
    }
    const wanted = Math.round((left - begun) * 1000)
    pdf.addContent(`${number(glyph.y * size)} Ts [${reached - wanted} <${code}>] TJ`)
    reached = wanted + wide
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

/** What pdfkit embeds at the end, without types. By code: which glyphs, what each stands for, how wide it is. */
type EmbeddedFont = {
  id: string
  subset: { mapping: Record<string, number>; glyphs: number[] }
  unicode: number[][]
  widths: number[]
  ref(): unknown
}

/**
 * Takes a glyph into the PDF. A code stands for a glyph and its text, since one glyph may be part of several
 * letters: text copied from the PDF is what was written.
 *
 * @returns the font's name on the page, the code in four hexadecimal digits, and the width in thousandths of the size.
 */
function encode(pdf: PDFKit.PDFDocument, { font: name, id, text }: Glyph) {
  const { _font: font, page } = pdf.font(fontFile(name)) as unknown as {
    _font: EmbeddedFont
    page: { fonts: Record<string, unknown> }
  }
  page.fonts[font.id] ??= font.ref()
  const { mapping, glyphs } = font.subset
  const code = (mapping[`${id} ${text}`] ??= glyphs.push(id) - 1)
  font.unicode[code] ??= Array.from(text || nothing, (letter) => letter.codePointAt(0) ?? 0)
  const wide = Math.round((openFont(name).glyphHAdvance(id) * 1000) / unitsOf(name))
  font.widths[code] = wide
  return { id: font.id, code: code.toString(16).padStart(4, '0'), wide }
}

/** For a glyph without text of its own: readers would take its code for a letter. */
const nothing = '\u034f'
