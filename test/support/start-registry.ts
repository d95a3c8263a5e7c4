import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { readConfig } from '@naic/house/config.ts'
import { councilIssuer, sampleOrders } from '@naic/house/council-issuer.ts'
import type { Database } from '@naic/store/database/database.ts'
import { Outbox } from '@naic/store/mail/outbox.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import { didOf } from '@naic/ledger/format/published-keys.ts'
import { findEvidence } from '@naic/registry/certificate-evidence.ts'
import { revokeKey, rotateKey } from '@naic/registry/change-keys.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import {
  type RevocationReason,
  revokeCertificate,
} from '@naic/registry/issuing/revoke-certificate.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import { StatusList } from '@naic/registry/issuing/status-list-credential.ts'
import { KeyFolder, KeySettings } from '@naic/registry/keys/private-keys.ts'
import { didOfRegistry, keyRanges, type KeyUse } from '@naic/registry/keys/registry-keys.ts'
import { openCheckpointInFolder } from '@naic/registry/log/checkpoint-in-folder.ts'
import type { CheckpointPlace } from '@naic/registry/log/last-checkpoint.ts'
import { TransparencyLog } from '@naic/registry/log/transparency-log.ts'
import { openRegistry } from '@naic/registry/open-registry.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { verifyLog } from '@naic/registry/audit/verify-log.ts'
import { onSqlite, type RegistryDatabase, type RegistryEngine } from './registry-engines.ts'

export const testSite = 'https://naic.example'

/** By engine: a registry that was just made. Making one takes time, so the tests get copies. */
const made = new Map<RegistryEngine, Promise<{ keysFolder: string; copy: string }>>()

/** A registry on a real database in a folder of its own, which can be closed, copied and opened again. */
export class TestRegistry {
  readonly folder: string
  readonly keysFolder: string
  /** What the operator was told to see to. */
  readonly warnings: string[] = []
  /** CREDENTIALS_KEYS and LOG_KEYS of the next opening; without them, the keys are files. */
  keySettings: Record<string, string> = {}
  /** What is put between the registry and its database at the next opening. */
  inFront = (database: Database): Database => database
  readonly #rows: RegistryDatabase
  database!: Database
  registry!: Registry
  readonly #others: Database[] = []
  #isOpen = false

  private constructor(folder: string, engine: RegistryEngine) {
    this.folder = folder
    this.keysFolder = path.join(folder, 'keys')
    this.#rows = engine.at(folder)
  }

  /** A registry that was just made, with its samples. */
  static async start(engine: RegistryEngine = onSqlite): Promise<TestRegistry> {
    const making = made.get(engine) ?? TestRegistry.#make(engine)
    made.set(engine, making)
    const { keysFolder, copy } = await making
    const place = await TestRegistry.#findPlace(engine)
    await cp(keysFolder, place.keysFolder, { recursive: true })
    await place.restore(copy)
    await place.open()
    return place
  }

