import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { contentSchemas, mistakesInWords, type Place } from '@naic/content/content-schemas.ts'
import {
  footerInternships,
  footerLinks,
  headerLinks,
  legalLinks,
} from '@naic/content/navigation.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { sitePaths } from '@naic/content/site-map.ts'
import { linksWithin, readLegalText } from './legal-text.ts'
import { repeated, wrongWords } from './programme-words.ts'
import { readWords, type Words } from './read-words.ts'

/**
 * Says the file and the entry of each mistake in `content/`, and which program repeats what stands
 * there.
 */

/** What other texts name in braces stands in these two. */
const holdsFacts = new Set(['programme.json', 'organisation.json'])

const mistakes: string[] = []
const words = wordsIfReadable()

await checkDataFiles()
const internshipPaths = await checkInternshipIds()
await checkLegalTexts()
checkNavigation()
checkPrograms()

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}

async function checkDataFiles() {
  for (const name of (await readdir('content', { recursive: true })).sort()) {
    if (!name.endsWith('.json') || name === 'package.json') continue
    const file = `content/${name}`
    const schema = contentSchemas[name] ?? contentSchemas[`${path.dirname(name)}/`]
    const json = await readFile(file, 'utf8')
    const data = parse(json)
    if (data instanceof SyntaxError) {
      mistakes.push(`${file}: is not valid JSON: ${data.message}`)
      continue
    }
    const found = schema
      ? (v.safeParse(schema, data).issues ?? []).map(({ path: place = [], message }) => ({
          place: place.map(({ key }) => key as string | number),
          message,
        }))
      : []
    // An internship's lists have their own rules: a download may be optional.
    const inWords = name.startsWith('internships/') ? [] : mistakesInWords(data)
    for (const { place, message } of [...found, ...inWords]) {
      mistakes.push(`${file}: ${entryOf(place)}: ${message}`)
    }
    if (!holdsFacts.has(name)) checkWords(file, json)
  }
}

async function checkLegalTexts() {
  for (const name of await readdir('content/legal')) {
    const file = `content/legal/${name}`
    const markdown = await readFile(file, 'utf8')
    const { text, mistakes: found } = readLegalText(markdown)
    mistakes.push(...found.map((mistake) => `${file}: ${mistake}`))
    for (const link of linksWithin(text)) {
      if (!sitePaths.includes(link)) mistakes.push(`${file}: ${link}: no page of the site is there`)
    }
    checkWords(file, markdown)
    if (name === 'privacy.md') await checkNotice(markdown)
  }
}

/** With each application it is kept which version was agreed to: another text is another version. */
async function checkNotice(markdown: string) {
  const file = 'content/privacy-notice.json'
  const notice = parse(await readFile(file, 'utf8')) as { digest?: unknown }
  const digest = createHash('sha256').update(markdown).digest('hex').slice(0, 16)
  if (notice.digest === digest) return
  mistakes.push(
    `${file}: the text of content/legal/privacy.md is another. Set version to the day from which it holds, and digest to ${digest}`,
  )
}

function checkWords(file: string, text: string) {
  if (words) mistakes.push(...wrongWords(text, words).map((mistake) => `${file}: ${mistake}`))
}

/** Where a file cannot be read, the check of the files names it. */
function wordsIfReadable(): Words | undefined {
  try {
    return readWords()
  } catch {
    return undefined
  }
}

/** @returns where the mistake is, counted as people count: "companies, entry 3, logo". */
function entryOf(place: Place): string {
  const keys = place.map((key) => (typeof key === 'number' ? `entry ${key + 1}` : key))
  return keys.join(', ') || 'the whole file'
}

/** Addresses and the build's list of pages come from the ids and the file names: both must agree. */
async function checkInternshipIds() {
  const folder = 'content/internships'
  const fileOfId = new Map<unknown, string>()
  for (const name of (await readdir(folder)).sort()) {
    const data = parse(await readFile(`${folder}/${name}`, 'utf8'))
    // Without an id the schema has complained already.
    if (!data || typeof data !== 'object' || !('id' in data)) continue
    const { id } = data
    const sameId = fileOfId.get(id)
    if (sameId) mistakes.push(`${folder}/${name}: id: ${id} is taken by ${sameId}`)
    if (!name.startsWith(`${String(id).padStart(2, '0')}-`)) {
      mistakes.push(`${folder}/${name}: id: the file's name must begin with it, in two digits`)
    }
    fileOfId.set(id, name)
  }
  return [...fileOfId.keys()].map((id) => `/internships/${id}`)
}

/** An internship that is gone may still be in the footer. */
function checkNavigation() {
  const pages = new Set([...sitePaths, ...internshipPaths])
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
    ...offices.flatMap(({ city, address }) => [city, address]),
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

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    return error
  }
}
