import { readdir, readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { contentSchemas } from '#content/content-schemas.ts'
import { sitePaths } from '#content/site-map.ts'
import { linksWithin, readLegalText } from './legal-text.ts'

/** Holds every data file in `content/` against its schema; says file and entry of each mistake. */

const mistakes: string[] = []

for (const name of await readdir('content')) {
  if (!name.endsWith('.json')) continue
  const file = `content/${name}`
  const schema = contentSchemas[name]
  if (!schema) {
    mistakes.push(`${file}: has no schema. Add one to content/content-schemas.ts.`)
    continue
  }
  const data = parse(await readFile(file, 'utf8'))
  if (data instanceof SyntaxError) {
    mistakes.push(`${file}: is not valid JSON: ${data.message}`)
    continue
  }
  for (const issue of v.safeParse(schema, data).issues ?? []) {
    mistakes.push(`${file}: ${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`)
  }
}

for (const name of await readdir('content/legal')) {
  const file = `content/legal/${name}`
  const { text, mistakes: found } = readLegalText(await readFile(file, 'utf8'))
  mistakes.push(...found.map((mistake) => `${file}: ${mistake}`))
  for (const path of linksWithin(text)) {
    if (!sitePaths.includes(path)) mistakes.push(`${file}: ${path}: no page of the site is there`)
  }
}

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    return error
  }
}
