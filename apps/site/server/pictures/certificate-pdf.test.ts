import { PNG } from 'pngjs'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { exampleLearnt } from '@naic/test/support/example-council.ts'
import { issueCertificate } from '@naic/test/support/issue-certificate.ts'
import { namesInScripts } from '@naic/test/support/names-in-scripts.ts'
import type { SignedFacts } from '@naic/ledger/format/credential.ts'
import { makeCertificatePdf } from './certificate-pdf.ts'

const siteUrl = 'https://naic.example'
const id = 'NAIC25TEST1'

async function make(changed: Partial<SignedFacts> = {}) {
  const { credential, receiptFile } = await issueCertificate(siteUrl, id, changed)
  const bytes = await makeCertificatePdf({ credential, receipt: receiptFile, siteUrl })
  return { bytes, credential, receiptFile }
}

/** What another program makes of it. */
async function read(bytes: Buffer) {
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await reading.promise
  const page = await pdf.getPage(1)
  const { items } = await page.getTextContent()
  const lines = items.flatMap((item) => ('str' in item && item.str !== '' ? [item] : []))
  const attachments: Record<string, string> = {}
  for (const [name] of (await pdf.getAttachments()) as Map<string, unknown>) {
    const content = (await pdf.getAttachmentContent(name)) as Uint8Array
    attachments[name] = new TextDecoder().decode(content)
  }
  const { info, metadata } = await pdf.getMetadata()
  const links = await page.getAnnotations()
  const { fnArray } = await page.getOperatorList()
  const found = {
    pages: pdf.numPages,
    size: page.view.slice(2).map(Math.round),
    lines,
    text: lines.map(({ str }) => str).join(' '),
    pictures: fnArray.filter((one) => one === OPS.paintImageXObject).length,
    attachments,
    info: info as Record<string, string>,
    metadata: String(metadata?.getRaw()),
    links: links.map(({ url }: { url: string }) => url),
    said: saidBy((await page.getStructTree()) as Tag),
  }
  await reading.destroy()
  return found
}

type Tag = { role?: string; alt?: string; children?: Tag[] }

/** @returns each tag with what a screen reader says for it. */
const saidBy = ({ role, alt, children = [] }: Tag): string[] => [
  ...(alt === undefined ? [] : [`${role}: ${alt}`]),
  ...children.flatMap(saidBy),
]

/** As it is written, with what joins and marks: no order of them is right for every program. */
const lettersOf = (text: string) =>
  [...text.replaceAll(' ', '').replaceAll('\u034f', '')].toSorted().join('')

const longest = 'Thiruvananthapuram Venkatanarasimharajuvaripeta Lakshminarayanan '.repeat(3)

test('what the council gives is on it beside what was learnt, each with its label', async () => {
  const days = { startedOn: '2025-05-05', endedOn: '2025-06-27' }
  const given = { ...days, hours: 120, credits: 4, college: 'Fergusson College, Pune' }
  const { bytes } = await make({ ...given, learnt: exampleLearnt })
  expect(bytes.length).toBeLessThan(200_000)
  const { pages, text } = await read(bytes)
  expect(pages).toBe(1)
  const labels = ['Started', 'Ended', 'Hours', 'Credits', 'College']
  const values = ['5 May 2025', '27 June 2025', '120', '4', given.college]
  const learnt = ['Frontend Web Development', 'Skills: Semantic HTML', 'CSS grid', 'Projects: ']
  for (const words of [...labels, ...values, ...learnt]) expect(text).toContain(words)
})

test('the line of the signature is empty, until the council has given a picture of one', async () => {
  const { bytes, credential, receiptFile: receipt } = await make()
  expect((await read(bytes)).pictures).toBe(0)
  // With a ground that lets the paper through, as one scans it.
  const scan = PNG.sync.write(new PNG({ width: 300, height: 100 }))
  const sign = () => makeCertificatePdf({ credential, receipt, siteUrl }, scan)
  const signed = await sign()
  expect((await read(signed)).pictures).toBe(1)
  expect((await sign()).equals(signed)).toBe(true)
})

describe('what was learnt', () => {
  test.each([4, 600])(
    'of %i long skills leaves room for all else, and says how many are inside',
    async (count) => {
      const skills = Array.from({ length: count }, (_, at) => `Skill ${at} with a long name to it`)
      const title = 'A project with a rather long title'
      const projects = Array.from({ length: 8 }, () => ({ title, task: 'Do it.' }))
      const pdf = await read(
        (await make({ holder: longest, learnt: { ...exampleLearnt, skills, projects } })).bytes,
      )
      expect(pdf.pages).toBe(1)
      const written = pdf.text.match(/Skill \d+/g)?.length ?? 0
      expect(written).toBeGreaterThan(0)
      const rest = /(\d+) more, in the signed certificate inside/.exec(pdf.text)?.[1] ?? '0'
      expect(written + Number(rest)).toBe(count)
      const heightOf = (text: string) => {
        const found = pdf.lines.findLast(({ str }) => str.includes(text))
        return Number(found?.transform[5])
      }
      expect(heightOf('A project')).toBeGreaterThan(heightOf('Issued on') + 12)
      expect(heightOf('Certificate ID')).toBeGreaterThan(heightOf('Skills: ') + 35)
    },
  )

  test('of skills whose letters no font has says how many there are', async () => {
    const learnt = { ...exampleLearnt, skills: ['Semantic HTML', '画画', '写作'] }
    const pdf = await read((await make({ learnt })).bytes)
    expect(pdf.text).toMatch(/Semantic HTML.*2 more, in the signed certificate inside/)
  })
})

