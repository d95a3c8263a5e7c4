import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from '@naic/content/languages.ts'
import {
  footerInternships,
  footerLinks,
  headerLinks,
  legalLinks,
} from '@naic/content/navigation.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { checkDataFile } from '@naic/content/read-data-file.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import { sitePaths } from '@naic/content/site-map.ts'
import type { TranslatedInternship } from '@naic/content/translation.ts'
import { literalWords } from './literal-words.ts'
import { linksWithin, readLegalText } from '#app/pages/legal/legal-text.ts'
import { mistakesInScene } from './scenes.ts'
import { languageOfFile, readContent, readWords, repeated, wrongWords } from './programme-words.ts'

/** Names the file and the entry of each mistake in `content/`, and programs that repeat its facts. */

const mistakes: string[] = []
/** @param what is the matter with each, if that does not say so. */
const tell = (file: string, found: readonly string[], what = '') =>
  mistakes.push(...found.map((each) => `${file}: ${each}${what}`))
const idsOf = new Map<unknown, string>()
/** Such as 05-1, for the first project of the fifth internship. */
const wantedDrawings = new Set<string>()

for (const file of globSync('content/**/*.json', { exclude: ['content/package.json'] }).sort()) {
  checkData(file, readFileSync(file, 'utf8'))
}
for (const file of globSync('content/en/legal/*').sort()) {
  checkLegalText(file, readFileSync(file, 'utf8'))
}
for (const file of globSync('content/internships/*.{json,svg}').sort()) checkDrawn(file)
for (const file of globSync('content/finished/*').sort()) checkFinished(file)
for (const missing of wantedDrawings) tell(`content/finished/${missing}.svg`, ['must be there'])
for (const file of globSync('content/signature.png')) checkSignature(file)
for (const language of languages) checkLanguage(language)
checkNavigation()
checkHome()
// Tests may repeat: some hold the specification's exact words.
for (const file of globSync('{apps,packages}/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })) {
  checkProgram(file, readFileSync(file, 'utf8'))
}

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}

function checkData(file: string, json: string) {
  const name = path.relative('content', file)
  const { data, mistakes: found } = checkDataFile(name, json)
  mistakes.push(...found)
  if (data === undefined) return
  if (name.startsWith('internships/')) {
    const { id, projects } = (data ?? {}) as { id?: unknown; projects?: unknown[] }
    checkId(file, id)
    projects?.forEach((_, at) => {
      wantedDrawings.add(`${String(id).padStart(2, '0')}-${at + 1}`)
    })
  }
  // These two hold the facts that other texts name.
  if (name !== 'programme.json' && name !== 'organisation.json') checkWords(file, json)
}

/** Addresses and the build's list of pages come from the ids and the file names: both must agree. */
function checkId(file: string, id: unknown) {
  // The schema has complained already.
  if (id === undefined) return
  const sameId = idsOf.get(id)
  if (sameId) tell(file, [`id: ${id} is taken by ${sameId}`])
  if (!path.basename(file).startsWith(`${String(id).padStart(2, '0')}-`)) {
    tell(file, ["id: the file's name must begin with it, in two digits"])
  }
  idsOf.set(id, file)
}

function checkFinished(file: string) {
  const [, id, project] = /(\d\d)-(\d)\.svg$/.exec(file) ?? []
  if (!wantedDrawings.delete(`${id}-${project}`)) tell(file, ['there is no such project'])
  tell(file, mistakesInScene(readFileSync(file, 'utf8'), [500, 2048]))
}

function checkDrawn(file: string) {
  const { dir, name, ext } = path.parse(file)
  if (ext === '.svg') tell(file, mistakesInScene(readFileSync(file, 'utf8'), [2000, 4096]))
  const other = path.join(dir, name + (ext === '.svg' ? '.json' : '.svg'))
  if (!existsSync(other)) tell(file, [`there is no ${other} beside it`])
}

function checkLegalText(file: string, markdown: string) {
  const { text, mistakes: found } = readLegalText(markdown)
  tell(file, found)
  const lost = linksWithin(text).filter((link) => !sitePaths.includes(link))
  tell(file, lost, ': no page of the site is there')
  checkWords(file, markdown)
  if (file.endsWith('/privacy.md')) checkNotice(markdown)
}

