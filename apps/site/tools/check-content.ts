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
import { mistakesInTranslation } from './translations.ts'
import { linksWithin, readLegalText } from '#app/pages/legal/legal-text.ts'
import { mistakesInScene } from './scenes.ts'
import { languageOfFile, readWords, repeated, type Words, wrongWords } from './programme-words.ts'

/** Names the file and the entry of each mistake in `content/`, and programs that repeat its facts. */

const mistakes: string[] = []
const words = wordsIfReadable()
const idsOf = new Map<unknown, string>()

for (const file of globSync('content/**/*.json').sort()) {
  if (file !== 'content/package.json') checkData(file, readFileSync(file, 'utf8'))
}
for (const file of globSync('content/en/legal/*').sort()) {
  checkLegalText(file, readFileSync(file, 'utf8'))
}
checkScenes()
checkSignature()
checkTranslations()
checkNavigation()
checkPrograms()

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
  if (sameId) mistakes.push(`${file}: id: ${id} is taken by ${sameId}`)
  if (!path.basename(file).startsWith(`${String(id).padStart(2, '0')}-`)) {
    mistakes.push(`${file}: id: the file's name must begin with it, in two digits`)
  }
  idsOf.set(id, file)
}

/** Each internship has a drawing beside it, and each drawing an internship. */
function checkScenes() {
  for (const file of globSync('content/internships/*.{json,svg}').sort()) {
    const { dir, name, ext } = path.parse(file)
    if (ext === '.svg') {
      const svg = readFileSync(file, 'utf8')
      mistakes.push(...mistakesInScene(svg).map((mistake) => `${file}: ${mistake}`))
    }
    const other = path.join(dir, name + (ext === '.svg' ? '.json' : '.svg'))
    if (!existsSync(other)) mistakes.push(`${file}: there is no ${other} beside it`)
  }
}

function checkLegalText(file: string, markdown: string) {
  const { text, mistakes: found } = readLegalText(markdown)
  mistakes.push(...found.map((mistake) => `${file}: ${mistake}`))
  for (const link of linksWithin(text)) {
    if (!sitePaths.includes(link)) mistakes.push(`${file}: ${link}: no page of the site is there`)
  }
  checkWords(file, markdown)
  if (file.endsWith('/privacy.md')) checkNotice(markdown)
}

/** The council's own, if it has given one: pages show it above "Program Director", and PDFs print it. */
function checkSignature() {
  const file = 'content/signature.png'
  if (!existsSync(file)) return
  const bytes = readFileSync(file)
  if (bytes.toString('latin1', 1, 4) !== 'PNG') mistakes.push(`${file}: must be a PNG picture`)
  if (bytes.length > 100_000) mistakes.push(`${file}: must have 100 KB at most`)
}

/** Each application keeps the version that was agreed to: another text is another version. */
function checkNotice(markdown: string) {
  const file = 'content/privacy-notice.json'
  const digest = createHash('sha256').update(markdown).digest('hex').slice(0, 16)
  if (readFileSync(file, 'utf8').includes(`"${digest}"`)) return
  mistakes.push(
    `${file}: the text of content/en/legal/privacy.md is another. Set version to the day from which it holds, and digest to ${digest}`,
  )
}

function checkWords(file: string, text: string) {
  if (!words) return
  const language = languageOfFile(file)
  const own = language === 'en' ? words : readWords(language)
  mistakes.push(...wrongWords(text, own).map((mistake) => `${file}: ${mistake}`))
}

/** If a file cannot be read, the check of the files names it. */
function wordsIfReadable(): Words | undefined {
  try {
    return readWords()
  } catch {
    return undefined
  }
}

/** A language has the entries of English, in each of its files, and no others. */
function checkTranslations() {
  for (const code of new Set(translatedPages.map(({ language }) => language.code))) {
    mistakes.push(...mistakesInTranslation(code))
  }
}

/** An internship that is gone may still be in the footer. */
function checkNavigation() {
  const pages = new Set([...sitePaths, ...[...idsOf.keys()].map((id) => `/internships/${id}`)])
  for (const { to } of [headerLinks, footerLinks, footerInternships, legalLinks].flat()) {
    if (!pages.has(to)) mistakes.push(`content/navigation.ts: ${to}: no page is there`)
  }
}

/** Tests may repeat: some hold the specification's exact words. */
function checkPrograms() {
  const { headquarters, phones, emails, offices } = organisation
  const onlyThere = [
    headquarters.street,
    headquarters.city,
    ...offices,
    ...Object.values(phones),
    ...Object.values(emails),
  ]
  for (const file of globSync('{apps,packages}/**/*.{ts,tsx}')) {
    if (file.includes('.test.')) continue
    const text = readFileSync(file, 'utf8')
    const own = onlyThere.filter((value) => text.includes(value))
    mistakes.push(
      ...(words ? repeated(text, words) : []).map((mistake) => `${file}: ${mistake}`),
      ...own.map((value) => `${file}: ${value}: take it from content/organisation.json`),
    )
  }
}
