import { readFile } from 'node:fs/promises'
import { utf8 } from '#format/bytes.ts'
import { readUnsigned } from '#format/checkpoint.ts'
import { CannotLook } from '#watch/watched-site.ts'
import { writeDurably } from '#watch/watch-state.ts'

/** The largest log that was seen of each site, as the note that the log signed, by the site's address. */
type Notes = Record<string, string>

/**
 * What earlier calls have seen of logs, kept in a file: a log that was put back, or replaced by another
 * one, is noticed. Without a file it is forgotten with the process.
 */
export class SeenLogs {
  readonly #file: string | undefined
  #notes: Notes
  #isChanged = false

  private constructor(file: string | undefined, notes: Notes) {
    this.#file = file
    this.#notes = notes
  }

  /** @throws CannotLook for a file that is there and is not whole. */
  static async open(file: string | undefined): Promise<SeenLogs> {
    return new SeenLogs(file, file === undefined ? {} : await readNotes(file))
  }

  read(site: string): string | null {
    return this.#notes[site] ?? null
  }

  keep(site: string, note: string): void {
    this.#notes[site] = note
    this.#isChanged = true
  }

  /** Another call may have seen a larger log in the meantime, which is kept. */
  async save(): Promise<void> {
    if (this.#file === undefined || !this.#isChanged) return
    const notes = await readNotes(this.#file)
    for (const [site, note] of Object.entries(this.#notes)) {
      const kept = notes[site]
      if (kept === undefined || sizeOf(kept) < sizeOf(note)) notes[site] = note
    }
    await writeDurably(this.#file, utf8(`${JSON.stringify({ v: 1, logs: notes }, null, 2)}\n`))
    this.#isChanged = false
  }
}

async function readNotes(file: string): Promise<Notes> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new CannotLook(`${file} cannot be read (${(error as Error).message}).`, { cause: error })
  }
  const notes = parse(text)
  if (!notes) {
    throw new CannotLook(
      `${file} is not whole, or is not what "ledger check" keeps. Put back a copy of it; without it, logs are taken as they are found.`,
    )
  }
  return notes
}

function parse(text: string): Notes | undefined {
  try {
    const { v, logs } = JSON.parse(text) as { v?: unknown; logs?: Notes }
    const isWhole = v === 1 && logs && Object.values(logs).every((note) => readUnsigned(note))
    return isWhole ? logs : undefined
  } catch {
    return undefined
  }
}

const sizeOf = (note: string) => readUnsigned(note)?.size ?? 0
