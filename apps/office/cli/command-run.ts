import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { type Config, readConfig } from '@naic/house/config.ts'

type Output = Writable & {
  isTTY?: boolean
  /** Of a terminal that says how wide it is. */
  columns?: number
  /** Of a real file, pipe or terminal. */
  fd?: number
}

/** What a call of the command line reads, writes and may do to its process. Tests bring their own. */
type Surroundings = {
  stdin: Readable & { isTTY?: boolean }
  stdout: Output
  stderr: Output
  environment: NodeJS.ProcessEnv
  /** Where data are without DATA_DIR. */
  project: string
  /** Leaves the processor to the server. */
  lowerPriority: () => void
}

/** @param without names of settings, such as "PORT", to leave out. @throws ConfigError if one is wrong. */
export type Settings = (without?: readonly string[]) => Config

export type Agreement = { yes?: true }

/** One call of the command line: what it says, and the code that it ends with. */
export class Run {
  readonly stdin: Surroundings['stdin']
  readonly stdout: Output
  readonly stderr: Output
  readonly environment: NodeJS.ProcessEnv
  readonly lowerPriority: () => void
  readonly #project: string

  /** 0 when all was done, 1 what could not be done, 2 what makes no sense, 3 what was done and found a fault. */
  exitCode = 0

  /** Once a command has asked for its settings. */
  config: Config | undefined

  constructor(surroundings: Surroundings) {
    this.stdin = surroundings.stdin
    this.stdout = surroundings.stdout
    this.stderr = surroundings.stderr
    this.environment = surroundings.environment
    this.lowerPriority = surroundings.lowerPriority
    this.#project = surroundings.project
  }

  /** Reads and checks them when it is called: a command that never calls it works without any. */
  readonly settings: Settings = (without = []) => {
    const kept = Object.entries(this.environment).filter(([name]) => !without.includes(name))
    this.config = readConfig(Object.fromEntries(kept), this.#project)
    return this.config
  }

  /** Prints a result to standard output. @param line printable as it is. */
  print(line: string): void {
    this.stdout.write(`${line}\n`)
  }

  /** Says something about it on standard error. @param line printable as it is. */
  say(line: string): void {
    this.stderr.write(`${line}\n`)
  }

  /** Says why it could not be done, and that the command has failed. @param line printable as it is. */
  fail(line: string, exitCode = 1): void {
    this.say(line)
    this.exitCode = exitCode
  }

  /** @returns a line of standard input without the spaces around it; empty at its end. */
  async readLine(what: string): Promise<string> {
    if (this.stdin.isTTY) this.stderr.write(`${what}: `)
    for await (const line of createInterface({ input: this.stdin })) return line.trim()
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
