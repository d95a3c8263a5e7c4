import { readFile } from 'node:fs/promises'
import { utf8 } from '#format/bytes.ts'
import { CannotLook } from '#watch/watched-site.ts'
import { writeDurably } from '#watch/watch-state.ts'

/** What the checks asked to be kept of each site's logs, by its address; only they read it. */
type Seen = Record<string, string>

/**
 * What earlier calls have seen of logs, kept in a file: a log that was put back, or replaced by another
 * one, is noticed. Without a file it is forgotten with the process.
 */
export class SeenLogs {
  readonly #file: string | undefined
  readonly #seen: Seen
  #isChanged = false

  private constructor(file: string | undefined, seen: Seen) {
    this.#file = file
    this.#seen = seen
  }

  /** @throws CannotLook for a file that is there and is not whole. */
  static async open(file: string | undefined): Promise<SeenLogs> {
    return new SeenLogs(file, file === undefined ? {} : await readSeen(file))
  }

  read(site: string): string | null {
    return this.#seen[site] ?? null
  }

  keep(site: string, text: string): void {
    this.#seen[site] = text
    this.#isChanged = true
  }

  /** Of two calls at a time, what the last one to end has seen is kept. */
  async save(): Promise<void> {
    if (this.#file === undefined || !this.#isChanged) return
    await writeDurably(this.#file, utf8(`${JSON.stringify({ v: 1, seen: this.#seen }, null, 2)}\n`))
    this.#isChanged = false
  }
}

async function readSeen(file: string): Promise<Seen> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new CannotLook(`${file} cannot be read (${(error as Error).message}).`, { cause: error })
  }
  const seen = parse(text)
  if (!seen) {
    throw new CannotLook(
      `${file} is not whole, or is not what "ledger check" keeps. Put back a copy of it; without it, logs are taken as they are found.`,
    )
  }
  return seen
}

function parse(text: string): Seen | undefined {
  try {
    const { v, seen } = JSON.parse(text) as { v?: unknown; seen?: Seen }
    const isWhole = v === 1 && seen && Object.values(seen).every((one) => typeof one === 'string')
    return isWhole ? seen : undefined
  } catch {
    return undefined
  }
}
