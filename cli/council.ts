import { readdir } from 'node:fs/promises'
import { type Config, ConfigError, readConfig } from '#server/config.ts'

/**
 * The council's command line: `npm run --silent council -- COMMAND …`. A command is a file of this
 * folder that exports what it is for and what it does.
 */
export type Command = {
  /** One line: the command with its arguments, and what it does. */
  usage: string
  /** @returns whether the arguments made sense; if not, the usage is shown. */
  run: (config: Config, args: string[]) => Promise<boolean>
}

const [name, ...args] = process.argv.slice(2)
const commands = new Map<string, Command>()
for (const file of await readdir(import.meta.dirname)) {
  const command = file.replace('.ts', '')
  if (command === 'council') continue
  commands.set(command, (await import(`./${file}`)).command)
}

try {
  const command = commands.get(name ?? '')
  const done = command && (await command.run(readConfig(process.env), args))
  if (!done) {
    const usages = [...commands.values()].map(
      ({ usage }) => `  npm run --silent council -- ${usage}`,
    )
    console.error(['Usage:', ...usages].join('\n'))
    process.exitCode = 2
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
