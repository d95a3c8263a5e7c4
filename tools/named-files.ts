import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { isThere, pathsIn } from './doc-paths.ts'

/**
 * The files and folders of ours that a program, a style sheet or a file of settings names in plain
 * text, where no compiler would miss one that was renamed: in a string, in a comment between
 * backticks, in `url()`. What is imported, `check-imports.ts` sees to.
 *
 * @param file from the root of the project.
 * @param tops the folders at the top of the repository: what begins with one is a path.
 * @param files all that are there.
 * @returns the names of those that are not there.
 */
export function goneNames(
  file: string,
  text: string,
  { tops, files }: { tops: readonly string[]; files: readonly string[] },
): string[] {
  const names = file.endsWith('.css')
    ? urlsIn(file, text)
    : file.endsWith('.json')
      ? wordsOf(text).filter((word) => isPath(word, tops))
      : namesInProgram(file, text, tops)
  return [...new Set(names)].filter((name) => !isThere(name.replace(/^\.\//, ''), files))
}

function namesInProgram(file: string, text: string, tops: readonly string[]): string[] {
  const { program, comments } = parseSync(file, text)
  const strings: string[] = []
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && strings.push(value),
    TemplateElement: ({ value }) => value.cooked !== null && strings.push(value.cooked),
  }).visit(program)
  return [
    ...strings.filter((string) => isPath(string, tops)),
    ...comments.flatMap(({ value }) => pathsIn(file, value, tops).names),
  ]
}

/** Relative ones: the others lead elsewhere, or into what the build makes. */
const urlsIn = (file: string, text: string): string[] =>
  [...text.matchAll(/url\(\s*['"]?(\.[^'")]+)['"]?\s*\)|@import ['"](\.[^'"]+)['"]/g)].map(
    ([, url = '', sheet = '']) => path.posix.join(path.posix.dirname(file), url || sheet),
  )

/** Of all strings, names of fields as well: a script of npm is several words, an option has "=". */
const wordsOf = (json: string): string[] =>
  [...json.matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap(([, string = '']) => string.split(/[\s=]+/))

function isPath(string: string, tops: readonly string[]): boolean {
  const [, top = ''] = /^(?:\.\/)?([\w.-]+)\/[\w*.,/-]*$/.exec(string) ?? []
  return tops.includes(top)
}
