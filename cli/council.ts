import { readdir } from 'node:fs/promises'
import { type Config, readConfig } from '#server/config.ts'
import { explainFailure } from '#server/explain-failure.ts'
import type { Command } from './command.ts'
import { printable } from './printable-text.ts'

/**
 * The council's command line: `npm run --silent council -- COMMAND …`. A command is a file of this
 * folder that exports what it is for and what it does as `command`; "log verify" is log-verify.ts.
 */

// Whoever reads has had enough, as in `council certificates list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const words = process.argv.slice(2)
const commands = new Map<string, Command>()
for (const file of await readdir(import.meta.dirname)) {
  const command = file.replace('.ts', '')
  if (command === 'council' || command.includes('.')) continue
  const exported: { command?: Command } = await import(`./${file}`)
  if (exported.command) commands.set(command, exported.command)
}

let config: Config | undefined
try {
  const length = commands.has(words.slice(0, 2).join('-')) ? 2 : 1
  const command = commands.get(words.slice(0, length).join('-'))
  const environment = command?.readsSettings === false ? {} : process.env
  config = readConfig(environment)
  const done = command && (await command.run(config, words.slice(length)))
  if (!done) {
    const usages = [...commands.values()].map(
      ({ usage }) => `  npm run --silent council -- ${usage}`,
    )
    console.error(['Usage:', ...usages].join('\n'))
    process.exitCode = 2
  }
} catch (error) {
  const sentence = explainFailure(error, config)
  if (!sentence) throw error
  console.error(printable(sentence))
  process.exitCode = 1
}
