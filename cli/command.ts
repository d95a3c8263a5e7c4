import type { Config } from '#server/config.ts'

/** A command of the council's command line: a file of this folder that exports one as `command`. */
export type Command = {
  /** The command with its arguments, and what it does; lines after the first are indented. */
  usage: string
  /** False for a command that works while settings are wrong or missing; it gets the defaults. */
  readsSettings?: false
  /** @returns whether the arguments made sense; if not, the usage is shown. */
  run: (config: Config, args: string[]) => Promise<boolean>
}
