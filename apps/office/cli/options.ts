import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Run } from './command-run.ts'

/** For an option that takes a whole number from `least` to `most`. */
export const givenNumber = (least: number, most: number) => (text: string) => {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
}

/** For what cannot be undone. */
export const yes = ['--yes', 'does it; without, it is only said what would be done'] as const

/**
 * An option whose text says who somebody is, or what they wrote. Arguments stay in the shell's
 * history, sudo's log and the system's, which no erasure reaches: "-" reads it from standard input.
 */
export class PersonalOption extends Option {
  constructor(flags: string, description: string) {
    super(flags, `${description}; "-" reads it from standard input`)
  }
}

/** Refuses an option whose text was forgotten, as it is empty or the next option, and reads each personal "-". */
export async function readOptions(run: Run, command: Command): Promise<void> {
  for (const option of command.options) {
    const name = option.attributeName()
    const text: unknown = command.getOptionValue(name)
    if (typeof text === 'string' && /^(-(-|.$)|$)/s.test(text)) {
      const why = text && `: '${text}' looks like an option`
      command.error(`error: option '${option.flags}' has no text${why}`)
    }
    if (text !== '-' || !(option instanceof PersonalOption)) continue
    const line = await run.readLine(option.name())
    if (!line) command.error(`error: --${option.name()} - takes a line from standard input`)
    command.setOptionValue(name, line)
  }
}
