import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { contentSchemas } from '#content/content-schemas.ts'
import { footerInternships, footerLinks, headerLinks, legalLinks } from '#content/navigation.ts'
import { sitePaths } from '#content/site-map.ts'
import { linksWithin, readLegalText } from './legal-text.ts'
import { wrongWords } from './programme-words.ts'
import { readWords, type Words } from './read-words.ts'

/** Holds every data file in `content/` against its schema; says file and entry of each mistake. */

/** What other texts name in braces stands in these two. */
const holdsFacts = new Set(['programme.json', 'organisation.json'])

const mistakes: string[] = []
const words = wordsIfReadable()

await checkDataFiles()
const internshipPaths = await checkInternshipIds()
await checkLegalTexts()
checkNavigation()

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}

async function checkDataFiles() {
  for (const name of (await readdir('content', { recursive: true })).sort()) {
    if (!name.endsWith('.json')) continue
    const file = `content/${name}`
    const schema = contentSchemas[name] ?? contentSchemas[`${path.dirname(name)}/`]
    if (!schema) {
      mistakes.push(`${file}: has no schema. Add one to content/content-schemas.ts.`)
      continue
    }
    const json = await readFile(file, 'utf8')
    const data = parse(json)
    if (data instanceof SyntaxError) {
      mistakes.push(`${file}: is not valid JSON: ${data.message}`)
      continue
    }
    for (const issue of v.safeParse(schema, data).issues ?? []) {
      mistakes.push(`${file}: ${entryOf(issue)}: ${issue.message}`)
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
function entryOf(issue: v.BaseIssue<unknown>): string {
  const keys = issue.path?.map(({ key }) => (typeof key === 'number' ? `entry ${key + 1}` : key))
  return keys?.join(', ') ?? 'the whole file'
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

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    return error
  }
}
