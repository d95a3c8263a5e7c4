import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import type { Command } from 'commander'
import { type Config, readConfig } from '@naic/house/config.ts'

/** What a command reads of its process, and writes to it. Tests bring their own. */
type OwnProcess = {
  stdin: Readable & { isTTY?: boolean }
  /** `fd` is that of a real file, pipe or terminal. */
  stdout: Writable & { isTTY?: boolean; fd?: number }
  stderr: Writable
  env: NodeJS.ProcessEnv
}

export type Agreement = { yes?: true }

/** One call of the command line: what it says, and the code that it ends with. */
export class Run {
  readonly process: OwnProcess
  readonly #project: string

  /** 0 when all was done, 1 what could not be done, 2 what makes no sense, 3 what was done and found a fault. */
  exitCode = 0

  /** Once a command has asked for its settings. */
  config: Config | undefined

  /** @param project the folder whose `data` has the data without DATA_DIR. */
  constructor(process: OwnProcess, project: string) {
    this.process = process
    this.#project = project
  }

  /**
   * Reads and checks them when it is called: a command that never calls it works without any.
   *
   * @param without names of settings, such as "PORT", to leave out. @throws ConfigError if one is wrong.
   */
  readonly settings = (without: readonly string[] = []): Config => {
    const kept = Object.entries(this.process.env).filter(([name]) => !without.includes(name))
    this.config = readConfig(Object.fromEntries(kept), this.#project)
    return this.config
  }

  /** Prints a result to standard output. @param line printable as it is. */
  print(line: string): void {
    this.process.stdout.write(`${line}\n`)
  }

  /** Says something about it on standard error. @param line printable as it is. */
  say(line: string): void {
    this.process.stderr.write(`${line}\n`)
  }

  /** Says why it could not be done, and that the command has failed. @param line printable as it is. */
  fail(line: string, exitCode = 1): void {
    this.say(line)
    this.exitCode = exitCode
  }

  /** @returns a line of standard input without the spaces around it; empty at its end. */
  async readLine(what: string): Promise<string> {
    const { stdin, stderr } = this.process
    if (stdin.isTTY) stderr.write(`${what}: `)
    for await (const line of createInterface({ input: stdin })) return line.trim()
    return ''
  }

  /**
   * Whether --yes agrees to what cannot be undone. Without it that is shown, and the command has failed.
   *
   * @param shown printable as it is; left out if the command has said it already.
   * @param nothing such as "Nothing was removed".
   */
  isAgreed({ yes }: Agreement, nothing: string, shown?: string): boolean {
    if (yes) return true
    if (shown !== undefined) this.print(shown)
    this.fail(`${nothing}. Add --yes to have it done.`)
    return false
  }
}

/** Adds the commands of a file of commands/, and says what each does. */
export type AddCommands = (program: Command, run: Run) => void