/** The council's own, if it has given one: pages show it above "Program Director", and PDFs print it. */
function checkSignature(file: string) {
  const bytes = readFileSync(file)
  if (bytes.toString('latin1', 1, 4) !== 'PNG') tell(file, ['must be a PNG picture'])
  if (bytes.length > 100_000) tell(file, ['must have 100 KB at most'])
}

/** Each application keeps the version that was agreed to: another text is another version. */
function checkNotice(markdown: string) {
  const file = 'content/privacy-notice.json'
  const digest = createHash('sha256').update(markdown).digest('hex').slice(0, 16)
  if (readFileSync(file, 'utf8').includes(`"${digest}"`)) return
  tell(file, [
    `the text of content/en/legal/privacy.md is another. Set version to the day from which it holds, and digest to ${digest}`,
  ])
}

function checkWords(file: string, text: string) {
  try {
    tell(file, wrongWords(text, readWords(languageOfFile(file))))
  } catch {
    // The check of the file that cannot be read names it.
  }
}

/** A language has the entries of English in each of its files, and no others. */
function checkLanguage({ code, pages }: (typeof languages)[number]) {
  if (pages.includes('/internships/:id')) checkInternshipsIn(code)
  for (const file of globSync(`content/${code}/*.json`)) {
    const name = path.basename(file)
    // The verdicts are among the words of an English page.
    const isVerdicts = name === 'verdicts.json'
    const page = readContent(`en/${isVerdicts ? 'certificate.json' : name}`)
    compareEntries(file, isVerdicts ? page['verdicts'] : page)
  }
}

function checkInternshipsIn(code: string) {
  const folder = `content/${code}/internships`
  const names = globSync('content/internships/*.json').map((file) => path.basename(file))
  const own = globSync(`${folder}/*`).map((file) => path.basename(file))
  for (const name of names.filter((each) => !own.includes(each)))
    tell(`${folder}/${name}`, ['must be there'])
  for (const name of own) {
    const file = `${folder}/${name}`
    if (!names.includes(name)) tell(file, ['there is no such internship'])
    else {
      const { prerequisites, weeks, projects } = readContent<Internship>(`internships/${name}`)
      const each = (list: readonly unknown[]) => list.map(() => '')
      compareEntries(file, {
        makes: '',
        before: each(prerequisites),
        computer: '',
        weeks: each(weeks),
        projects: each(projects),
      } satisfies TranslatedInternship)
    }
  }
}

function compareEntries(file: string, inEnglish: unknown) {
  const english = placesIn(inEnglish)
  const own = placesIn(readContent(path.relative('content', file)))
  const missing = english.filter((place) => !own.includes(place))
  tell(file, missing, ': is missing, and English has it')
  const other = own.filter((place) => !english.includes(place))
  tell(file, other, ': English does not have it')
}

/** @returns the place of each text, such as ".steps.list.0.title". */
function placesIn(value: unknown): string[] {
  if (typeof value === 'string') return ['']
  return Object.entries(Object(value)).flatMap(([key, inner]) =>
    placesIn(inner).map((place) => `.${key}${place}`),
  )
}

/** An internship that is gone may still be in the footer. */
function checkNavigation() {
  const pages = new Set([...sitePaths, ...[...idsOf.keys()].map((id) => `/internships/${id}`)])
  const links = [headerLinks, footerLinks, footerInternships, legalLinks].flat()
  const lost = links.map(({ to }) => to).filter((to) => !pages.has(to))
  tell('content/navigation.ts', lost, ': no page is there')
}

/** Home shows an internship for each thing that somebody may like. */
function checkHome() {
  const home = JSON.parse(readFileSync('content/en/home.json', 'utf8'))
  for (const [like, id] of Object.entries<number>(home.council.weeks.of)) {
    const file = idsOf.get(id)
    if (!file || !readFileSync(file, 'utf8').includes(`"${like}"`))
      tell('content/en/home.json', [
        `weeks, of, ${like}: internship ${id} must have it in its likes`,
      ])
  }
}

function checkProgram(file: string, text: string) {
  const { headquarters, phones, emails, offices } = organisation
  const onlyThere = [
    headquarters.street,
    headquarters.city,
    ...offices,
    ...Object.values(phones),
    ...Object.values(emails),
  ].filter((value) => text.includes(value))
  tell(file, repeated(text))
  tell(file, onlyThere, ': take it from content/organisation.json')
  if (!file.startsWith('apps/site/app/')) return
  tell(file, literalWords(text), ': put it into a file of content/en')
}
