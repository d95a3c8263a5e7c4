import { readdir, readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { contentSchemas } from '#content/content-schemas.ts'

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
    mistakes.push(`${file}: ${entryOf(issue)}: ${issue.message}`)
  }
}

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}

/** @returns where the mistake is, counted as people count: "companies, entry 3, logo". */
function entryOf(issue: v.BaseIssue<unknown>): string {
  const keys = issue.path?.map(({ key }) => (typeof key === 'number' ? `entry ${key + 1}` : key))
  return keys?.join(', ') ?? 'the whole file'
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    return error
  }
}
