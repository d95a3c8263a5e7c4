import { encode } from 'uqr'
import certificate from '@naic/content/en/certificate.json' with { type: 'json' }
import sheet from '@naic/content/en/certificate-pdf.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { toLongDate } from '#app/certificate-view/dates.ts'
import { labelGiven } from '#app/certificate-view/given-facts.ts'
import type { Learnt, SignedFacts } from '@naic/ledger/format/credential.ts'
import { type Place, writeText } from './pdf-text.ts'
import { canBeDrawn, fitLines, runsOf, wrap } from './shaped-text.ts'
import { colours, drawBorder, drawSeal } from './sheet-ornaments.ts'

/** The page's, from its left edge. */
const middle = 841.89 / 2
const body = { font: 'latin-body', fill: colours.inkSoft }

type Asked = {
  pdf: PDFKit.PDFDocument
  facts: SignedFacts
  siteUrl: string
  /** PNG of a hand's signature; undefined: an empty line. */
  signature: Buffer | undefined
}

/** Where words stand on the sheet, and how: in ink, in the middle of the page, unless it says otherwise. */
type Look = Partial<Omit<Place, 'size'>> & {
  y: number
  /** The largest that fits is taken. */
  sizes: readonly number[]
  width?: number
  height?: number
  /** Between lines, if it does not follow from the size. */
  step?: number
  /** What `y` is the baseline of: the first line (0), the last (1), or the middle of all (0.5). */
  from?: number
}

/**
 * Places from the top of the page: of the plain sheet, with room for what was given, for what was learnt, and for
 * both.
 */
const places = {
  council: [98, 94, 90, 86],
  title: [146, 139, 131, 124],
  certifies: [176, 166, 155, 146],
  name: [258, 234, 213, 199],
  nameHeight: [74, 60, 52, 48],
  completed: [296, 270, 247, 230],
  facts: [314, 288, 263, 244],
  learnt: [0, 0, 336, 344],
  learntHeight: [0, 0, 46, 38],
  issued: [396, 402, 405, 405],
}

/** Draws the certificate on one A4 page in landscape, as its page prints it. Lengths are in points. */
export function drawSheet(asked: Asked) {
  const { pdf } = asked
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const on = openSheet(asked, root)
  on.ornament(() => drawBorder(pdf))
  writeHead(on)
  root.add(writeFacts(on))
  writeLearnt(on)
  writeIssued(on)
  writeSignatory(on)
  on.figure(sheet.seal, () => drawSeal(pdf, middle, 489))
  root.add(writeAddress(on))
  on.figure(sheet.code, () => drawCode(on))
  root.end()
}

type Sheet = ReturnType<typeof openSheet>

function openSheet(asked: Asked, root: PDFKit.PDFStructureElement) {
  const { pdf, facts } = asked
  const kind = (facts.learnt ? 2 : 0) + (labelGiven(facts).length > 0 ? 1 : 0)
  /** Draws what a screen reader passes over. */
  const ornament = (draw: () => void) => {
    pdf.markContent('Artifact')
    draw()
    pdf.endMarkedContent()
  }
  /** @param said by a screen reader for all of the lines and letters. */
  const words = (tag: string, said: string, look: Look, written = said, options = {}) =>
    pdf.struct(tag, { actual: said, ...options }, () => writeLines(pdf, written, look))
  return {
    ...asked,
    at: (what: keyof typeof places) => places[what][kind] ?? 0,
    ornament,
    rule: (x: number, y: number, width: number, thick: number, colour: string) =>
      ornament(() => {
        pdf.moveTo(x, y).lineTo(x + width, y)
        pdf.lineWidth(thick).stroke(colour)
      }),
    figure: (alt: string, draw: () => void) => root.add(pdf.struct('Figure', { alt }, draw)),
    words,
    paragraph: (said: string, look: Look, written?: string, tag = 'P') =>
      root.add(words(tag, said, look, written)),
  }
}

