import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  commandsNamedIn,
  headingsOf,
  isThere,
  pathsIn,
  recordsNamedIn,
  settingsNamedIn,
} from './doc-paths.ts'
import { madeLists } from './made-lists.ts'

/**
 * Prints each path, heading, command and setting that a page names and that does not exist, each decision record
 * without a status or named where there is none, and each list of settings or commands that is out of date.
 */

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((file) => existsSync(file))
const read = (file: string) => readFileSync(file, 'utf8')
const tops = [...new Set(files.flatMap((file) => /^[^/]+(?=\/)/.exec(file)?.[0] ?? []))]
const docs = files.filter((file) =>
  /^((packages\/\w+|content)\/)?README\.md$|^docs\/.*\.md$/.test(file),
)

const records = docs.filter((doc) => doc.startsWith('docs/decisions/'))

const mistakes = [
  ...docs.flatMap(goneFrom),
  ...unknownCommands(),
  ...unknownSettings(),
  ...recordsWithoutStatus(),
  ...goneRecords(),
  ...(await oldLists()),
]

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}

function goneFrom(doc: string): string[] {
  const { links, names, places } = pathsIn(doc, read(doc), tops)
  return [
    ...links.filter((link) => !existsSync(link)),
    ...names.filter((name) => !isThere(name, files)),
    ...places
      .filter(({ file, heading }) => existsSync(file) && !headingsOf(read(file)).includes(heading))
      .map(({ file, heading }) => `${file}#${heading}`),
  ].map((name) => `${doc} names ${name}, which is not there.`)
}

/** The list of commands is made from the program. */
function unknownCommands(): string[] {
  const listed = [...read('docs/commands.md').matchAll(/^\| `([a-z ]+?)(?= [<[-]|`)/gm)]
  const commands = listed.map(([, command = '']) => command)
  const isKnown = (named: string) =>
    commands.some(
      (command) => `${named} `.startsWith(`${command} `) || command.startsWith(`${named} `),
    )
  return docs.flatMap((doc) =>
    commandsNamedIn(read(doc))
      .filter((named) => !isKnown(named))
      .map((named) => `${doc} names "council ${named}", which is no command.`),
  )
}

/** A setting is known if a program or a file of `deploy/` names it, or if it is Node's own. */
function unknownSettings(): string[] {
  const known = new Set(
    files
      .filter((file) => /\.(tsx?|js|json|ya?ml|env|sh|service)$|^deploy\/|^bin\//.test(file))
      .flatMap((file) => read(file).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []),
  )
  return docs.flatMap((doc) =>
    settingsNamedIn(read(doc))
      .filter((name) => !known.has(name) && !name.startsWith('NODE_'))
      .map((name) => `${doc} names ${name}, which nothing reads.`),
  )
}

/** A reader must see at once whether a record still holds. */
function recordsWithoutStatus(): string[] {
  return records
    .filter((doc) => !/^Status: accepted$/m.test(read(doc)))
    .map((doc) => `${doc} has no line "Status: accepted".`)
}

/** Comments say "decision 027" where a reader will ask why. */
function goneRecords(): string[] {
  const numbers = new Set(records.map((record) => path.basename(record).slice(0, 3)))
  return files
    .filter((file) => /\.(tsx?|css|js|md|sql|ya?ml)$/.test(file))
    .flatMap((file) => recordsNamedIn(read(file)).map((number) => ({ file, number })))
    .filter(({ number }) => !numbers.has(number))
    .map(({ file, number }) => `${file} names decision ${number}, which is not there.`)
}

async function oldLists(): Promise<string[]> {
  const lists = Object.entries(madeLists).map(async ([file, list]) =>
    read(file) === (await list()) ? [] : [`${file} is old. Run "npm run lists".`],
  )
  return (await Promise.all(lists)).flat()
}
