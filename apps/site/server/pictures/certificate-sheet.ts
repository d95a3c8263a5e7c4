import { encode } from 'uqr'
import certificate from '@naic/content/en/certificate.json' with { type: 'json' }
import words from '@naic/content/en/certificate-pdf.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { toLongDate } from '#app/certificate-view/dates.ts'
import type { Learnt, SignedFacts } from '@naic/ledger/format/credential.ts'
import type { PdfText } from './pdf-text.ts'
import { canBeDrawn, fitLines, runsOf, shapeText } from './shaped-text.ts'
import { colours, drawBorder, drawSeal } from './sheet-ornaments.ts'

const middle = 841.89 / 2
const centred = { x: middle, anchor: 'middle' } as const
const body = { font: 'latin-body', fill: colours.inkSoft }

type Look = Parameters<PdfText['write']>[1]
type Sheet = { pdf: PDFKit.PDFDocument; text: PdfText; facts: SignedFacts; siteUrl: string }

/** Places from the top of the page, with and without room for what was learnt. */
const places = {
  plain: {
    council: 98,
    title: 146,
    certifies: 176,
    name: 258,
    nameHeight: 74,
    completed: 296,
    facts: 314,
    issued: 396,
  },
  learnt: {
    council: 90,
    title: 131,
    certifies: 155,
    name: 213,
    nameHeight: 52,
    completed: 247,
    facts: 263,
    issued: 405,
  },
}
const placesOf = ({ learnt }: SignedFacts) => (learnt ? places.learnt : places.plain)

/** Draws the certificate on one A4 page in landscape, as its page prints it. Lengths are in points. */
export function drawSheet(sheet: Sheet) {
  const { pdf, text, facts } = sheet
  const place = placesOf(facts)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const part = (tag: string, draw: () => void, options: { alt?: string } = {}) =>
    root.add(pdf.struct(tag, options, draw))
  const line = (tag: string, said: string, y: number, look: object) =>
    part(tag, () => text.write(said, { ...centred, y, size: 12, fill: colours.ink, ...look }))

  pdf.markContent('Artifact')
  drawBorder(pdf)
  pdf.endMarkedContent()
  line('P', organisation.name.toUpperCase(), place.council, { size: 12.5, spacing: 0.14 })
  line('H1', certificate.title.toUpperCase(), place.title, { size: 31, spacing: 0.08 })
  line('P', certificate.certifies, place.certifies, body)
  part('P', () => writeName(sheet))
  line('P', certificate.completed.replace('{council}', organisation.name), place.completed, {
    ...body,
    fill: colours.ink,
    size: 12.5,
  })
  part('P', () => writeFacts(sheet))
  if (facts.learnt) part('P', () => writeLearnt(sheet))
  line('P', words.issued.replace('[date]', toLongDate(facts.verifiedOn)), place.issued, {
    size: 13,
  })
  part('P', () => writeStanding(sheet))
  pdf.markContent('Artifact')
  pdf.moveTo(84, 507).lineTo(244, 507).lineWidth(0.7).stroke(colours.ink)
  pdf.endMarkedContent()
  part('P', () => writeSignatory(sheet))
  part('Figure', () => drawSeal(pdf, middle, 489), { alt: words.seal })
  part('P', () => writeAddress(sheet))
  part('Figure', () => drawCode(sheet), { alt: words.code })
  root.end()
}

/** @param y of the first line. */
function writeLines(text: PdfText, lines: readonly string[], step: number, look: Look) {
  for (const [at, line] of lines.entries()) text.write(line, { ...look, y: look.y + at * step })
}

function writeName({ pdf, text, facts }: Sheet) {
  const { holder } = facts
  const { name, nameHeight } = placesOf(facts)
  const isWritten = canBeDrawn(holder)
  const { lines, size, lineHeight } = fitLines(isWritten ? holder : words.otherLetters, {
    sizes: isWritten ? [40, 32, 26, 20, 16, 13, 11] : [14],
    width: 620,
    height: nameHeight,
  })
  // Room for what hangs below the letters of other scripts.
  const first = name - (lineHeight - size) * 0.3 - (lines.length - 1) * lineHeight
  writeLines(text, lines, lineHeight, { ...centred, y: first, size, fill: colours.ink })
  pdf
    .moveTo(110, name + 15)
    .lineTo(731, name + 15)
    .lineWidth(1.5)
    .stroke(colours.marigold)
}

function writeFacts({ pdf, text, facts }: Sheet) {
  const columns = [
    { name: 'Certificate ID', value: facts.id, x: 110, width: 150 },
    { name: 'Internship Domain', value: facts.domain, x: 270, width: 310 },
    { name: 'Duration', value: facts.duration, x: 590, width: 141 },
  ]
  const above = placesOf(facts).facts
  for (const y of [above, above + 58])
    pdf.moveTo(110, y).lineTo(731, y).lineWidth(0.5).stroke(colours.hairline)
  for (const { name, value, x, width } of columns) {
    const place = { x: x + width / 2, anchor: 'middle' } as const
    text.write(name, { ...place, y: above + 14, size: 9.5, ...body })
    const { lines, size, lineHeight } = fitLines(canBeDrawn(value) ? value : words.otherFact, {
      sizes: [14, 12, 10, 8, 7],
      width,
      height: 34,
    })
    const top = above + 38 - ((lines.length - 1) * lineHeight) / 2
    writeLines(text, lines, lineHeight, { ...place, y: top, size, fill: colours.ink })
  }
}

