import { Command as CommandLine, Help } from 'commander'
import { closestMatch } from 'leven'
import type { Config } from '#server/config.ts'
import { call, type Command } from './command.ts'
import { printableLines } from '#server/sheets/printable-text.ts'

/**
 * All commands as one command line, which says what is wrong with what was typed, with the nearest
 * that makes sense, and throws CommanderError for it.
 *
 * @param commands by their words with a hyphen between them.
 */
export function commandLine(
  commands: ReadonlyMap<string, Command>,
  settings: () => Config,
): CommandLine {
  const program = new CommandLine(call)
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({ outputError: (message, write) => write(asSentence(message)) })
    .configureHelp({ formatHelp })
    .usage('COMMAND …')
    .helpCommand(false)
    .helpOption('-h, --help', 'says all this')
    .addHelpText('after', `\n"${call} COMMAND --help" says more, with examples.`)
  for (const [words, command] of commands) {
    const [, group, name = words] = (!command.isOneWord && /^([^-]+)-(.+)$/.exec(words)) || []
    add(group ? groupOf(program, group) : program, name, command, settings)
  }
  return program
}

function add(to: CommandLine, name: string, command: Command, settings: () => Config): void {
  const line = to.command(name, { isDefault: command.isDefault ?? false })
  if (command.isDefault) to.hook('preSubcommand', refuseSlip)
  command.define(line, settings)
  const examples = command.examples.map((example) => `\n  ${call} ${example}`)
  line.description(command.summary).addHelpText('after', `\nExamples:${examples.join('')}`)
}

/** Where one command of a group does what the group does alone, a slip would be handed to it. */
function refuseSlip(group: CommandLine): void {
  const [word = ''] = group.args
  const names = group.commands.map((one) => one.name())
  if (word === '' || word.startsWith('-') || names.includes(word)) return
  const meant = closestMatch(word, names, { maxDistance: word.length / 2 })
  const which = meant === undefined ? '' : `\n(Did you mean ${meant}?)`
  group.error(`error: unknown command '${word}'${which}`)
}

const groupOf = (program: CommandLine, name: string): CommandLine =>
  program.commands.find((one) => one.name() === name) ?? program.command(name).usage('COMMAND …')

/** As commander writes it, with all commands that do something instead of the groups they are in. */
function formatHelp(of: CommandLine, help: Help): string {
  const usual = new Help()
  const visibleCommands = (line: CommandLine): CommandLine[] =>
    line.commands.flatMap((one) => (one.commands.length > 0 ? visibleCommands(one) : one))
  const subcommandTerm = (line: CommandLine): string =>
    `${line.parent?.parent ? `${line.parent.name()} ` : ''}${usual.subcommandTerm(line)}`
  return usual.formatHelp(of, Object.assign(help, { visibleCommands, subcommandTerm }))
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
