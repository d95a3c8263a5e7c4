import { Command, CommanderError } from 'commander'
import { explainFailure } from '@naic/house/explain-failure.ts'
import { commit, version } from '@naic/store/this-version.ts'
import { printable, printableLines } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands, Run } from './command-run.ts'
import { readOptions } from './options.ts'

const backup = () => import('./commands/backup.ts')
const health = () => import('./commands/health.ts')
const log = () => import('./commands/log.ts')
const person = () => import('./commands/person.ts')
const tables = () => import('./commands/schema.ts')

/**
 * By the first word that is typed. Only its file is imported, since that takes most of the time of a
 * short command.
 */
const files: Readonly<Record<string, () => Promise<{ add: AddCommands }>>> = {
  applications: () => import('./commands/applications.ts'),
  backup,
  certificates: () => import('./commands/certificates.ts'),
  check: health,
  checkpoints: log,
  desk: () => import('./commands/desk.ts'),
  doctor: health,
  erase: person,
  journal: () => import('./commands/journal.ts'),
  keys: () => import('./commands/keys.ts'),
  log,
  'mail-failure': () => import('./commands/mail-failure.ts'),
  migrate: tables,
  outbox: () => import('./commands/outbox.ts'),
  person,
  rehearse: backup,
  restore: backup,
  schema: tables,
  settings: () => import('./commands/settings.ts'),
  staff: () => import('./commands/staff.ts'),
  sweep: () => import('./commands/sweep.ts'),
  witness: log,
}

/** Does what the words ask for. The run's `exitCode` says how it ended. */
export async function runCommandLine(words: readonly string[], run: Run): Promise<void> {
  try {
    await (await makeProgram(run, words[0])).parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) run.exitCode = error.exitCode === 0 ? 0 : 2
    else {
      const sentence = explainFailure(error, run.config)
      if (!sentence) throw error
      run.fail(printable(sentence))
    }
  }
}

export const exitCodes = `A command ends with 0 when all was done, with 1 for what could not be done,
with 2 for what makes no sense, and with 3 when "log watch" or "backup" found
a fault. Lists go to standard output, words about them to standard error.`

/**
 * @param word the first that was typed, whose commands are enough; without one it has all.
 * @returns the command line, which throws CommanderError for what was wrongly typed, once that was said.
 */
export async function makeProgram(run: Run, word = ''): Promise<Command> {
  const program = new Command('council')
    .exitOverride()
    .showHelpAfterError('"--help" says more.')
    .configureOutput({
      writeOut: (text) => run.process.stdout.write(text),
      writeErr: (text) => run.process.stderr.write(text),
      outputError: (message, write) => write(`${printableLines(message.trimEnd())}\n`),
    })
    .configureHelp({ sortSubcommands: true })
    .helpCommand(false)
    .version(`${version} (commit ${commit}, Node ${process.versions.node})`, '--version')
    .addHelpText('after', `\n${exitCodes}\ndocs/commands.md has all of it on one page.`)
    .hook('preAction', (_program, command) => readOptions(run, command))
  const meant = Object.hasOwn(files, word) ? [files[word]] : new Set(Object.values(files))
  for (const load of meant) (await load?.())?.add(program, run)
  return program
}

/** @returns the commands that do something, without the groups that they are in. */
export const commandsIn = (command: Command): readonly Command[] =>
  command.commands.length === 0
    ? [command]
    : command.commands
        .flatMap(commandsIn)
        .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))

/** Such as "outbox list". */
export const nameOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()
