import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { internships } from '../support/internships.ts'
import { desktopOnly, expect, test } from './site-test.ts'

/** What a browser prints, as another program reads it. */
async function read(bytes: Buffer) {
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await reading.promise
  const page = await pdf.getPage(1)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
  const found = {
    pages: pdf.numPages,
    text: text.join('').replaceAll(/\s+/g, ' '),
  }
  await reading.destroy()
  return found
}

test(
  'each internship prints on one sheet of A4, with all that a college asks for',
  desktopOnly,
  async ({ page, site }) => {
    for (const { id, title, duration, weeks, projects, prerequisites } of internships) {
      await page.goto(`/internships/${id}`)
      const { pages, text } = await read(await page.pdf({ format: 'A4' }))
      expect([title, pages]).toEqual([title, 1])
      for (const expected of [
        'National Academic Internship Council',
        `${site.url}/internships/${id}`,
        duration,
        '₹105 documentation fee for internship completion and certificate issuance',
        'Skills You Will Learn',
        ...prerequisites,
        ...weeks.flatMap(({ title: name, hours }) => [name, `${hours} hours`]),
        ...weeks.flatMap(({ points }) => points),
        ...projects.flatMap((project) => [project.title, project.handIn]),
      ]) {
        expect(text, title).toContain(expected)
      }
    }
  },
)

test(
  'the printed sheet has no navigation, no button and no other internship',
  desktopOnly,
  async ({ page }) => {
    await page.goto('/internships/3')
    const { text } = await read(await page.pdf({ format: 'A4' }))
    for (const left of ['Apply Now', 'Back to Internships', 'Related', 'Backend', 'Newsletter']) {
      expect(text).not.toContain(left)
    }
  },
)
