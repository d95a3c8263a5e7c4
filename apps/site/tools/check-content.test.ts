import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newFolder } from '@naic/test/support/opened.ts'

const tool = path.resolve('apps/site/tools/check-content.ts')
const place = await newFolder()
afterAll(place.remove)
let copies = 0

/** A copy of the content, in which a test may change files. */
function copyContent() {
  const folder = place.file(String((copies += 1)))
  const file = (name: string) => path.join(folder, name)
  for (const name of ['content', 'apps/site/public']) cpSync(name, file(name), { recursive: true })
  return {
    read: (name: string) => readFileSync(file(name), 'utf8'),
    write(name: string, text: string) {
      mkdirSync(path.dirname(file(name)), { recursive: true })
      writeFileSync(file(name), text)
    },
    remove: (name: string) => rmSync(file(name)),
    check: () => spawnSync(process.execPath, [tool], { cwd: folder, encoding: 'utf8' }),
  }
}

test('the content has no mistake, and one internship more takes its texts and its drawings', () => {
  const { read, write, check } = copyContent()
  const [from, to] = ['12-generative-ai-applications', '98-prompt-engineering']
  const text = read(`content/internships/${from}.json`)
  write(`content/internships/${to}.json`, text.replace('"id": 12', '"id": 98'))
  write(`content/internships/${to}.svg`, read(`content/internships/${from}.svg`))
  expect(check().stderr).toMatch(/^content\/finished\/98-1\.svg: must be there\n/)
  const inHindi = `content/hi/internships/${to}.json`
  expect(check().stderr).toContain(`${inHindi}: must be there\n`)
  write(inHindi, read(`content/hi/internships/${from}.json`))
  for (const project of [1, 2, 3]) {
    write(`content/finished/98-${project}.svg`, read(`content/finished/12-${project}.svg`))
  }
  expect(check()).toMatchObject({ status: 0, stderr: '' })
  write('content/finished/98-4.svg', read('content/finished/12-1.svg'))
  expect(check().stderr).toBe('content/finished/98-4.svg: there is no such project\n')
})

