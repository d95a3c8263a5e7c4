import { Command as CommandLine, Help, Option } from 'commander'
import { printableLines } from '#server/sheets/printable-text.ts'
import { askPersonalOptions, call, type Command, type Settings } from './command.ts'
import { headingOf, placeOf } from './command-headings.ts'
import { meantBy } from './command-words.ts'

const inAll = `
More:
  "${call} GROUP" lists those of one group.
  "${call} COMMAND --help" says all, with examples.
  docs/staff.md is the manual for the staff, docs/operating.md for whoever
  runs the server.

Ends with 0 when all was done, with 1 for what could not be done, and with 2 for
what makes no sense. Lists go to standard output, words about them to standard
error.`

/**
 * Commands as one command line, which says what is wrong with what was typed, with the nearest
 * that makes sense, and throws CommanderError for it.
 *
 * @param commands by their words with a hyphen between them.
 */
export function commandLine(
  commands: ReadonlyMap<string, Command>,
  settings: Settings,
): CommandLine {
  const program = new CommandLine(call)
    .exitOverride()
    .showHelpAfterError(`Usage: ${call} COMMAND …\n"${call} --help" lists all commands.`)
    .configureOutput({ outputError: (message, write) => write(asSentence(message)) })
    .configureHelp({ formatHelp })
    .usage('COMMAND …')
    .helpCommand(false)
    .helpOption('-h, --help', 'says all this')
    .addHelpText('after', inAll)
    .hook('preAction', (_program, line) => askPersonalOptions(line))
  const named = [...commands].map(([name, command]) => ({ words: wordsOf(name, command), command }))
  named.sort((a, b) => placeOf(a.words[0]) - placeOf(b.words[0]))
  for (const { words, command } of named) {
    const [group, name] = words
    add(name === undefined ? program : groupOf(program, group), words, command, settings)
  }
  return program
}

const defaults = new WeakSet<CommandLine>()

/** Whether a command is what its group does alone. */
export const isDefault = (line: CommandLine): boolean => defaults.has(line)

function wordsOf(name: string, { isOneWord }: Command): readonly [string, string?] {
  const [, group, rest] = (!isOneWord && /^([^-]+)-(.+)$/.exec(name)) || []
  return group === undefined || rest === undefined ? [name] : [group, rest]
}

/**
 * Fails where the words lead to no command, and names those that were perhaps meant.
 *
 * @param typed words before the first option.
 */
export function requireCommand(program: CommandLine, typed: readonly string[]): void {
  const [first, second] = typed
  if (first === undefined) return
  const one = program.commands.find((line) => line.name() === first)
  const isOfGroup = one?.commands.some((line) => line.name() === second)
  if (one && (one.commands.length === 0 || second === undefined || isOfGroup)) return
  const all = program.commands.flatMap((line) => [
    line.name(),
    ...line.commands.map((below) => `${line.name()} ${below.name()}`),
  ])
  const meant = meantBy(
    typed,
    all.filter((command) => command !== first),
  )
  const hint = meant.length > 0 ? `\n(Did you mean one of ${meant.join(', ')}?)` : ''
  program.error(`error: unknown command '${typed.slice(0, 2).join(' ')}'${hint}`)
}

function add(
  to: CommandLine,
  words: readonly [string, string?],
  command: Command,
  settings: Settings,
): void {
  const full = `${call} ${words.join(' ')}`
  const line = to.command(words.at(-1) ?? '', { isDefault: command.isDefault ?? false })
  command.define(line, settings)
  const examples = command.examples.map((example) => `\n  ${call} ${example}`)
  line
    .description(command.summary)
    .helpGroup(`${headingOf(words[0]) ?? 'Other'}:`)
    .showHelpAfterError(`Usage: ${full} ${line.usage()}\n"${full} --help" says more.`)
    .addHelpText('after', `\nExamples:${examples.join('')}`)
  if (command.isDefault) {
    defaults.add(line)
    to.addHelpText('after', `\n"${call} ${words[0]}" alone is "${call} ${words.join(' ')}".`)
  }
}

function groupOf(program: CommandLine, name: string): CommandLine {
  const there = program.commands.find((one) => one.name() === name)
  if (there) return there
  return program
    .command(name)
    .usage('COMMAND …')
    .helpGroup(`${headingOf(name) ?? 'Other'}:`)
    .addHelpText('after', `\n"${call} ${name} COMMAND --help" says more.`)
}

/** As commander writes it, with all commands that do something instead of the groups they are in. */
function formatHelp(of: CommandLine, help: Help): string {
  const usual = new Help()
  const visibleCommands = (line: CommandLine): CommandLine[] =>
    line.commands.flatMap((one) => (one.commands.length > 0 ? visibleCommands(one) : one))
  const subcommandTerm = (line: CommandLine): string =>
    `${line.parent?.parent ? `${line.parent.name()} ` : ''}${line.name()}`
  const visibleOptions = (line: CommandLine): Option[] =>
    line.commands.length > 0 ? [] : usual.visibleOptions(line)
  return usual.formatHelp(
    of,
    Object.assign(help, { visibleCommands, subcommandTerm, visibleOptions }),
  )
}

/** @param message as commander writes it: "error: …", and what may have been meant in brackets. */
function asSentence(message: string): string {
  const sentence = message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (?:one of )?(.+)\?\)/, (_, words: string) => {
      const meant = new Intl.ListFormat('en-GB', { type: 'disjunction' })
      return `. Did you mean ${meant.format(words.split(', ').map((word) => `'${word}'`))}?`
    })
  return `${printableLines(sentence.trimEnd())}\n`
}