test('is one A4 page that says what was signed, with credential and receipt inside, and always the same', async () => {
  const { bytes, credential, receiptFile } = await make()
  expect(bytes.length).toBeLessThan(200_000)
  const pdf = await read(bytes)
  expect([pdf.pages, ...pdf.size]).toEqual([1, 842, 595])
  for (const text of ['Asha Sample', id, 'Web Development', '4 Weeks', 'Issued on July 2, 2025']) {
    expect(pdf.text).toContain(text)
  }
  // That it holds, no paper can say.
  expect(pdf.text).not.toMatch(/\bvalid\b|verified/i)
  expect(pdf.attachments).toEqual({
    [`${id}.json`]: JSON.stringify(credential),
    [`${id}.tlog-proof`]: receiptFile,
  })
  expect(pdf.info).toMatchObject({
    Title: 'Certificate of Completion: Asha Sample',
    Language: 'en-IN',
  })
  expect(bytes.toString('latin1')).toMatch(
    /\/Marked true[^]*\/StructTreeRoot|\/StructTreeRoot[^]*\/Marked true/,
  )
  expect(pdf.metadata).toContain('<pdfaid:part>3</pdfaid:part>')
  expect(bytes.toString('latin1').match(/\/AFRelationship \/(Data|Supplement)\b/g)).toHaveLength(2)
  expect(pdf.links).toEqual([`${siteUrl}/verify/${id}`])
  expect(await makeCertificatePdf({ credential, receipt: receiptFile, siteUrl })).toEqual(bytes)
})

test('a screen reader hears each fact by itself, in whole sentences and with the letters of a name in order', async () => {
  const holder = 'محمد عرفان صدیقی '.repeat(8).trim()
  const { said } = await read((await make({ holder, learnt: exampleLearnt })).bytes)
  expect(said).toEqual([
    'P: National Academic Internship Council',
    'H1: Certificate of Completion',
    'P: This certifies that',
    `P: ${holder}`,
    'P: has completed a virtual internship of the National Academic Internship Council.',
    'TH: Certificate ID',
    `TD: ${id}`,
    'TH: Internship Domain',
    'TD: Web Development',
    'TH: Duration',
    'TD: 4 Weeks',
    'P: Frontend Web Development',
    'P: Skills: Semantic HTML  ·  CSS grid and flexbox',
    'P: Projects: College fest website  ·  Book finder',
    'P: Issued on July 2, 2025',
    expect.stringMatching(/^P: This sheet .* What counts is the signed certificate inside/),
    'P: Program Director',
    'P: NAIC',
    'Figure: Seal of the council',
    `P: Check at ${siteUrl}/verify/${id}`,
    "Figure: QR code of the certificate's page",
  ])
})

describe('a name', () => {
  test.each(namesInScripts)('such as %j is written, and can be read out again', async (holder) => {
    const { bytes } = await make({ holder })
    expect(bytes.length).toBeLessThan(200_000)
    const pdf = await read(bytes)
    const [largest] = pdf.lines.toSorted((one, other) => other.height - one.height)
    const written = pdf.lines.filter(({ height }) => height === largest?.height)
    expect(lettersOf(written.map(({ str }) => str).join(''))).toBe(lettersOf(holder))
    expect(pdf.info['Title']).toBe(`Certificate of Completion: ${holder}`)
  })

  test.each(['陈雅莎', 'Asha 🎓'])(
    'such as %j, which no font has, is only in the file',
    async (holder) => {
      const { bytes } = await make({ holder, domain: holder })
      const pdf = await read(bytes)
      expect(pdf.text).toContain('cannot print the letters of this name')
      expect(pdf.attachments[`${id}.json`]).toContain(JSON.stringify(holder))
    },
  )

  test.each([
    ['of many words', 'Wilhelmina Venkatanarasimha '.repeat(9)],
    ['of one word', 'W'.repeat(200)],
    ['in Telugu', 'సత్యనారాయణ కృష్ణమూర్తి '.repeat(9)],
    ['in Malayalam, of one word', 'ശ്രീകൃഷ്ണൻ'.repeat(20)],
  ])('as long as may be, %s, leaves everything its place', async (_, name) => {
    const cut = (most: number) => name.slice(0, most).trim()
    const { bytes } = await make({ holder: cut(200), domain: cut(100), duration: cut(50) })
    const { pages, lines } = await read(bytes)
    expect(pages).toBe(1)
    for (const { transform, width, str } of lines) {
      const [left, base] = [transform[4], transform[5]]
      expect(left, str).toBeGreaterThan(54)
      expect(left + width, str).toBeLessThan(788)
      expect(base, str).toBeGreaterThan(54)
      expect(base, str).toBeLessThan(541)
    }
    // The name ends above the line under it.
    const under = lines.find(({ str }) => str.startsWith('has completed'))?.transform[5]
    const certifies = lines.find(({ str }) => str.startsWith('This certifies'))?.transform[5]
    const between = lines.filter(({ transform: [, , , , , y] }) => y < certifies && y > under)
    expect(between.length).toBeGreaterThan(0)
  })
})
