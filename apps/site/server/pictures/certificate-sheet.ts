import { encode } from 'uqr'
import certificate from '@naic/content/en/certificate.json' with { type: 'json' }
import words from '@naic/content/en/certificate-pdf.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { toLongDate } from '#app/certificate-view/dates.ts'
import { labelGiven } from '#app/certificate-view/given-facts.ts'
import type { Learnt, SignedFacts } from '@naic/ledger/format/credential.ts'
import type { PdfText } from './pdf-text.ts'
import { canBeDrawn, fitLines, runsOf, shapeText } from './shaped-text.ts'
import { colours, drawBorder, drawSeal } from './sheet-ornaments.ts'

const middle = 841.89 / 2
const centred = { x: middle, anchor: 'middle' } as const
const body = { font: 'latin-body', fill: colours.inkSoft }

type Look = Parameters<PdfText['write']>[1]
type Asked = {
  pdf: PDFKit.PDFDocument
  text: PdfText
  facts: SignedFacts
  siteUrl: string
  /** PNG of a hand's signature; undefined: an empty line. */
  signature: Buffer | undefined
}
type Sheet = Asked & {
  /** Draws a part of the sheet, with what a screen reader says for all of its lines and letters. */
  part: (tag: string, said: string, draw: () => void) => void
  /** Draws what a screen reader passes over. */
  ornament: (draw: () => void) => void
}

/** Places from the top of the page, with and without room for what was learnt and what was given. */
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
    learnt: 336,
    learntHeight: 46,
    issued: 405,
  },
  given: {
    council: 94,
    title: 139,
    certifies: 166,
    name: 234,
    nameHeight: 60,
    completed: 270,
    facts: 288,
    issued: 402,
  },
  learntAndGiven: {
    council: 86,
    title: 124,
    certifies: 146,
    name: 199,
    nameHeight: 48,
    completed: 230,
    facts: 244,
    learnt: 344,
    learntHeight: 38,
    issued: 405,
  },
}
function placesOf(facts: SignedFacts) {
  const isGiven = labelGiven(facts).length > 0
  if (facts.learnt) return isGiven ? places.learntAndGiven : places.learnt
  const plain = isGiven ? places.given : places.plain
  return { ...plain, learnt: 0, learntHeight: 0 }
}

/** Draws the certificate on one A4 page in landscape, as its page prints it. Lengths are in points. */
export function drawSheet(asked: Asked) {
  const { pdf, text, facts } = asked
  const place = placesOf(facts)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const sheet: Sheet = {
    ...asked,
    part: (tag, actual, draw) => root.add(pdf.struct(tag, { actual }, draw)),
    ornament: (draw) => {
      pdf.markContent('Artifact')
      draw()
      pdf.endMarkedContent()
    },
  }
  const figure = (alt: string, draw: () => void) => root.add(pdf.struct('Figure', { alt }, draw))
  const line = (said: string, y: number, look: object) =>
    sheet.part('P', said, () =>
      text.write(said, { ...centred, y, size: 12, fill: colours.ink, ...look }),
    )

  sheet.ornament(() => drawBorder(pdf))
  sheet.part('P', organisation.name, () =>
    text.write(organisation.name.toUpperCase(), {
      ...centred,
      y: place.council,
      size: 12.5,
      spacing: 0.14,
      fill: colours.ink,
    }),
  )
  sheet.part('H1', certificate.title, () =>
    text.write(certificate.title.toUpperCase(), {
      ...centred,
      y: place.title,
      size: 31,
      spacing: 0.08,
      fill: colours.ink,
    }),
  )
  line(certificate.certifies, place.certifies, body)
  writeName(sheet)
  line(certificate.completed.replace('{council}', organisation.name), place.completed, {
    ...body,
    fill: colours.ink,
    size: 12.5,
  })
  root.add(writeFacts(sheet))
  writeLearnt(sheet)
  line(words.issued.replace('[date]', toLongDate(facts.verifiedOn)), place.issued, { size: 13 })
  writeStanding(sheet)
  if (asked.signature) {
    const { signature } = asked
    figure(certificate.signature, () =>
      pdf.image(signature, 90, 459, { fit: [148, 44], align: 'center', valign: 'bottom' }),
    )
  }
  writeSignatory(sheet)
  figure(words.seal, () => drawSeal(pdf, middle, 489))
  writeAddress(sheet)
  figure(words.code, () => drawCode(sheet))
  root.end()
}

/**
 * @param said the text that was broken into lines. One that broke at a blank ends with it: programs that
 *   read aloud put lines together.
 * @param look with the `y` of the first line.
 */
