import path from 'node:path'
import { CommanderError } from 'commander'
import { type Config, readConfig } from '#server/config.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { printable } from '#server/sheets/printable-text.ts'
import { call, callByNpm, type Command, type Settings } from './command.ts'
import { commandLine, requireCommand } from './command-line.ts'
import { neededFor } from './command-words.ts'

/** Where data are without DATA_DIR: from wherever a command is typed, those of this folder. */
const project = path.join(import.meta.dirname, '..')

/**
 * Does what the words ask for; what comes of it is in `process.exitCode`.
 *
 * @param names of all commands, with a hyphen between their words.
 * @param load one of them.
 */
export async function runCommandLine(
  words: readonly string[],
  names: readonly string[],
  load: (name: string) => Promise<Command>,
): Promise<void> {
  endWithReader()
  standWhereTyped()
  let config: Config | undefined
  const settings: Settings = (without = []) =>
    without.length === 0
      ? (config ??= readConfig(process.env, project))
      : readConfig(lacking(process.env, without), project)
  try {
    const typed = untilOption(words)
    const commands = await loadAll(neededFor(typed, names), names, load)
    const program = commandLine(commands, settings)
    requireCommand(program, typed)
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else {
      const sentence = explainFailure(error, config)
      if (!sentence) throw error
      // What the server says as well is written as it is typed without a `council` in the PATH.
      console.error(printable(sentence.replaceAll(callByNpm, call)))
      process.exitCode = 1
    }
  }
}

function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads has had enough, as in `council certificates list | head`.
    if (error.code === 'EPIPE') process.exit()
    console.error(`What was to be printed could not be written (${error.message}).`)
    process.exit(1)
  })
}

/** npm runs a script in the project's folder; a file is named from where the words were typed. */
function standWhereTyped(): void {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env
  if (script === 'council' && folder !== undefined) process.chdir(folder)
}

const lacking = (environment: NodeJS.ProcessEnv, names: readonly string[]) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)))

function untilOption(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => word.startsWith('-'))
  return first < 0 ? words : words.slice(0, first)
}

async function loadAll(
  needed: readonly string[],
  all: readonly string[],
  load: (name: string) => Promise<Command>,
): Promise<Map<string, Command>> {
  const commands = await Promise.all(needed.map(async (name) => [name, await load(name)] as const))
  const isOfAll = commands.some(([, command]) => command.looksAtAll) && needed.length < all.length
  return isOfAll ? loadAll(all, all, load) : new Map(commands)
}
