import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { CommanderError } from 'commander'
import { type Config, readConfig } from '#server/config.ts'
import { explainFailure } from '#server/explain-failure.ts'
import type { Command } from './command.ts'
import { commandLine } from './command-line.ts'
import { printable } from '#server/sheets/printable-text.ts'

/**
 * The council's command line: `npm run --silent council -- COMMAND …`. A command is a file of
 * `commands/` that exports what it is for and what it does as `command`; "log verify" is log-verify.ts.
 *
 * Ends with 0 when all was done, 1 for what could not be done, and 2 for what makes no sense.
 */

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads has had enough, as in `council certificates list | head`.
  if (error.code === 'EPIPE') process.exit()
  console.error(`What was to be printed could not be written (${error.message}).`)
  process.exit(1)
})

const commands = new Map<string, Command>()
for (const file of (await readdir(path.join(import.meta.dirname, 'commands'))).toSorted()) {
  if (file.endsWith('.test.ts')) continue
  const { command }: { command: Command } = await import(`./commands/${file}`)
  commands.set(file.replace('.ts', ''), command)
}

let config: Config | undefined
const settings = () => (config ??= readConfig(process.env))

try {
  await commandLine(commands, settings).parseAsync(process.argv.slice(2), { from: 'user' })
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    const sentence = explainFailure(error, config)
    if (!sentence) throw error
    console.error(printable(sentence))
    process.exitCode = 1
  }
}
