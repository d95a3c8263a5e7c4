import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isThere, pathsIn } from './doc-paths.ts'

/**
 * Says which file or folder README.md and docs/ name that is not there, and which setting or command
 * is there that they do not name.
 */

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((file) => existsSync(file))
const read = (file: string) => readFileSync(file, 'utf8')
const tops = [...new Set(files.filter((file) => file.includes('/')).map(topOf))]
const docs = files.filter((file) => /^(README|docs\/.*)\.md$/.test(file))

const mistakes = [...docs.flatMap(goneFrom), ...unlistedSettings(), ...unnamedCommands()]

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}

function goneFrom(doc: string): string[] {
  const { links, names } = pathsIn(doc, read(doc), tops)
  return [
    ...links.filter((link) => !existsSync(link)),
    ...names.filter((name) => !isThere(name, files)),
  ].map((name) => `${doc} names ${name}, which is not there.`)
}

/** The README's table and `server/config.ts` have the same settings. */
function unlistedSettings(): string[] {
  const readOnes = namesIn(read('server/config.ts'), /\bsetting\('([A-Z_]+)'\)/g)
  const listed = namesIn(read('README.md'), /^\| `([A-Z_]+)` /gm)
  const onceOnly = [...readOnes, ...listed].filter(
    (name) => !(readOnes.has(name) && listed.has(name)),
  )
  return onceOnly.map((name) =>
    listed.has(name)
      ? `README.md has the setting ${name}, which server/config.ts does not read.`
      : `README.md lacks the setting ${name}, which server/config.ts reads.`,
  )
}

/** Whoever runs the site finds every command in a text, and not only in the list of usages. */
function unnamedCommands(): string[] {
  const texts = docs.map(read).join('\n').replaceAll(/\s+/g, ' ')
  return files
    .filter(
      (file) => /^cli\/[a-z-]+\.ts$/.test(file) && /^export const command\b/m.test(read(file)),
    )
    .map((file) => file.slice('cli/'.length, -'.ts'.length).replace('-', ' '))
    .filter(
      (command) => !texts.includes(`council -- ${command}`) && !texts.includes(`\`${command}`),
    )
    .map((command) => `README.md and docs/ do not name the command "${command}".`)
}

function namesIn(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
}

function topOf(file: string): string {
  return file.slice(0, file.indexOf('/'))
}
