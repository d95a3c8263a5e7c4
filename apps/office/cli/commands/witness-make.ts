import { InvalidArgumentError } from 'commander'
import { isWitnessName, makeWitnessKey } from '@naic/ledger/watch/witness-key.ts'
import { type Command, givenText } from '../command.ts'
import type { Run } from '../command-run.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'

export const command: Command = {
  summary: 'a key that signs what "log watch" has seen; prints its public half',
  examples: ['witness make college.example/witness --key witness.pem'],
  define: (line, run) =>
    line
      .argument('<name>', 'of the witness, such as college.example/witness', givenName)
      .requiredOption('--key <file>', 'where the private key goes', givenText)
      .action((name: string, options: { key: string }) => make(run, name, options)),
}

function givenName(name: string): string {
  if (isWitnessName(name)) return name
  throw new InvalidArgumentError('It must be letters, digits, dots, slashes and hyphens.')
}

async function make(run: Run, name: string, { key: file }: { key: string }): Promise<void> {
  try {
    const vkey = await makeWitnessKey(name, file)
    if (vkey) {
      run.print(vkey)
      return
    }
    run.say(printable(`${file} is there already, and was left as it is.`))
  } catch (error) {
    run.say(printable(`${file} could not be written (${(error as Error).message}).`))
  }
  run.exitCode = 1
}