function writeLines(
  text: PdfText,
  said: string,
  lines: readonly string[],
  step: number,
  look: Look,
) {
  let rest = said
  for (const [at, line] of lines.entries()) {
    rest = rest.slice(line.length)
    const blank = rest.startsWith(' ') ? ' ' : ''
    rest = rest.slice(blank.length)
    text.write(line + blank, { ...look, y: look.y + at * step })
  }
}

function writeName({ pdf, text, facts, part, ornament }: Sheet) {
  const { holder } = facts
  const { name, nameHeight } = placesOf(facts)
  const isWritten = canBeDrawn(holder)
  const said = isWritten ? holder : words.otherLetters
  const { lines, size, lineHeight } = fitLines(said, {
    sizes: isWritten ? [40, 32, 26, 20, 16, 13, 11] : [14],
    width: 620,
    height: nameHeight,
  })
  // Room for what hangs below the letters of other scripts.
  const first = name - (lineHeight - size) * 0.3 - (lines.length - 1) * lineHeight
  part('P', said, () =>
    writeLines(text, said, lines, lineHeight, { ...centred, y: first, size, fill: colours.ink }),
  )
  ornament(() => {
    pdf
      .moveTo(110, name + 15)
      .lineTo(731, name + 15)
      .lineWidth(1.5)
      .stroke(colours.marigold)
  })
}

/** @returns a table with a row for each fact, so that nobody hears a name and a value as one word. */
function writeFacts({ pdf, text, facts, ornament }: Sheet) {
  const columns = [
    { name: 'Certificate ID', value: facts.id, x: 110, width: 150, row: large },
    { name: 'Internship Domain', value: facts.domain, x: 270, width: 310, row: large },
    { name: 'Duration', value: facts.duration, x: 590, width: 141, row: large },
    ...columnsOfGiven(facts),
  ]
  const { facts: above } = placesOf(facts)
  const rules = [0, large.height, ...(columns.length > 3 ? [large.height + small.height] : [])]
  ornament(() => {
    for (const rule of rules) {
      const y = above + rule
      pdf.moveTo(110, y).lineTo(731, y).lineWidth(0.5).stroke(colours.hairline)
    }
  })
  const rows = columns.map(({ name, value, x, width, row }) => {
    const place = { x: x + width / 2, anchor: 'middle' } as const
    const said = canBeDrawn(value) ? value : words.otherFact
    const { lines, size, lineHeight } = fitLines(said, {
      sizes: row.sizes,
      width,
      height: row.valueHeight,
    })
    const y = above + row.top + row.valueAt - ((lines.length - 1) * lineHeight) / 2
    const heading = pdf.struct('TH', { actual: name, scope: 'Row' } as object, () =>
      text.write(name, { ...place, y: above + row.top + row.nameAt, size: row.nameSize, ...body }),
    )
    const cell = pdf.struct('TD', { actual: said }, () =>
      writeLines(text, said, lines, lineHeight, { ...place, y, size, fill: colours.ink }),
    )
    return pdf.struct('TR', {}, [heading, cell])
  })
  return pdf.struct('Table', {}, rows)
}

/** Places in a row of facts, from its top. */
const large = {
  top: 0,
  height: 58,
  nameAt: 14,
  nameSize: 9.5,
  valueAt: 38,
  valueHeight: 34,
  sizes: [14, 12, 10, 8, 7],
}
const small = {
  top: large.height,
  height: 28,
  nameAt: 10,
  nameSize: 7.5,
  valueAt: 21,
  valueHeight: 15,
  sizes: [10, 9, 8, 7, 6, 5],
}

/** Side by side: a name takes more room than a number. */
function columnsOfGiven(facts: SignedFacts) {
  const given = labelGiven(facts)
  const partsOf = (value: string) => (value.length > 20 ? 4 : value.length > 4 ? 2 : 1)
  const parts = given.reduce((sum, [, value]) => sum + partsOf(value), 0)
  let x = 110
  return given.map(([name, value]) => {
    const width = (621 * partsOf(value)) / parts
    const column = { name, value, x: x + 5, width: width - 10, row: small }
    x += width
    return column
  })
}