function writeHead({ facts, at, rule, paragraph }: Sheet) {
  const { name: council } = organisation
  const { title } = certificate
  const above = { y: at('council'), sizes: [12.5], spacing: 0.14 }
  paragraph(council, above, council.toUpperCase())
  const heading = { y: at('title'), sizes: [31], spacing: 0.08 }
  paragraph(title, heading, title.toUpperCase(), 'H1')
  paragraph(certificate.certifies, { ...body, y: at('certifies'), sizes: [12] })
  const isWritten = canBeDrawn(facts.holder)
  paragraph(isWritten ? facts.holder : sheet.otherLetters, {
    y: at('name'),
    from: 1,
    sizes: isWritten ? [40, 32, 26, 20, 16, 13, 11] : [14],
    height: at('nameHeight'),
  })
  rule(110, at('name') + 15, 621, 1.5, colours.marigold)
  const completed = certificate.completed.replace('{council}', council)
  paragraph(completed, { font: body.font, y: at('completed'), sizes: [12.5] })
}

/** @returns a table with a row for each fact, so that nobody hears a name and a value as one word. */
function writeFacts({ pdf, facts, at, rule, words }: Sheet) {
  const cells = cellsOf(facts)
  const lines = new Set(cells.flatMap(({ row }) => [row.top, row.top + row.height]))
  for (const line of lines) rule(110, at('facts') + line, 621, 0.5, colours.hairline)
  const rows = cells.map(({ name, value, x, width, row }) => {
    const place = { x: x + width / 2, width }
    const top = at('facts') + row.top
    const nameLook = { ...place, ...body, y: top + row.nameAt, sizes: [row.nameSize] }
    const sizes = valueSizes.filter((size) => size <= row.most)
    const valueLook = { ...place, y: top + row.valueAt, from: 0.5, sizes, height: row.room }
    return pdf.struct('TR', {}, [
      words('TH', name, nameLook, name, { scope: 'Row' }),
      words('TD', canBeDrawn(value) ? value : sheet.otherFact, valueLook),
    ])
  })
  return pdf.struct('Table', {}, rows)
}

function writeIssued({ facts, siteUrl, at, paragraph }: Sheet) {
  const issued = sheet.issued.replace('[date]', toLongDate(facts.verifiedOn))
  paragraph(issued, { y: at('issued'), sizes: [13] })
  const address = `${siteUrl.replace(/^https?:\/\//, '')}/verification`
  const look = { ...body, y: at('issued') + 18, sizes: [8.5], width: 560, step: 11 }
  paragraph(sheet.standing.replace('[address]', address), look)
}

function writeSignatory({ pdf, signature, rule, figure, paragraph }: Sheet) {
  if (signature) {
    figure(certificate.signature, () =>
      pdf.image(signature, 90, 459, { fit: [148, 44], align: 'center', valign: 'bottom' }),
    )
  }
  rule(84, 507, 160, 0.7, colours.ink)
  const left = { x: 84, anchor: 'start' } as const
  paragraph(certificate.signatory, { ...left, y: 521, sizes: [11] })
  paragraph(organisation.shortName, { ...left, ...body, y: 534, sizes: [9.5] })
}

const code = { x: 668, y: 446, side: 90 }

function writeAddress({ pdf, facts, siteUrl }: Sheet) {
  const address = `${siteUrl}/verify/`
  const { lines, size } = fitLines(address, { sizes: [8.5, 7, 6], width: 112, height: 44 })
  const rows = ['Check at', ...lines, facts.id]
  const bottom = code.y + code.side
  const top = bottom - 12 - (rows.length - 1) * 11
  return pdf.struct('P', { actual: `Check at ${address}${facts.id}` }, () => {
    for (const [at, row] of rows.entries()) {
      const place = { x: 550, y: top + at * 11, size }
      writeText(pdf, row, { ...place, font: body.font, fill: colours.ink })
    }
    pdf.link(550, top - 10, 208, bottom - top + 10, address + facts.id, {
      // pdfkit writes a String object as text.
      Contents: new String(`Check ${facts.id}`) as string,
    })
  })
}

