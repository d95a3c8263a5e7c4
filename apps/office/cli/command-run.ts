import { text } from 'node:stream/consumers'
import type { Readable, Writable } from 'node:stream'
import { type Config, readConfig } from '@naic/house/config.ts'
import { listSettings, misspeltSettings } from '@naic/house/settings/described-settings.ts'

type Output = Writable & {
  isTTY?: boolean
  /** Of a terminal that says how wide it is. */
  columns?: number
  /** Of a real file, pipe or terminal. */
  fd?: number
}

/** What a call of the command line reads, writes and may do to its process. Tests bring their own. */
export type Surroundings = {
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

/** One call of the command line: what it says, and the code that it ends with. */
export class Run {
  readonly stdin: Surroundings['stdin']
  readonly stdout: Output
  readonly stderr: Output
  readonly lowerPriority: () => void

  /** 0 when all was done, 1 what could not be done, 2 what makes no sense, 3 what was done and found a fault. */
  exitCode = 0

  /** Once a command has asked for its settings. */
  config: Config | undefined

  readonly #environment: NodeJS.ProcessEnv
  readonly #project: string
  #piped: Promise<string[]> | undefined

  constructor({ stdin, stdout, stderr, environment, project, lowerPriority }: Surroundings) {
    this.stdin = stdin
    this.stdout = stdout
    this.stderr = stderr
    this.lowerPriority = lowerPriority
    this.#environment = environment
    this.#project = project
  }

  /** Reads and checks them when it is called: a command that never calls it works without any. */
  readonly settings: Settings = (without = []) => {
    const kept = Object.entries(this.#environment).filter(([name]) => !without.includes(name))
    this.config = readConfig(Object.fromEntries(kept), this.#project)
    return this.config
  }

  /** @returns every setting as it is given here, without secrets, and the misspelt; also if some are wrong. */
  listSettings() {
    return {
      listed: listSettings(this.#environment),
      misspelt: misspeltSettings(this.#environment),
    }
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

  /** @returns the next line of a standard input that is no terminal; empty at its end. */
  async nextLine(): Promise<string> {
    this.#piped ??= text(this.stdin).then((all) => all.split(/\r?\n/))
    return (await this.#piped).shift() ?? ''
  }
}
