import { readJson } from '#format/canonical-json.ts'
import { CannotLook } from '#watch/watched-site.ts'
import { readKept, writeDurably } from '#watch/watch-state.ts'

/** What the checks asked to be kept of each site's logs, by its address; only they read it. */
type Seen = Record<string, string>

/**
 * What was seen of logs, kept in a file, so that a log that was put back or replaced is noticed. Without
 * a file it is forgotten with the process. What another call keeps meanwhile counts at once, and what is
 * kept here stays, however this call ends.
 */
export class SeenLogs {
  readonly #file: string | undefined
  #seen: Seen = {}
  #fault: CannotLook | undefined

  /** @throws CannotLook for a file that is there and is not whole. */
  constructor(file: string | undefined) {
    this.#file = file
    this.read('')
    this.requireKept()
  }

  read(site: string): string | null {
    this.#use((file) => (this.#seen = { ...this.#seen, ...readSeen(file) }))
    return this.#seen[site] ?? null
  }

  /** What cannot be kept does not change what was found: `requireKept` says it at the end. */
  keep(site: string, text: string): void {
    this.read(site)
    this.#seen = { ...this.#seen, [site]: text }
    const kept = JSON.stringify({ v: 1, seen: this.#seen }, null, 2)
    this.#use((file) => writeDurably(file, `${kept}\n`))
  }

  /** @throws CannotLook if something was seen and could not be kept. */
  requireKept(): void {
    if (this.#fault) throw this.#fault
  }

  /** A file that failed once is left alone. */
  #use(step: (file: string) => void): void {
    if (this.#file === undefined || this.#fault) return
    try {
      step(this.#file)
    } catch (error) {
      const why = `What was seen of the log cannot be kept: ${(error as Error).message}.`
      this.#fault = error instanceof CannotLook ? error : new CannotLook(why, { cause: error })
    }
  }
}

/** @returns nothing seen where there is no such file. */
function readSeen(file: string): Seen {
  const text = readKept(file)
  if (text === undefined) return {}
  const { v, seen } = (readJson(text) ?? {}) as { v?: unknown; seen?: Seen }
  if (v === 1 && seen && Object.values(seen).every((one) => typeof one === 'string')) return seen
  throw new CannotLook(
    `${file} is not whole, or is not what "ledger check" keeps. Put back a copy of it; without it, logs are taken as they are found.`,
  )
}
