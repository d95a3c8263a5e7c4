import {
  AlignmentType,
  BorderStyle,
  Document,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  TextRun,
} from 'docx'
import JSZip from 'jszip'
import type words from '@naic/content/en/resume-template.json'

/** Where it is served, and what it is called once it is saved. */
export const resumeTemplateName = 'resume-template.docx'

/**
 * A resume of one page with gaps to fill in, for applicants who have none: a Word file that Word, Google
 * Docs and LibreOffice open, without macros and pictures. The same words give the same bytes.
 */
export async function makeResumeTemplate(template: typeof words): Promise<Buffer> {
  const { documentTitle, name, contact, howTo, parts } = template
  const made = await Packer.toBuffer(
    new Document({
      title: documentTitle,
      creator: '',
      styles: {
        default: {
          document: { run: { font: 'Calibri', size: halfPoints(11) } },
          title: { run: { size: halfPoints(24), bold: true } },
          heading1: {
            run: { size: halfPoints(13), bold: true, color: ink },
            paragraph: { spacing: { before: twips(14), after: twips(4) } },
          },
        },
      },
      numbering: {
        config: [
          { reference: 'points', levels: [{ level: 0, format: LevelFormat.BULLET, text: '•' }] },
        ],
      },
      sections: [
        {
          properties: { page: { size: a4, margin: margins } },
          children: [
            new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(name)] }),
            new Paragraph({ spacing: { after: twips(8) }, children: [new TextRun(contact)] }),
            new Paragraph({ children: [new TextRun({ text: howTo, italics: true, color: grey })] }),
            ...parts.flatMap(({ title, lines }) => [heading(title), lines.map(line)].flat()),
          ],
        },
      ],
    }),
  )
  return withoutItsTime(made)
}

/** The library writes down when the file was made: in its properties, and beside each part. */
async function withoutItsTime(made: Buffer): Promise<Buffer> {
  const timeless = new JSZip()
  for (const part of (await JSZip.loadAsync(made)).file(/./)) {
    const text = await part.async('string')
    timeless.file(part.name, text.replaceAll(/<(dcterms:(?:created|modified))\b.*?<\/\1>/g, ''), {
      date: beginning,
      createFolders: false,
    })
  }
  return timeless.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

/** The first that a zip file can name. */
const beginning = new Date('1980-01-01T00:00:00Z')

const ink = '1C1F4A'
const grey = '5A5A66'

const halfPoints = (points: number) => points * 2
const twips = (points: number) => points * 20
const a4 = { width: twips(595), height: twips(842) }
const margins = { top: twips(50), bottom: twips(50), left: twips(57), right: twips(57) }

const heading = (title: string) =>
  new Paragraph({
    heading: HeadingLevel.HEADING_1,
    border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: ink, space: 2 } },
    children: [new TextRun(title)],
  })

const line = (text: string) =>
  new Paragraph({
    alignment: AlignmentType.LEFT,
    numbering: { reference: 'points', level: 0 },
    indent: { left: twips(14), hanging: twips(14) },
    spacing: { after: twips(3) },
    children: [new TextRun(text)],
  })