function writeLearnt({ text, facts, part }: Sheet) {
  if (!facts.learnt) return
  const { internship } = facts.learnt
  const { learnt: top, learntHeight } = placesOf(facts)
  const isToBeNamed = internship !== facts.domain && canBeDrawn(internship)
  const title = fitLines(isToBeNamed ? internship : '', {
    sizes: [11, 9, 7],
    width: 622,
    height: 12,
  })
  const [name, ...others] = title.lines
  const isWritten = name && others.length === 0
  if (isWritten) {
    part('P', name, () =>
      text.write(name, { ...centred, y: top, size: title.size, fill: colours.ink }),
    )
  }
  const { paragraphs, size, lineHeight } = learntLines(facts.learnt, learntHeight)
  let y = top + (isWritten ? 12 : 0)
  for (const lines of paragraphs) {
    part('P', lines.join(between), () => {
      for (const line of lines) {
        const isLatin = runsOf(line)?.every(({ font }) => font === 'latin')
        text.write(line, { ...centred, y, size, ...(isLatin ? body : { fill: body.fill }) })
        y += lineHeight
      }
    })
  }
}

function writeStanding({ text, facts, siteUrl, part }: Sheet) {
  const address = `${siteUrl.replace(/^https?:\/\//, '')}/verification`
  const said = words.standing.replace('[address]', address)
  const { lines, size } = fitLines(said, { sizes: [8.5], width: 560, height: 40 })
  const y = placesOf(facts).issued + 18
  part('P', said, () => writeLines(text, said, lines, 11, { ...centred, y, size, ...body }))
}

function writeSignatory({ pdf, text, part, ornament }: Sheet) {
  ornament(() => {
    pdf.moveTo(84, 507).lineTo(244, 507).lineWidth(0.7).stroke(colours.ink)
  })
  part('P', certificate.signatory, () =>
    text.write(certificate.signatory, { x: 84, y: 521, size: 11, fill: colours.ink }),
  )
  part('P', organisation.shortName, () =>
    text.write(organisation.shortName, { x: 84, y: 534, size: 9.5, ...body }),
  )
}

const code = { x: 668, y: 446, side: 90 }

function writeAddress({ pdf, text, facts, siteUrl, part }: Sheet) {
  const address = `${siteUrl}/verify/`
  const { lines, size } = fitLines(address, { sizes: [8.5, 7, 6], width: 112, height: 44 })
  const rows = ['Check at', ...lines, facts.id]
  const top = code.y + code.side - 12 - (rows.length - 1) * 11
  const said = `Check at ${address}${facts.id}`
  part('P', said, () => {
    writeLines(text, said, rows, 11, { x: 550, y: top, size, ...body, fill: colours.ink })
    pdf.link(550, top - 10, 208, code.y + code.side - top + 10, address + facts.id, {
      // pdfkit writes a String object as text.
      Contents: new String(`Check ${facts.id}`) as string,
    })
  })
}

/** With the quiet zone of four modules that readers ask for. */
function drawCode({ pdf, facts, siteUrl }: Asked) {
  const { data, size } = encode(`${siteUrl}/verify/${facts.id}`, { ecc: 'M', border: 4 })
  const module = code.side / size
  pdf.save().translate(code.x, code.y).scale(module)
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) pdf.rect(x, y, 1, 1)
  }
  pdf.fill('#000000').restore()
}

/** The room for what was learnt. */
const width = 622
const sizes = [9, 8.5, 8, 7.5, 7]
const between = '  ·  '

/** Lengths are in parts of the font's size. */
type Piece = { text: string; length: number }

/**
 * @returns the lines of skills and of projects, as large as its room allows. Skills and projects have no limit, and
 *   the sheet has one page: the lines say how many are only in the credential inside.
 */
function learntLines(learnt: Learnt, height: number) {
  const projects = learnt.projects.map(({ title }) => title)
  const smallest = Math.min(...sizes)
  const whole = { skills: measure(learnt.skills), projects: measure(projects) }
  const counts = { skills: whole.skills.length, projects: whole.projects.length }
  const paragraphs = () => [
    ...paragraph(words.skills, whole.skills.slice(0, counts.skills), learnt.skills.length),
    ...paragraph(words.projects, whole.projects.slice(0, counts.projects), projects.length),
  ]
  while (!fits(paragraphs(), smallest, height) && counts.skills + counts.projects > 0) {
    counts[counts.skills > counts.projects ? 'skills' : 'projects'] -= 1
  }
  const pieces = paragraphs()
  const size = sizes.find((some) => fits(pieces, some, height)) ?? smallest
  return { paragraphs: pieces.map((some) => wrap(some, size)), size, lineHeight: heightOf(size) }
}

const heightOf = (size: number) => size * 1.24
const fits = (paragraphs: readonly Piece[][], size: number, height: number) =>
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
