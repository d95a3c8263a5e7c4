import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { importLaw } from './import-law.ts'
import { goneNames } from './named-files.ts'

/**
 * Says which file or folder is named in a program, a style sheet or a file of settings, but is not
 * there. Not of tests: they fail by themselves, and some name what never was.
 */

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((file) => existsSync(file))
const topOf = (file: string) => file.split('/', 1)[0] ?? ''
// Of the law as well, so that a folder is missed that was renamed as a whole.
const rooms = Object.keys(importLaw).filter((room) => room !== '.')
const tops = [...new Set([...files.filter((file) => file.includes('/')), ...rooms].map(topOf))]

const mistakes = files
  .filter((file) => /^[^/]+\.json$|\.(tsx?|js|css)$/.test(file) && file !== 'package-lock.json')
  .filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
  .flatMap((file) =>
    goneNames(file, readFileSync(file, 'utf8'), { tops, files }).map(
      (name) => `${file} names ${name}, which is not there.`,
    ),
  )

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}
