import { readdir } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import type { Command } from './command.ts'

/**
 * The council's command line: `bin/council COMMAND …`, or `npm run --silent council -- COMMAND …`. A
 * command is a file of `commands/` that exports what it is for and what it does as `command`;
 * "log verify" is log-verify.ts.
 *
 * Ends with 0 when all was done, 1 for what could not be done, and 2 for what makes no sense.
 */

// Most of the time of a short command is Node's reading of the sources. Where this may not be written
// to, they are read each time.
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/council'))

const names = (await readdir(path.join(import.meta.dirname, 'commands')))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => file.replace('.ts', ''))
  .toSorted()

const { runCommandLine } = await import('./run-command-line.ts')
await runCommandLine(process.argv.slice(2), names, async (name) => {
  const { command }: { command: Command } = await import(`./commands/${name}.ts`)
  return command
})
