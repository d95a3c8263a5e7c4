import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { translatedPages } from '@naic/content/languages.ts'
import {
  footerInternships,
  footerLinks,
  headerLinks,
  legalLinks,
} from '@naic/content/navigation.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { checkDataFile } from '@naic/content/read-data-file.ts'
import { sitePaths } from '@naic/content/site-map.ts'
import { literalWords } from './literal-words.ts'
import { mistakesInTranslation } from './translations.ts'
import { linksWithin, readLegalText } from '#app/pages/legal/legal-text.ts'
import { mistakesInScene } from './scenes.ts'
import { languageOfFile, readWords, repeated, type Words, wrongWords } from './programme-words.ts'

/** Names the file and the entry of each mistake in `content/`, and programs that repeat its facts. */

const mistakes: string[] = []
const tell = (file: string, found: readonly string[]) =>
  mistakes.push(...found.map((mistake) => `${file}: ${mistake}`))
const words = wordsIfReadable()
const idsOf = new Map<unknown, string>()

for (const file of globSync('content/**/*.json', { exclude: ['content/package.json'] }).sort()) {
  checkData(file, readFileSync(file, 'utf8'))
}
for (const file of globSync('content/en/legal/*').sort()) {
  checkLegalText(file, readFileSync(file, 'utf8'))
}
for (const file of globSync('content/internships/*.{json,svg}').sort()) checkDrawn(file)
for (const file of globSync('content/signature.png')) checkSignature(file)
// A language has the entries of English, in each of its files, and no others.
for (const code of new Set(translatedPages.map(({ language }) => language.code))) {
  mistakes.push(...mistakesInTranslation(code))
}
checkNavigation()
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
  if (name.startsWith('internships/')) checkId(file, (data as { id?: unknown } | null)?.id)
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

/** Each internship has a drawing beside it, and each drawing an internship. */
function checkDrawn(file: string) {
  const { dir, name, ext } = path.parse(file)
  if (ext === '.svg') tell(file, mistakesInScene(readFileSync(file, 'utf8')))
  const other = path.join(dir, name + (ext === '.svg' ? '.json' : '.svg'))
  if (!existsSync(other)) tell(file, [`there is no ${other} beside it`])
}

function checkLegalText(file: string, markdown: string) {
  const { text, mistakes: found } = readLegalText(markdown)
  tell(file, found)
  const lost = linksWithin(text).filter((link) => !sitePaths.includes(link))
  tell(
    file,
    lost.map((link) => `${link}: no page of the site is there`),
  )
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
  if (!words) return
  const language = languageOfFile(file)
  tell(file, wrongWords(text, language === 'en' ? words : readWords(language)))
}

/** If a file cannot be read, the check of the files names it. */
function wordsIfReadable(): Words | undefined {
  try {
    return readWords()
  } catch {
    return undefined
  }
}

/** An internship that is gone may still be in the footer. */
function checkNavigation() {
  const pages = new Set([...sitePaths, ...[...idsOf.keys()].map((id) => `/internships/${id}`)])
  const links = [headerLinks, footerLinks, footerInternships, legalLinks].flat()
  const lost = links.filter(({ to }) => !pages.has(to))
  tell(
    'content/navigation.ts',
    lost.map(({ to }) => `${to}: no page is there`),
  )
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
  tell(
    file,
    onlyThere.map((value) => `${value}: take it from content/organisation.json`),
  )
  if (!file.startsWith('apps/site/app/')) return
  tell(
    file,
    literalWords(text).map((said) => `"${said}": put it into a file of content/en`),
  )
}
