import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const tool = path.resolve('apps/site/tools/check-content.ts')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-content-'))
  for (const name of ['content', 'apps/site/public'])
    await cp(name, path.join(folder, name), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const check = () => spawnSync(process.execPath, [tool], { cwd: folder, encoding: 'utf8' })

async function change(name: string, from: string, to: string) {
  const file = path.join(folder, 'content', name)
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to))
}

test('the content as it stands has no mistake', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' })
})

test('every mistake is told with its file and entry', async () => {
  await change('testimonials.json', '"Ravi Sample"', '""')
  await change('partners.json', 'placeholder-labs.svg', 'no-such-picture.svg')
  await change('home.json', '"shield"', '"sword"')
  await change('about.json', '"label": "domains"', '"lable": "domains"')
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain('content/testimonials.json: entry 2, name: must not be empty')
  expect(stderr).toContain('content/partners.json: companies, entry 3, logo: there is no such')
  expect(stderr).toContain('content/home.json: domains, items, entry 7, icon: must be one of')
  expect(stderr).toContain('content/about.json: impact, figures, entry 2: must have label, value')
})

test('a price stands in one place, and other texts name it', async () => {
  await change('faq.json', '{documentationFee}', '₹120')
  await change('legal/terms.md', '{documentationFee}', '{documentationFees}')
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain('content/faq.json: ₹120: write {documentationFee}')
  expect(stderr).toContain('content/legal/terms.md: {documentationFees}: there is no such word')
})

test('a text has no markup, and a list has an entry', async () => {
  await change('about.json', '"title": "', '"title": "<b>')
  await writeFile(path.join(folder, 'content/faq.json'), '[]')
  const { stderr } = check()
  expect(stderr).toMatch(/content\/about\.json: .*title: must be without < and >/)
  expect(stderr).toContain('content/faq.json: the whole file: must have at least 1 entry')
})

test.each([
  ["'Only ₹105 to pay'", '₹105: write {documentationFee}'],
  ["'National Academic Internship Council'", 'write {council}'],
  ["'tel:+91 80 0000 0000'", '+91 80 0000 0000: take it from content/organisation.json'],
])('a program may not repeat %s, and a test may', async (text, mistake) => {
  await mkdir(path.join(folder, 'apps/site/app'), { recursive: true })
  await writeFile(path.join(folder, 'apps/site/app/page.tsx'), `export const text = ${text}\n`)
  await writeFile(
    path.join(folder, 'apps/site/app/page.test.tsx'),
    `export const expected = ${text}\n`,
  )
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^apps\/site\/app\/page\.tsx: [^\n]*\n$/)
  expect(stderr).toContain(mistake)
})

test('the hours, the durations and the name stand in one place as well', async () => {
  await change('faq.json', '{hoursPerWeek} hours', '8-10 hours')
  await change('legal/terms.md', '{weeks} weeks', '4, 6 or 8 weeks')
  await change('contact.json', '{council}', 'National Academic Internship Council')
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain('content/faq.json: 8-10 hours: write {hoursPerWeek} hours')
  expect(stderr).toContain('content/legal/terms.md: 4, 6 or 8 weeks: write {weeks} weeks')
  expect(stderr).toContain('content/contact.json: National Academic Internship Council: write')
})

test('a text that the program reads as it is names nothing in braces', async () => {
  await change('organisation.json', '"tagline": "Short', '"tagline": "{council}: short')
  expect(check().stderr).toContain(
    'content/organisation.json: tagline: must be without words in braces',
  )
})

test('what certificates say of an internship is one line each, as it is', async () => {
  const file = 'internships/09-java-development.json'
  await change(file, '"Concurrency with', '"{weeks}: concurrency with')
  await change(file, 'Cricket scorer in', 'Cricket\\nscorer in')
  await change(file, 'Write a scoring program', '**Write** a scoring program')
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain('skills, entry 6: must be without words in braces')
  expect(stderr).toContain('projects, entry 1, title: must be without line breaks')
  expect(stderr).toContain(
    'projects, entry 1, description: must be without line breaks, **, < and >',
  )
})

test('a syllabus has a week for each week of the duration, and one for each project', async () => {
  await change('internships/08-python-programming.json', '"4 weeks"', '"6 weeks"')
  await change('internships/11-network-security.json', '"projects": [3]', '"projects": [2]')
  await change('internships/01-frontend-web-development.json', '"hours": 8', '"hours": 18')
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain(
    'content/internships/08-python-programming.json: weeks: must have an entry for each week',
  )
  expect(stderr).toContain(
    'content/internships/11-network-security.json: weeks: must name every project, and no other',
  )
  expect(stderr).toContain('weeks, entry 1, hours: must be a whole number from 8 to 10')
})

test('one internship more takes one file more', async () => {
  const file = path.join(folder, 'content/internships/12-generative-ai-applications.json')
  const another = (await readFile(file, 'utf8')).replace('"id": 12', '"id": 98')
  await writeFile(path.join(folder, 'content/internships/98-prompt-engineering.json'), another)
  expect(check()).toMatchObject({ status: 0, stderr: '' })
})

test('an internship that is gone is missed where the footer leads to it', async () => {
  await rm(path.join(folder, 'content/internships/09-java-development.json'))
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toBe('content/navigation.ts: /internships/9: no page is there\n')
})

test('a file with a comma too many is named', async () => {
  await change('partners.json', '"20+",', '"20+",,')
  expect(check()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('content/partners.json: is not valid JSON'),
  })
})
