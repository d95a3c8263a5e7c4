import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import type { Database } from '#server/database/database.ts'
import { openSqliteDatabase } from '#server/database/sqlite-database.ts'
import { Outbox } from '#server/mail/outbox.ts'
import { issueCertificates, type Order } from '#server/registry/issue-certificates.ts'
import { openRegistry } from '#server/registry/open-registry.ts'
import type { Registry } from '#server/registry/registry.ts'
import { verifyLog } from '#server/registry/verify-log.ts'

export const testSite = 'https://naic.example'

let madeOnce: Promise<string> | undefined

/** A registry on a real database in a folder of its own, which can be closed, copied and opened again. */
export class TestRegistry {
  readonly folder: string
  #database: Database | undefined
  #registry: Registry | undefined

  private constructor(folder: string) {
    this.folder = folder
  }

  /** A registry that was just made, with its samples. Making one takes time, so it is a copy. */
  static async start(): Promise<TestRegistry> {
    madeOnce ??= TestRegistry.#make()
    const place = new TestRegistry(await mkdtemp(path.join(tmpdir(), 'naic-registry-')))
    await cp(await madeOnce, place.folder, { recursive: true })
    await place.open()
    return place
  }

  static async #make(): Promise<string> {
    const place = new TestRegistry(await mkdtemp(path.join(tmpdir(), 'naic-registry-')))
    await place.open()
    await place.close()
    return place.folder
  }

  get registry(): Registry {
    if (!this.#registry) throw new Error('The registry is not open.')
    return this.#registry
  }

  get database(): Database {
    if (!this.#database) throw new Error('The database is not open.')
    return this.#database
  }

  get keysFolder(): string {
    return path.join(this.folder, 'keys')
  }

  /** As the server does at its start. */
  async open(siteUrl = testSite): Promise<Registry> {
    const database = await openSqliteDatabase(this.#file)
    this.#database = database
    const mailer = { send: async () => undefined }
    const outbox = new Outbox(database, mailer, pino({ level: 'silent' }))
    const { keysFolder } = this
    this.#registry = await openRegistry({ database, outbox, keysFolder, siteUrl })
    return this.#registry
  }

  async close(): Promise<void> {
    await this.#database?.close()
    this.#database = undefined
    this.#registry = undefined
  }

  /** Closes, does something to what lies there, and opens again. */
  async reopenAfter(change: () => unknown): Promise<Registry> {
    await this.close()
    await change()
    return this.open()
  }

  /** Changes rows as somebody would who has the file and knows of the triggers. */
  byHand(...statements: string[]): void {
    const sqlite = new DatabaseSync(this.#file, { timeout: 10_000 })
    try {
      const triggers = sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all()
      for (const { name } of triggers) sqlite.exec(`DROP TRIGGER ${String(name)}`)
      for (const statement of statements) sqlite.exec(statement)
    } finally {
      sqlite.close()
    }
  }

  /** Rows of the database. */
  query<Row>(sql: string): Row[] {
    const sqlite = new DatabaseSync(this.#file, { readOnly: true })
    try {
      return sqlite.prepare(sql).all() as Row[]
    } finally {
      sqlite.close()
    }
  }

  /** Issues one certificate for each change of the sample order; without any, the sample itself. */
  issue(...changes: Parameters<typeof order>[0][]) {
    const orders = (changes.length > 0 ? changes : [{}]).map((one) => order(one))
    return issueCertificates(this.registry, orders)
  }

  /** What `log verify` finds wrong. */
  async faults() {
    return (await verifyLog(this.registry)).faults
  }

  /** Tree sizes of the checkpoints, in their order. */
  checkpointSizes(): number[] {
    return this.query<{ size: number }>('SELECT size FROM log_checkpoint ORDER BY size').map(
      ({ size }) => size,
    )
  }

  /** A copy of the database file as a backup has it. */
  async backup(): Promise<string> {
    const copy = path.join(this.folder, `backup-${Date.now()}.sqlite`)
    const sqlite = new DatabaseSync(this.#file)
    sqlite.exec(`VACUUM INTO '${copy}'`)
    sqlite.close()
    return copy
  }

  /** Puts the database file back to a backup; the registry must be closed. */
  async restore(copy: string): Promise<void> {
    for (const end of ['', '-wal', '-shm']) await rm(this.#file + end, { force: true })
    await cp(copy, this.#file)
  }

  async remove(): Promise<void> {
    await this.close()
    await rm(this.folder, { recursive: true })
  }

  get #file() {
    return path.join(this.folder, 'naic.sqlite')
  }
}

export const order = (changes: Partial<Order> = {}): Order => ({
  holder: 'Asha Rao',
  domain: 'Web Development',
  duration: '4 Weeks',
  verifiedOn: '2026-03-14',
  reference: undefined,
  email: undefined,
  ...changes,
})
