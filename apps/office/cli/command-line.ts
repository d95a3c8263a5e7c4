import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Command as CommandLine, CommanderError, Help, Option } from 'commander'
import { explainFailure } from '@naic/installation/explain-failure.ts'
import { printable, printableLines } from '@naic/platform/sheets/printable-text.ts'
import { askPersonalOptions, call, callByNpm, type Command } from './command.ts'
import type { Run } from './command-run.ts'

/** Does what the words ask for. What comes of it is in the run's `exitCode`. */
export async function runCommandLine(words: readonly string[], run: Run): Promise<void> {
  const names = await commandNames()
  const full = withList(words, names)
  try {
    const program = newProgram(run)
    for (const name of neededFor(full, names)) {
      const { command }: { command: Command } = await import(`./commands/${name}.ts`)
      addCommand(program, name, command, run)
    }
    await program.parseAsync(full, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) run.exitCode = error.exitCode === 0 ? 0 : 2
    else {
      const sentence = explainFailure(error, run.config)
      if (!sentence) throw error
      // What the server says as well is written as it is typed without a `council` in the PATH.
      run.fail(printable(sentence.replaceAll(callByNpm, call)))
    }
  }
}

/** @returns the names of the files: words with hyphens between them. */
async function commandNames(): Promise<string[]> {
  const files = await readdir(path.join(import.meta.dirname, 'commands'))
  const commands = files.filter((file) => !file.endsWith('.test.ts'))
  return commands.map((file) => file.replace('.ts', '')).toSorted()
}

const helpOptions = ['-h', '--help']

/** A group alone, with or without options, is its list. */
function withList(words: readonly string[], names: readonly string[]): readonly string[] {
  const [group = '', next] = words
  const isAlone = next === undefined || (next.startsWith('-') && !helpOptions.includes(next))
  return isAlone && names.includes(`${group}-list`) ? [group, 'list', ...words.slice(1)] : words
}

/**
 * Which commands have to be loaded, which takes most of the time of a short one: one where the words name
 * it, those of a group, and otherwise all, as for the list of them.
 */
function neededFor([first = '', second]: readonly string[], names: readonly string[]) {
  const one = [`${first}-${second}`, first].find((name) => names.includes(name))
  if (one !== undefined) return [one]
  const group = names.filter((name) => name.startsWith(`${first}-`))
  return group.length > 0 ? group : names
}

const inAll = `
More:
  "${call} COMMAND --help" says all, with examples.
  docs/staff.md is the manual for the staff, docs/operating.md for whoever
  runs the server.

Ends with 0 when all was done, with 1 for what could not be done, with 2 for
what makes no sense, and with 3 when "log watch" found a fault. Lists go to
standard output, words about them to standard error.`

/** A command line that says what is wrong with what was typed, and throws CommanderError for it. */
function newProgram(run: Run): CommandLine {
  return new CommandLine(call)
    .exitOverride()
    .showHelpAfterError(`"${call} --help" lists all commands.`)
    .configureOutput({
      writeOut: (text) => run.stdout.write(text),
      writeErr: (text) => run.stderr.write(text),
      getOutHelpWidth: () => run.stdout.columns ?? 80,
      outputError: (message, write) => write(`${printableLines(message.trimEnd())}\n`),
    })
    .configureHelp({ formatHelp })
    .usage('COMMAND …')
    .helpCommand(false)
    .helpOption(helpOptions.join(', '), 'says all this')
    .addHelpText('after', inAll)
    .hook('preAction', (_program, line) => askPersonalOptions(run, line))
}

function addCommand(program: CommandLine, name: string, command: Command, run: Run): void {
  const [, group, rest] = (!command.isOneWord && /^([^-]+)-(.+)$/.exec(name)) || []
  const words = group === undefined ? [name] : [group, rest]
  const full = `${call} ${words.join(' ')}`
  const line = (group === undefined ? program : groupOf(program, group)).command(rest ?? name)
  command.define(line, run)
  line
    .description(command.summary)
    .showHelpAfterError(`Usage: ${full} ${line.usage()}\n"${full} --help" says more.`)
    .addHelpText(
      'after',
      `\nExamples:${command.examples.map((one) => `\n  ${call} ${one}`).join('')}`,
    )
}

function groupOf(program: CommandLine, name: string): CommandLine {
  const there = program.commands.find((one) => one.name() === name)
  return there ?? program.command(name).usage('COMMAND …')
}

/** As commander writes it, with all commands that do something in place of the groups they are in. */
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
