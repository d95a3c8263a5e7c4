import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isThere, pathsIn } from './doc-paths.ts'

/** Says which file or folder README.md and docs/ name that is not there. */

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((file) => existsSync(file))
const tops = [...new Set(files.filter((file) => file.includes('/')).map(topOf))]

const mistakes = files
  .filter((file) => /^(README|docs\/.*)\.md$/.test(file))
  .flatMap((doc) => {
    const { links, names } = pathsIn(doc, readFileSync(doc, 'utf8'), tops)
    const gone = [
      ...links.filter((link) => !existsSync(link)),
      ...names.filter((name) => !isThere(name, files)),
    ]
    return gone.map((name) => `${doc} names ${name}, which is not there.`)
  })

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}

function topOf(file: string): string {
  return file.slice(0, file.indexOf('/'))
}