function writeLearnt({ text, facts }: Sheet) {
  if (!facts.learnt) return
  const { internship } = facts.learnt
  const top = placesOf(facts).facts + 73
  const isToBeNamed = internship !== facts.domain && canBeDrawn(internship)
  const title = fitLines(isToBeNamed ? internship : '', {
    sizes: [11, 9, 7],
    width: 622,
    height: 12,
  })
  const [name, ...others] = title.lines
  const isWritten = name && others.length === 0
  if (isWritten) text.write(name, { ...centred, y: top, size: title.size, fill: colours.ink })
  const { lines, size, lineHeight } = learntLines(facts.learnt)
  for (const [index, line] of lines.entries()) {
    const y = top + (isWritten ? 12 : 0) + index * lineHeight
    const isLatin = runsOf(line)?.every(({ font }) => font === 'latin')
    text.write(line, { ...centred, y, size, ...(isLatin ? body : { fill: body.fill }) })
  }
}

function writeStanding({ text, facts, siteUrl }: Sheet) {
  const address = `${siteUrl.replace(/^https?:\/\//, '')}/verification`
  const { lines, size } = fitLines(words.standing.replace('[address]', address), {
    sizes: [8.5],
    width: 560,
    height: 40,
  })
  writeLines(text, lines, 11, { ...centred, y: placesOf(facts).issued + 18, size, ...body })
}

function writeSignatory({ text }: Sheet) {
  text.write(certificate.signatory, { x: 84, y: 521, size: 11, fill: colours.ink })
  text.write(organisation.shortName, { x: 84, y: 534, size: 9.5, ...body })
}

const code = { x: 668, y: 446, side: 90 }

function writeAddress({ pdf, text, facts, siteUrl }: Sheet) {
  const address = `${siteUrl}/verify/`
  const { lines, size } = fitLines(address, { sizes: [8.5, 7, 6], width: 112, height: 44 })
  const rows = ['Check at', ...lines, facts.id]
  const top = code.y + code.side - 12 - (rows.length - 1) * 11
  writeLines(text, rows, 11, { x: 550, y: top, size, ...body, fill: colours.ink })
  pdf.link(550, top - 10, 208, code.y + code.side - top + 10, address + facts.id, {
    // pdfkit writes a String object as text.
    Contents: new String(`Check ${facts.id}`) as string,
  })
}

/** With the quiet zone of four modules that readers ask for. */
function drawCode({ pdf, facts, siteUrl }: Sheet) {
  const { data, size } = encode(`${siteUrl}/verify/${facts.id}`, { ecc: 'M', border: 4 })
  const module = code.side / size
  pdf.save().translate(code.x, code.y).scale(module)
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) pdf.rect(x, y, 1, 1)
  }
  pdf.fill('#000000').restore()
}

/** The room for what was learnt. */
const [width, height] = [622, 46]
const sizes = [9, 8.5, 8, 7.5, 7]
const between = '  ·  '

/** Lengths are in parts of the font's size. */
type Piece = { text: string; length: number }

/**
 * @returns lines of what was learnt, as large as its room allows. Skills and projects have no limit, and
 *   the sheet has one page: the lines say how many are only in the credential inside.
 */
function learntLines(learnt: Learnt): { lines: string[]; size: number; lineHeight: number } {
  const projects = learnt.projects.map(({ title }) => title)
  const smallest = Math.min(...sizes)
  const whole = { skills: measure(learnt.skills), projects: measure(projects) }
  const counts = { skills: whole.skills.length, projects: whole.projects.length }
  const paragraphs = () => [
    ...paragraph(words.skills, whole.skills.slice(0, counts.skills), learnt.skills.length),
    ...paragraph(words.projects, whole.projects.slice(0, counts.projects), projects.length),
  ]
  while (!fits(paragraphs(), smallest) && counts.skills + counts.projects > 0) {
    counts[counts.skills > counts.projects ? 'skills' : 'projects'] -= 1
  }
  const pieces = paragraphs()
  const size = sizes.find((some) => fits(pieces, some)) ?? smallest
  return { lines: pieces.flatMap((some) => wrap(some, size)), size, lineHeight: heightOf(size) }
}

const heightOf = (size: number) => size * 1.24
const fits = (paragraphs: readonly Piece[][], size: number) =>
  paragraphs.flatMap((pieces) => wrap(pieces, size)).length * heightOf(size) <= height

const toPiece = (text: string): Piece => ({ text, length: shapeText(text).width })

/** @returns no more than could ever fit, each no wider than a line. */
function measure(texts: readonly string[]): Piece[] {
  const widest = width / Math.max(...sizes) - 10
  return texts
    .slice(0, 60)
    .filter(canBeDrawn)
    .map(toPiece)
    .filter(({ length }) => length <= widest)
}

/** @param sentence with [list] in place of the first piece. */
function paragraph(sentence: string, pieces: readonly Piece[], count: number): Piece[][] {
  const [first, ...others] = pieces
  if (!first) return []
  const missing = count - pieces.length
  const begun = toPiece(sentence.replace('[list]', () => first.text))
  const rest = missing > 0 ? [toPiece(words.more.replace('[count]', String(missing)))] : []
  return [[begun, ...others, ...rest]]
}

const gap = shapeText(between).width

/** Breaks between pieces alone. */
function wrap(pieces: readonly Piece[], size: number): string[] {
  const lines: Piece[] = []
  for (const { text, length } of pieces) {
    const last = lines.at(-1)
    if (last && (last.length + gap + length) * size <= width) {
      last.text += between + text
      last.length += gap + length
    } else {
      lines.push({ text, length })
    }
  }
  return lines.map(({ text }) => text)
}
