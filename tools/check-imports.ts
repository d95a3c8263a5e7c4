import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isThere } from './doc-paths.ts'
import { findCircles } from './find-circles.ts'
import { importLaw } from './import-law.ts'
import { type Import, readImports } from './read-imports.ts'
import { breachOf, lawAsList, roomOf } from './rooms.ts'

/**
 * Holds every import of the tree against the law, and the list in docs/architecture.md against
 * it, which `node tools/check-imports.ts --write` makes anew.
 */

const doc = 'docs/architecture.md'
const listInDoc = /(?<=<!-- the import law: begin -->\n)[^]*?(?=\n<!-- the import law: end -->)/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((file) => existsSync(file))
const sources = files.filter((file) => /\.(ts|tsx|js)$/.test(file))
const imports: Import[] = sources.flatMap((file) => readImports(file))

const mistakes = [
  ...sources.flatMap((file) =>
    roomOf(file, importLaw) === undefined ? [`${file} is in no room of tools/import-law.ts.`] : [],
  ),
  ...imports.flatMap((found) => breachOf(found, importLaw) ?? []),
  // The compiler misses what is imported, but not what `new URL()` or a glob names.
  ...imports.flatMap(({ from, to }) =>
    to === 'build' || isThere(to, files) ? [] : [`${from} names ${to}, which is not there.`],
  ),
  ...findCircles(imports).map((circle) => `These import one another: ${circle.join(' → ')}`),
]

const text = readFileSync(doc, 'utf8')
const right = text.replace(listInDoc, () => `\n${lawAsList(importLaw)}\n`)
if (process.argv.includes('--write')) writeFileSync(doc, right)
else if (text !== right || !listInDoc.test(text)) {
  mistakes.push(`The list in ${doc} is not that of the law: node tools/check-imports.ts --write`)
}

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}
