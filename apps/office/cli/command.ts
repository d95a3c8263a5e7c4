import { readFile } from 'node:fs/promises'
import { type Command as CommandLine, InvalidArgumentError, Option } from 'commander'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { askLine } from './ask.ts'
import type { Run } from './command-run.ts'

/** A command of the council's command line. */
export type Command = {
  /** What it does, in a few words; the list of commands shows it. */
  summary: string
  /** Each as it is typed, without what starts the command line; its `--help` shows them. */
  examples: readonly [string, ...string[]]
  /** Says what it takes, and what is done with it. */
  define: (line: CommandLine, run: Run) => void
}

/** What a file of commands/ exports as `commands`, by the words that are typed: "outbox list". */
export type Commands = Readonly<Record<string, Command>>

export const callByNpm = 'npm run --silent council --'

/** What is typed before every command: `bin/council` gives the process its name. */
export const call = process.title === 'council' ? 'council' : callByNpm

/** For an option that takes a text: one whose text was forgotten would swallow the next option. */
export function givenText(text: string): string {
  if (/^-(-|.$)/s.test(text)) throw new InvalidArgumentError('It looks like an option.')
  return text
}

/** For an option that takes a whole number from `least` to `most`. */
export const givenNumber = (least: number, most: number) => (text: string) => {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
}

/** For an argument that is a certificate's ID, as people write it. */
export function givenId(typed: string): string {
  const id = cleanCertificateId(typed)
  if (!id) throw new InvalidArgumentError('It has neither letters nor digits.')
  return id
}

/**
 * An option whose text says who somebody is, or what they wrote. Arguments stay in the shell's
 * history, sudo's log and the system's, which no erasure reaches. With "-" the command asks for it.
 */
export class PersonalOption extends Option {
  constructor(flags: string, description: string) {
    super(flags, `${description}; "-" asks for it`)
    this.argParser(givenText)
  }
}

/** Asks for every personal option that was typed as "-". */
export async function askPersonalOptions(run: Run, line: CommandLine): Promise<void> {
  for (const option of line.options.filter((one) => one instanceof PersonalOption)) {
    const name = option.attributeName()
    if (line.getOptionValue(name) !== '-') continue
    const text = await askLine(run, option.name())
    if (!text) line.error(`--${option.name()} - takes a line from the terminal or standard input`)
    line.setOptionValue(name, text)
  }
}

/** @returns a file that an option names; undefined if it cannot be read, which was said. */
export async function readNamedFile(run: Run, file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    const [why] = (error as Error).message.split(',')
    run.fail(`The file ${printable(file)} cannot be read (${why}).`)
    return undefined
  }
}