  static async #findPlace(engine: RegistryEngine, below = tmpdir()): Promise<TestRegistry> {
    return new TestRegistry(await mkdtemp(path.join(below, 'naic-registry-')), engine)
  }

  static async #make(engine: RegistryEngine) {
    const place = await TestRegistry.#findPlace(engine, process.env['MADE_DATA_FOLDERS'])
    await place.open()
    await place.close()
    return { keysFolder: place.keysFolder, copy: await place.backup() }
  }

  /** Where the last checkpoint is: in the folder of the keys, unless a test puts it elsewhere. */
  openCheckpoint = (): Promise<CheckpointPlace> => openCheckpointInFolder(this.keysFolder)

  /** As the server does at its start. */
  async open(siteUrl = testSite): Promise<Registry> {
    const database = this.inFront(await this.#rows.open())
    this.database = database
    this.#isOpen = true
    const given = readConfig(this.keySettings).privateKeys
    this.registry = await openRegistry({
      privateKeys: given ? new KeySettings(given) : await KeyFolder.open(this.keysFolder),
      lastCheckpoint: await this.openCheckpoint(),
      database,
      outbox: new Outbox(database, { send: async () => undefined }, pino({ level: 'silent' })),
      siteUrl,
      issuer: councilIssuer,
      samples: sampleOrders,
      warn: (sentence) => void this.warnings.push(sentence),
    })
    return this.registry
  }

  /** The registry as another copy of the program has it, on the same database; closed with this one. */
  async openCopy(): Promise<Registry> {
    const database = await this.#rows.open()
    this.#others.push(database)
    return { ...this.registry, database, log: this.anotherLog({ database }) }
  }

  async close(): Promise<void> {
    const open = [...this.#others.splice(0), ...(this.#isOpen ? [this.database] : [])]
    for (const one of open) await one.close()
    this.#isOpen = false
  }

  /** Closes, does something to what lies there, and opens again. */
  async reopenAfter(change?: () => unknown): Promise<Registry> {
    await this.close()
    await change?.()
    return this.open()
  }

  /** Changes rows as somebody would who has the machine and knows of the triggers. */
  byHand = (...statements: string[]): Promise<void> => this.#rows.byHand(...statements)
  dropTriggers = (): Promise<void> => this.#rows.dropTriggers()

  /** Rows of the database, by plain SQL that every engine understands. */
  async query<Row>(statement: string): Promise<Row[]> {
    return (await sql.raw<Row>(statement).execute(this.database.read)).rows
  }

  /** Issues one certificate for each change of the sample order; without any, the sample itself. */
  issue(...changes: Parameters<typeof order>[0][]) {
    const orders = (changes.length > 0 ? changes : [{}]).map((one) => order(one))
    return issueCertificates(this.registry, orders, 'meera')
  }

  issueAll = (...changes: Parameters<typeof order>[0][]): Promise<string[]> =>
    issueAt(this.registry, ...changes)

  async issueOne(changes: Parameters<typeof order>[0] = {}): Promise<string> {
    return (await this.issueAll(changes))[0] ?? ''
  }

  revoke = (id: string, reason: RevocationReason = 'wrong details') =>
    revokeCertificate(this.registry, id, reason, 'meera')
  rotateKey = (use: KeyUse) => rotateKey(this.registry, use, 'meera')
  revokeKey = (name: string, from?: number) => revokeKey(this.registry, name, 'meera', from)

  /** The log as another process has it: it remembers nothing. @param changes of what it works with. */
  anotherLog(changes: Partial<ConstructorParameters<typeof TransparencyLog>[1]> = {}) {
    const { database, privateKeys, log } = this.registry
    const parts = { database, privateKeys, lastCheckpoint: log.lastCheckpoint }
    return new TransparencyLog(log.origin, { ...parts, warn: () => undefined, ...changes })
  }

  /** All that a certificate is checked by, as the site serves it. */
  async evidenceOf(id: string) {
    const { registry } = this
    const found = await findEvidence(registry, id)
    if (!found || 'erasedAt' in found) throw new Error(`There is no ${id}.`)
    const { certificate, inclusion, state } = found
    return {
      issuer: didOf(registry.siteUrl),
      credential: certificate.credential as unknown,
      inclusion: inclusion as typeof inclusion | undefined,
      statusList: (await new StatusList(registry).credentialOf(state)) as unknown,
      did: didOfRegistry(registry.siteUrl, state.keys),
      keys: await keyRanges(state.keys, registry.log.origin),
      origin: registry.log.origin,
      now: new Date(),
    }
  }

  faults = async () => (await verifyLog(this.registry)).faults

  async checkpointSizes(): Promise<number[]> {
    const rows = await this.query<{ size: number }>('SELECT size FROM log_checkpoint ORDER BY size')
    return rows.map(({ size }) => size)
  }

  backup = (): Promise<string> => this.#rows.backup()
  restore = (copy: string): Promise<void> => this.#rows.restore(copy)
  /** Takes the database away, as if it had never been; the registry must be closed. */
  removeRows = (): Promise<void> => this.#rows.remove()

  get environment(): Record<string, string> {
    const { folder, keySettings } = this
    return { DATA_DIR: folder, SITE_URL: testSite, ...this.#rows.settings, ...keySettings }
  }

  async remove(): Promise<void> {
    await this.close()
    await this.#rows.remove()
    await rm(this.folder, { recursive: true })
  }
}

/** Appends entries that nothing belongs to. */
export const appendEntries = (log: TransparencyLog, entries: readonly LogEntry[]) =>
  log.append(async () => ({
    result: undefined,
    parts: [{ entries, store: async () => undefined }],
    deed: undefined,
  }))

/** Issues one certificate for each change of the sample order. @returns their IDs. */
export async function issueAt(registry: Registry, ...changes: Parameters<typeof order>[0][]) {
  const orders = changes.map((one) => order(one))
  const result = await issueCertificates(registry, orders, 'meera')
  if (result.state !== 'issued') throw new Error('They were refused.')
  return result.certificates.map(({ id }) => id)
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