function writeLines(pdf: PDFKit.PDFDocument, written: string, look: Look) {
  const { sizes, width = 622, height = 40, step, from = 0, y, font, ...rest } = look
  const { lines, size, lineHeight } = fitLines(written, { sizes, width, height })
  const between = step ?? lineHeight
  // From below there is room for what hangs below the letters of other scripts.
  const up = (lines.length - 1) * between + (lineHeight - size) * 0.3
  const isLatin = runsOf(written)?.every((run) => run.font === 'latin')
  for (const [at, line] of lines.entries()) {
    const place = { x: middle, fill: colours.ink, size, y: y - from * up + at * between }
    writeText(pdf, line, { ...place, anchor: 'middle', ...rest, font: isLatin ? font : undefined })
  }
}

/** Rows of facts, in two sizes. From the top of the row: where the name and the value are. */
const large = { top: 0, height: 58, nameAt: 14, nameSize: 9.5, valueAt: 38, most: 14, room: 34 }
const small = { top: 58, height: 28, nameAt: 10, nameSize: 7.5, valueAt: 21, most: 10, room: 15 }
const valueSizes = [14, 12, 10, 9, 8, 7, 6, 5]

function cellsOf(facts: SignedFacts) {
  const given = labelGiven(facts)
  // A name takes more room than a number.
  const partsOf = (value: string) => (value.length > 20 ? 4 : value.length > 4 ? 2 : 1)
  const parts = given.reduce((sum, [, value]) => sum + partsOf(value), 0)
  let x = 110
  const cells = given.map(([name, value]) => {
    const width = (621 * partsOf(value)) / parts
    x += width
    return { name, value, x: x - width + 5, width: width - 10, row: small }
  })
  return [
    { name: 'Certificate ID', value: facts.id, x: 110, width: 150, row: large },
    { name: 'Internship Domain', value: facts.domain, x: 270, width: 310, row: large },
    { name: 'Duration', value: facts.duration, x: 590, width: 141, row: large },
    ...cells,
  ]
}

/** With the quiet zone of four modules that readers ask for. */
function drawCode({ pdf, facts, siteUrl }: Sheet) {
  const { data, size } = encode(`${siteUrl}/verify/${facts.id}`, { ecc: 'M', border: 4 })
  pdf.save().translate(code.x, code.y)
  pdf.scale(code.side / size)
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) pdf.rect(x, y, 1, 1)
  }
  pdf.fill('#000000').restore()
}

/**
 * Writes the internship's title if a line has room for it, the skills and the projects, as large as fits. These
 * have no limit, and the sheet has one page: it says how many are only in the credential inside.
 */
function writeLearnt({ facts: { learnt, domain }, at, paragraph }: Sheet) {
  if (!learnt) return
  const { internship, skills, projects } = learnt
  const title = { y: at('learnt'), sizes: [11, 9, 7], width: 622, height: 12 }
  const isNamed =
    internship !== domain &&
    canBeDrawn(internship) &&
    fitLines(internship, title).lines.length === 1
  if (isNamed) paragraph(internship, title)
  const { paragraphs, size } = fitLists(skills, projects, at('learntHeight'))
  const step = size * 1.24
  let y = title.y + (isNamed ? 12 : 0)
  for (const { said, lines } of paragraphs) {
    paragraph(said, { ...body, y, sizes: [size], step })
    y += lines * step
  }
}

/** As many of each as fit in the smallest size at least. */
function fitLists(skills: readonly string[], projects: Learnt['projects'], height: number) {
  const titles = projects.map(({ title }) => title)
  for (let most = 60; ; most -= 1) {
    const lists = [listOf(sheet.skills, skills, most), listOf(sheet.projects, titles, most)]
    for (const size of [9, 8.5, 8, 7.5, 7]) {
      const paragraphs = lists
        .flat()
        .map((said) => ({ said, lines: wrap(said, 622 / size).length }))
      const count = paragraphs.reduce((sum, { lines }) => sum + lines, 0)
      if (count * size * 1.24 <= height) return { paragraphs, size }
    }
  }
}

/** @param sentence with [list] in it. @returns nothing if none of them can be written. */
function listOf(sentence: string, texts: readonly string[], most: number): string[] {
  const written = texts.slice(0, most).filter(canBeDrawn)
  if (written.length === 0) return []
  const missing = texts.length - written.length
  const more = missing > 0 ? [sheet.more.replace('[count]', String(missing))] : []
  return [sentence.replace('[list]', () => [...written, ...more].join('  ·  '))]
}
