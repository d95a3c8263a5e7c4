import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type ListedScripts, listPath } from '#server/http/pages/page-headers.ts'
import { listOwnScripts } from './own-scripts.ts'

/**
 * Lists the inline scripts of the prerendered pages, which is what the server allows in them. A
 * page that holds any other stops the build.
 */
const build = 'build'
const folder = path.join(build, 'client')
const listed: ListedScripts = {}
const wrong: string[] = []

for (const name of (await readdir(folder, { recursive: true })).sort()) {
  if (!name.endsWith('.html')) continue
  const file = path.join(folder, name)
  const { html, scripts, mistakes } = listOwnScripts(await readFile(file, 'utf8'))
  listed[`/${name.split(path.sep).join('/')}`] = scripts
  wrong.push(...mistakes.map((mistake) => `${file}: ${mistake}`))
  await writeFile(file, html)
}

if (wrong.length > 0) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
await writeFile(listPath(build), JSON.stringify(listed, null, 2))