test('the picture of a signature is a small PNG, and need not be there', () => {
  const { write, check } = copyContent()
  write('content/signature.png', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(check().stderr).toBe('content/signature.png: must be a PNG picture\n')
  write('content/signature.png', `\x89PNG${'x'.repeat(100_000)}`)
  expect(check().stderr).toMatch(/must have 100 KB at most/)
})

const internships = globSync('content/{,hi/}internships/*').map((file) =>
  path.relative('content', file),
)
const java = ofInternship('09')

/** @param name the number of an internship, with `hi/` before it for its Hindi, or with `.svg` behind it for its drawing. */
function ofInternship(name: string): string {
  const [, folder = '', number, ext = 'json'] = /^(hi\/)?(\d\d)(?:\.(svg))?$/.exec(name) ?? []
  const begin = `${folder}internships/${number}-`
  return internships.find((file) => file.startsWith(begin) && file.endsWith(ext)) ?? name
}

/** A change of a file of `content/`, and what the check says about it. */
const changes = [
  ['testimonials.json', '"Ravi Sample"', '""', 'entry 2, name: must not be empty'],
  ['partners.json', 'placeholder-labs.svg', 'none.svg', 'entry 3, logo: there is no such'],
  ['en/home.json', '"shield"', '"sword"', 'items, entry 7, icon: must be one of'],
  ['en/home.json', '"drawing": 6', '"drawing": 9', 'internship 9 must have it in its likes'],
  ['en/about.json', '"label": "domains"', '"lable": "domains"', 'entry 2: must have label, value'],
  ['en/contact.json', '"metaTitle": "', '"metaTitle": "<b>', 'must be without < and >'],
  ['hi/in-short.json', '"applyNow":', '"apply":', 'applyNow: is missing, and English has it'],
  ['hi/verdicts.json', '"revoked"', '"revoke"', 'revoke.title: English does not have it'],
  ['hi/in-short.json', '{hoursPerWeek}', '{hours}', '{hours}: there is no such word'],
  // An internship in another language has as many weeks, projects and things to know before.
  ['hi/10', '"makes": "', '"makes": "<b>', 'makes: must be without < and >'],
  ['hi/09', '",\n    "JDBC', ' JDBC', 'weeks.5: is missing, and English has it'],
  ['hi/08', '"weeks": [', '"weeks": ["x",', 'weeks.4: English does not have it'],
  ['hi/11', '",\n    "अलार्म', ' अलार्म', 'projects.2: is missing, and English has it'],
  ['hi/12', '"before": [', '"before": ["x",', 'before.2: English does not have it'],
  ['hi/06', '"computer"', '"laptop"', 'computer: is missing, and English has it'],
  // A fact is written once, and other texts name it.
  ['en/faq.json', '{documentationFee}', '₹120', '₹120: write {documentationFee}'],
  ['en/faq.json', '{hoursPerWeek} hours', '8-10 hours', 'write {hoursPerWeek} hours'],
  ['en/legal/terms.md', '{weeks} weeks', '4, 6 or 8 weeks', 'write {weeks} weeks'],
  ['en/contact.json', '{council}', 'National Academic Internship Council', 'write {council}'],
  [
    'organisation.json',
    '"tagline": "',
    '"tagline": "{council}: ',
    'must be without words in braces',
  ],
  // Certificates say these of an internship as they are, one line each.
  ['09', '"Concurrency with', '"{weeks}: concurrency with', 'must be without words in braces'],
  ['09', 'Cricket scorer in', 'Cricket\\nscorer in', 'title: must be without line breaks'],
  ['09', 'Write a scoring', '**Write** a scoring', 'must be without line breaks, **, < and >'],
  // A syllabus has a week for each week of the duration, and one for each project.
  ['08', '"4 weeks"', '"6 weeks"', 'weeks: must have an entry for each week'],
  ['11', '"projects": [3]', '"projects": [2]', 'weeks: must name every project, and no other'],
  ['01', '"hours": 8', '"hours": 18', 'weeks, entry 1, hours: must be a whole number from 8 to 10'],
  ['02', '"id": 2', '"id": 3', "id: the file's name must begin with it"],
  // A drawing stands in other pages, by day and by night, and has no language.
  ['01.svg', 'stroke-width="2"', 'stroke-width="3"', 'must begin with <svg'],
  ['09.svg', 'fill="var(--color-peacock)"', 'fill="#0b7285"', 'fill="#0b7285": must be var('],
  ['07.svg', '<circle', '<circle id="ball"', 'id: must be one of d, cx'],
  ['06.svg', '</svg>', '<use href="#a"/></svg>', '<use>: must be'],
  ['12.svg', '</svg>', 'Out!</svg>', 'must have shapes only, and no text: "Out!"'],
  [
    '05.svg',
    '</svg>',
    `<path d="${'M0 0'.repeat(600)}"/></svg>`,
    'must have 2000 to 4096 bytes, and has 4',
  ],
] as const
const mistakes = changes.map(
  ([file, from, to, said]) => [ofInternship(file), from, to, said] as const,
)

/** Programs may not repeat what is in `content/`. */
const programs = [
  ['price', "'Only ₹105 to pay'", '₹105: write {documentationFee}'],
  ['name', "'National Academic Internship Council'", 'write {council}'],
  ['phone', "'tel:+91 80 0000 0000'", '+91 80 0000 0000: take it from content/organisation.json'],
] as const

const { read, write, check } = copyContent()
for (const [file, from, to] of mistakes) {
  expect(read(`content/${file}`), file).toContain(from)
  write(`content/${file}`, read(`content/${file}`).replace(from, to))
}
for (const [name, text] of programs) {
  write(`apps/site/app/${name}.tsx`, `export const text = ${text}\n`)
  write(`apps/site/app/${name}.test.tsx`, `export const expected = ${text}\n`)
}
const { status, stderr } = check()

test.each(mistakes)(
  'the check names the file and the entry: %s, %s → %s',
  (file, _from, _to, said) => {
    expect(status).toBe(1)
    const lines = stderr.split('\n').filter((line) => line.startsWith(`content/${file}: `))
    expect(lines.join('\n')).toContain(said)
  },
)

test.each(programs)('a program may not repeat a %s, and a test may: %s', (name, _text, said) => {
  expect(stderr).toContain(`apps/site/app/${name}.tsx: `)
  expect(stderr).toContain(said)
  expect(stderr).not.toContain('.test.tsx')
})

test('the check names a removed internship in the footer, a missing drawing, and a comma too many', () => {
  const copy = copyContent()
  copy.remove(`content/${java}`)
  copy.remove('content/internships/11-network-security.svg')
  const partners = copy.read('content/partners.json').replace('"20+",', '"20+",,')
  copy.write('content/partners.json', partners)
  const lines = copy.check().stderr.split('\n')
  expect(lines).toContain('content/navigation.ts: /internships/9: no page is there')
  expect(lines).toContain(`content/hi/${java}: there is no such internship`)
  const beside = (name: string, other: string) =>
    `content/internships/${name}: there is no content/internships/${other} beside it`
  expect(lines).toContain(beside('11-network-security.json', '11-network-security.svg'))
  expect(lines).toContain(beside('09-java-development.svg', '09-java-development.json'))
  expect(lines).toContainEqual(expect.stringContaining('content/partners.json: is not valid JSON'))
})
