import path from 'node:path'

/** What the build or a release makes, and git therefore does not know. */
const madeByTheBuild = [
  'build/',
  'apps/site/app/fonts/',
  'server/index.js',
  'bin/node',
  'release.json',
  'sbom.cdx.json',
]

/**
 * The files and folders that a text names: where its links lead, with the headings in them, words between
 * backticks that look like our paths, and the beginning of each line of a tree in a block of code.
 *
 * @param file the text's own file: links are relative to it.
 * @param tops the folders at the top of the repository: what begins with one is a path.
 */
export function pathsIn(file: string, text: string, tops: readonly string[]) {
  const links: string[] = []
  const names: string[] = []
  const places: { file: string; heading: string }[] = []
  const [blocks, prose] = apart(text)
  for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?:|mailto:)/.test(target)) continue
    const [to = '', heading] = target.split('#')
    const linked = to === '' ? file : path.posix.join(path.posix.dirname(file), to)
    if (to !== '') links.push(linked)
    if (heading !== undefined && linked.endsWith('.md')) places.push({ file: linked, heading })
  }
  for (const [, code = ''] of prose.matchAll(/`([^`\n]+)`/g)) {
    if (looksLikeAPath(code, tops)) names.push(code)
  }
  for (const line of blocks.split('\n')) {
    // A tree names several on a line, such as "keys/ log/ issuing/"; words of a sentence end it.
    for (const word of line.trim().split(/,? +/)) {
      if (!/^[\w-]+(\/|(\.[\w-]+)*\.tsx?)$/.test(word)) break
      names.push(word)
    }
  }
  return { links, names, places }
}

/**
 * @param name as a text has it: whole, or its end where that says enough. A word in capitals, such
 *   as NAME, and an asterisk stand for whatever is there.
 * @param files all that are there, as paths.
 */
export function isThere(name: string, files: readonly string[]): boolean {
  if (madeByTheBuild.some((made) => `${name}/`.startsWith(made))) return true
  const pattern = name
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*\/|\*\*?|<\w+>|(?<![A-Za-z])[A-Z]{2,}(?![A-Za-z.])|NAME/g, (stands) =>
      stands === '**/' ? '(.*/)?' : '[^/]*',
    )
  const end = name.endsWith('/') ? '' : '(/|$)'
  const found = new RegExp(`(^|/)${pattern}${end}`)
  return files.some((file) => found.test(file))
}

function looksLikeAPath(code: string, tops: readonly string[]): boolean {
  if (!/^[\w*<>.-]+(\/[\w*<>.-]*)*$/.test(code) || code.startsWith('./')) return false
  const begin = code.split('/', 1)[0] ?? ''
  return (code.includes('/') && tops.includes(begin)) || /[\w*]\.(tsx?|css|md|json)$/.test(code)
}

/** @returns what a link to each heading of a text has behind its "#". */
export const headingsOf = (text: string): string[] =>
  [...apart(text)[1].matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** At the beginning of a line of code, or behind what runs it or gives it a setting. */
const command =
  /(?:^|[|;] *|\b(?:sudo|npx|exec) +|-- +|=\S+ +)council(?: --as-owner)?(?<words>(?: [a-z]+)+)/g

/** @returns what stands behind "council" where it is a command, such as "keys rotate", without its options. */
export const commandsNamedIn = (text: string): string[] =>
  codeIn(text).flatMap((code) =>
    Array.from(code.matchAll(command), ({ groups }) => groups?.['words']?.trim() ?? ''),
  )

/** @returns the names of settings in a text, such as SITE_URL: capitals with a low line. */
export const settingsNamedIn = (text: string): string[] =>
  codeIn(text).flatMap((code) => code.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [])

function codeIn(text: string): string[] {
  const [blocks, prose] = apart(text)
  return [
    ...blocks.split('\n'),
    ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
  ]
}

/** @returns the numbers of the decision records that a text or a comment names, once each. */
export function recordsNamedIn(text: string): string[] {
  const named = text.matchAll(/\bdecisions?[\s*/]+(\d{3}(?:(?:,| and) \d{3})*)\b/gi)
  return [...new Set([...named].flatMap(([, numbers = '']) => numbers.match(/\d{3}/g) ?? []))]
}

/** @returns the blocks of code, and the rest. */
function apart(text: string): [string, string] {
  const parts = text.split(/^```.*$/m)
  const every = (rest: number) => parts.filter((_, at) => at % 2 === rest).join('\n')
  return [every(1), every(0)]
}
