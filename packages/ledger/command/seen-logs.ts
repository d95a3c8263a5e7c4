import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CannotLook } from '#watch/watched-site.ts'

/** What the checks asked to be kept of each site's logs, by its address; only they read it. */
type Seen = Record<string, string>

/**
 * What earlier calls have seen of logs, kept in a file: a log that was put back, or replaced by another
 * one, is noticed. Without a file it is forgotten with the process.
 *
 * As the browser's own memory it is read and written in one step: what another call has seen in the
 * meantime counts here at once, and what was seen here is kept however this call ends.
 */
export class SeenLogs {
  readonly #file: string | undefined
  #seen: Seen = {}
  #fault: CannotLook | undefined

  /** @throws CannotLook for a file that is there and is not whole, or could not be written. */
  constructor(file: string | undefined) {
    // Where a link leads: put in its place, the file would be hidden from who reads it there.
    this.#file = file !== undefined && existsSync(file) ? realpathSync(file) : file
    if (this.#file === undefined) return
    this.#seen = readSeen(this.#file)
    try {
      accessSync(path.dirname(this.#file), constants.W_OK)
    } catch (error) {
      throw notKept(this.#file, error)
    }
  }

  read(site: string): string | null {
    return this.#newest()[site] ?? null
  }

  /** What cannot be kept does not change what was found: `requireKept` says it at the end. */
  keep(site: string, text: string): void {
    this.#seen = { ...this.#newest(), [site]: text }
    if (this.#file === undefined) return
    try {
      writeInPlace(this.#file, `${JSON.stringify({ v: 1, seen: this.#seen }, null, 2)}\n`)
    } catch (error) {
      this.#fault = notKept(this.#file, error)
    }
  }

  /** @throws CannotLook if something was seen and could not be kept. */
  requireKept(): void {
    if (this.#fault) throw this.#fault
  }

  #newest(): Seen {
    if (this.#file === undefined || this.#fault) return this.#seen
    try {
      this.#seen = { ...this.#seen, ...readSeen(this.#file) }
    } catch (error) {
      this.#fault = error as CannotLook
    }
    return this.#seen
  }
}

const notKept = (file: string, error: unknown) =>
  new CannotLook(`What was seen of the log cannot be kept: ${(error as Error).message}.`, {
    cause: file,
  })

/** @returns nothing seen where there is no such file. */
function readSeen(file: string): Seen {
  if (!existsSync(file)) return {}
  try {
    const { v, seen } = JSON.parse(readFileSync(file, 'utf8')) as { v?: unknown; seen?: Seen }
    if (v === 1 && seen && Object.values(seen).every((one) => typeof one === 'string')) return seen
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) {
      throw new CannotLook(`${file} cannot be read (${(error as Error).message}).`, {
        cause: error,
      })
    }
  }
  throw new CannotLook(
    `${file} is not whole, or is not what "ledger check" keeps. Put back a copy of it; without it, logs are taken as they are found.`,
  )
}

/** When this returns, the file is whole and its bytes survive a crash; before, the old one is there. */
function writeInPlace(file: string, text: string): void {
  const unfinished = `${file}.${randomUUID()}.tmp`
  try {
    writeFileSync(unfinished, text, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}
