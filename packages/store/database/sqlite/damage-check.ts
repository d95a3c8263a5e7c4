import type { Log } from '#log.ts'
import { RegularWork } from '#regular-work.ts'
import { DatabaseDamaged, SqliteThread } from './sqlite-thread.ts'

const secondMs = 1_000
const firstAfterMs = { least: 30 * secondMs, most: 60 * secondMs }
const everyMs = 6 * 60 * 60 * secondMs
/** As many as fit into a line of the log. */
const mostNamed = 5

type Parts = {
  /** Undefined if SQLite does not keep the rows. */
  file: string | undefined
  log: Log
  /** Gets the number of faults of each check, for the metrics. */
  tell: (faults: number) => void
}

/**
 * Checks SQLite's file for damaged pages, within a minute of the start and then every six hours: SQLite
 * itself notices a damaged page only when it is read, perhaps months later. The check has its own
 * connection and thread, and takes one table after another, so that nobody waits for it.
 */
export class DamageCheck extends RegularWork {
  readonly #parts: Parts
  #isDamaged = false

  constructor(parts: Parts) {
    const failed = 'database: could not be looked through'
    const { file, log } = parts
    super({ firstAfterMs, everyMs: file === undefined ? undefined : everyMs, log, failed })
    this.#parts = parts
  }

  /** Whether the last check found damage; then the server should store nothing more. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  protected async work(rest: () => Promise<void>): Promise<void> {
    const { file, log, tell } = this.#parts
    if (file === undefined) return
    const begun = performance.now()
    const faults = await findDamage(file, rest)
    this.#isDamaged = faults.length > 0
    tell(faults.length)
    const seconds = Math.round((performance.now() - begun) / 1000)
    if (faults.length === 0) log.info({ seconds }, 'database: SQLite finds no damage')
    else
      log.error(
        { count: faults.length, faults: faults.slice(0, mostNamed) },
        'database: its file is damaged. Stop the server, keep the folder as it is, and restore the newest backup (docs/backup.md)',
      )
  }
}

/** @returns what SQLite finds wrong, by table. */
async function findDamage(file: string, rest: () => Promise<void>): Promise<string[]> {
  const thread = new SqliteThread(file, 'read')
  const faults: string[] = []
  const ask = async (sql: string, subject = ''): Promise<Record<string, string>[]> => {
    try {
      const [result] = await thread.ask({ ask: 'read', statements: [{ sql, parameters: [] }] })
      return (result?.rows ?? []) as Record<string, string>[]
    } catch (error) {
      if (!(error instanceof DatabaseDamaged)) throw error
      faults.push(subject + error.message)
      return []
    }
  }
  try {
    for (const { name } of await ask("SELECT name FROM sqlite_master WHERE type = 'table'")) {
      const said = await ask(`PRAGMA quick_check('${name}')`, `${name}: `)
      for (const { quick_check: fault } of said)
        if (fault !== 'ok') faults.push(`${name}: ${fault}`)
      await rest()
    }
    return faults
  } finally {
    await thread.close()
  }
}
