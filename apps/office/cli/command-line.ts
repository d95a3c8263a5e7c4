import { Command as CommandLine, CommanderError, Help, Option } from 'commander'
import { explainFailure } from '@naic/house/explain-failure.ts'
import { commit, version } from '@naic/store/this-version.ts'
import { printable, printableLines } from '@naic/store/sheets/printable-text.ts'
import { askPersonalOptions, call, callByNpm, type Command, type Commands } from './command.ts'
import type { Run } from './command-run.ts'

/**
 * The files of commands/, with the first words of what is in each. Only those of the word that was typed
 * are imported, since that takes most of the time of a short command.
 */
const files: readonly (readonly [
  words: readonly string[],
  load: () => Promise<{ commands: Commands }>,
])[] = [
  [['applications'], () => import('./commands/applications.ts')],
  [['backup', 'restore'], () => import('./commands/backup.ts')],
  [['certificates'], () => import('./commands/certificates.ts')],
  [['certificates'], () => import('./commands/certificates-issue.ts')],
  [['desk'], () => import('./commands/desk.ts')],
  [['erase'], () => import('./commands/erase.ts')],
  [['check', 'doctor'], () => import('./commands/health.ts')],
  [['journal'], () => import('./commands/journal.ts')],
  [['keys'], () => import('./commands/keys.ts')],
  [['letters'], () => import('./commands/letters.ts')],
  [['checkpoints', 'log'], () => import('./commands/log.ts')],
  [['log', 'witness'], () => import('./commands/log-watch.ts')],
  [['mail-failure'], () => import('./commands/mail-failure.ts')],
  [['migrate', 'schema'], () => import('./commands/schema.ts')],
  [['outbox'], () => import('./commands/outbox.ts')],
  [['person'], () => import('./commands/person.ts')],
  [['retention', 'sweep'], () => import('./commands/retention.ts')],
  [['settings'], () => import('./commands/settings.ts')],
  [['staff'], () => import('./commands/staff.ts')],
]

/** Does what the words ask for. The run's `exitCode` says how it ended. */
export async function runCommandLine(words: readonly string[], run: Run): Promise<void> {
  try {
    const commands = Object.entries(await commandsOf(words[0]))
    const program = newProgram(run)
    for (const [name, command] of commands) addCommand(program, name, command, run)
    await program.parseAsync(withList(words, commands), { from: 'user' })
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

/** @returns the commands that begin with a word, or all, in the order of the alphabet. */
export async function commandsOf(word?: string): Promise<Commands> {
  const meant = files.filter(([words]) => word !== undefined && words.includes(word))
  const all: [string, Command][] = []
  for (const [, load] of meant.length > 0 ? meant : files) {
    const { commands } = await load()
    all.push(...Object.entries(commands))
  }
  const ofWord = all.filter(([name]) => meant.length === 0 || name.split(' ')[0] === word)
  return Object.fromEntries(ofWord.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const helpOptions = ['-h', '--help']

/** A group alone, with or without options, is its list. */
function withList(
  words: readonly string[],
  commands: readonly (readonly [name: string, command: Command])[],
): readonly string[] {
  const [group = '', next] = words
  const isAlone = next === undefined || (next.startsWith('-') && !helpOptions.includes(next))
  const hasList = commands.some(([name]) => name === `${group} list`)
  return isAlone && hasList ? [group, 'list', ...words.slice(1)] : words
}

const inAll = `
More:
  "${call} COMMAND --help" says all, with examples.
  docs/commands.md is the manual for all of this, docs/operating.md for
  those who run the server, docs/staff.md for the staff at the desk.

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
    .version(
      `${version} (commit ${commit}, Node ${process.versions.node})`,
      '--version',
      'which version this is',
    )
    .helpOption(helpOptions.join(', '), 'says all this')
    .addHelpText('after', inAll)
    .hook('preAction', (_program, line) => askPersonalOptions(run, line))
}

function addCommand(program: CommandLine, name: string, command: Command, run: Run): void {
  const [first = '', second] = name.split(' ')
  const line = second ? groupOf(program, first).command(second) : program.command(first)
  command.define(line, run)
  const full = `${call} ${name}`
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
