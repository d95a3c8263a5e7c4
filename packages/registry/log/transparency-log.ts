import { type Bytes, toBase64 } from '@naic/ledger/format/bytes.ts'
import { cosignCheckpoint, openCheckpoint, signCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import { entryBytes, type LogEntry, noteHash } from '@naic/ledger/format/log-entry.ts'
import { hashLeaf } from '@naic/ledger/format/merkle-tree.ts'
import { firstPrevious } from '@naic/ledger/walk/log-walk.ts'
import { TreeEdge } from '@naic/ledger/walk/tree-edge.ts'
import type { Database, Transaction } from '@naic/store/database/database.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { type Deed, enterDeed } from '@naic/store/journal/journal.ts'
import type { PrivateKeys } from '../keys/private-keys.ts'
import {
  currentKey,
  isSame,
  isWithin,
  keysQuery,
  logPublicKeys,
  notesInForce,
  originNow,
  readKeys,
  type RegistryKeys,
} from '../keys/registry-keys.ts'
import { Unavailable } from '@naic/store/unavailable.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { type CheckpointPlace, keepNewest, requireContinued } from './last-checkpoint.ts'
import {
  type Head,
  type LogState,
  newestCheckpoint,
  openHead,
  stateQueries,
  type StateRows,
} from './log-state.ts'
import { type Hashes, LogTree, subtreeId, subtreesOf } from './log-tree.ts'
import { statusListEntry } from './signed-status-list.ts'

/** Entries that are to be appended, and what writes the rows that go with them, in their transaction. */
export type Part = {
  entries: readonly LogEntry[]
  store: (transaction: Transaction) => Promise<void>
}

/** What is to be appended, made for one state of the registry. */
type Addition<Result> = {
  /** What `append` returns. */
  result: Result
  /** The registry's keys once it is done, if they change: the newest of them sign. */
  keys?: RegistryKeys
  /**
   * Without the first and the last entry of every addition: the checkpoint before, and the status list.
   * If they have no entries, nothing is done.
   */
  parts: readonly Part[]
  /** What the journal says of it. Nobody has begun the log. */
  deed: (Deed & { who: string }) | undefined
}

/** Nothing is appended. */
export const unchanged = <Result>(result: Result) => ({ result, parts: [], deed: undefined })

/** @param firstIndex of its own entries in the log. */
type Prepare<Result> = (firstIndex: number, keys: RegistryKeys) => Promise<Addition<Result>>

/** Other processes may issue at the same time, so that the log grows between reading and writing. */
const mostAttempts = 20

type Parts = {
  database: Database
  privateKeys: PrivateKeys
  lastCheckpoint: CheckpointPlace
  /** Gets a sentence for the operator when something needs attention, though nothing was refused. */
  warn: (sentence: string) => void
}

/** @throws RegistryRefused unless the newest state rightly follows from the trusted one. */
type CheckKeys = (newest: LogState, trusted: LogState) => Promise<void>

const keysChanged = () =>
  new RegistryRefused(
    'A key, or its revocation, was changed or taken out of the database while the server runs. Restore the newest backup.',
  )

/** The append-only log behind the certificates. All of its state is in the database. */
export class TransparencyLog {
  /** Its name before it was ever restarted; `originNow` is the one that it has. */
  readonly origin: string
  readonly tree: LogTree
  readonly lastCheckpoint: CheckpointPlace
  readonly #parts: Parts
  /** The newest state whose keys were checked, and what checks newer ones. */
  #trusted: { state: LogState; check: CheckKeys } | undefined

  constructor(origin: string, parts: Parts) {
    this.origin = origin
    this.tree = new LogTree(parts.database)
    this.lastCheckpoint = parts.lastCheckpoint
    this.#parts = parts
  }

  /** Until this is called every key is believed, as `log verify` needs it. */
  trustKeys(state: LogState, check: CheckKeys): void {
    this.#trusted = { state, check }
  }

  /**
   * Somebody who can write to the database could list a key of their own at any time, so that a new key
   * is checked as at the start before it is believed.
   *
   * @param keys as they were read just now.
   * @throws RegistryRefused when one is not vouched for, or a trusted one was changed or removed.
   */
  async believe(keys: RegistryKeys): Promise<void> {
    if (!this.#trusted || isSame(keys, this.#trusted.state.keys)) return
    const { state, check } = this.#trusted
    const newest = await this.#storedState()
    if (!isWithin(state.keys, newest.keys)) throw keysChanged()
    if (!isSame(newest.keys, state.keys)) await check(newest, state)
    // Another request may have checked a later state meanwhile.
    if (isWithin(this.#trusted.state.keys, newest.keys)) this.trustKeys(newest, check)
    if (!isWithin(keys, this.#trusted.state.keys)) throw keysChanged()
  }

  /** @throws RegistryRefused for keys that are not to be believed. */
  async keys(): Promise<RegistryKeys> {
    const keys = await readKeys(this.#parts.database)
    await this.believe(keys)
    return keys
  }

  /**
   * @throws RegistryRefused when the newest checkpoint is not signed, a key is not to be believed, or the
   *   log has not been begun.
   */
  state = async (): Promise<LogState> => this.open(await this.#readNewest())

  /** The state of rows that were read together (`stateQueries`). @throws RegistryRefused as `state` does. */
  async open([[newest], keys]: StateRows): Promise<LogState> {
    await this.believe(keys)
    const { origin } = this
    // A retired or revoked key may have signed older checkpoints, and never the newest.
    const signers = this.#trusted ? await notesInForce(keys, origin) : undefined
    return { head: await openHead(newest, { keys, origin }, signers), keys }
  }

  /** @throws RegistryRefused as `state` does. */
  head = async (): Promise<Head> => (await this.state()).head

  /**
   * @returns the checkpoint of a size; undefined if there is none.
   * @throws RegistryRefused when it is not signed by the log.
   */
  async headOf(size: number): Promise<Head | undefined> {
    const { read, readTogether } = this.#parts.database
    const query = read.selectFrom('log_checkpoint').select(['size', 'note'])
    const ofSize = query.where('size', '=', size)
    const [[row], keys] = await readTogether([ofSize, keysQuery(read)])
    await this.believe(keys)
    return row && openHead(row, { keys, origin: this.origin })
  }

  #readNewest() {
    const { read, readTogether } = this.#parts.database
    return readTogether(stateQueries(read))
  }

  /** As it is, whoever of the log's keys signed it. */
  async #storedState(): Promise<LogState> {
    const [[newest], keys] = await this.#readNewest()
    return { head: await openHead(newest, { keys, origin: this.origin }), keys }
  }

  /** @returns undefined before the first addition. */
  async #stateBefore(): Promise<LogState | undefined> {
    const rows = await this.#readNewest()
    return rows[0].length === 0 ? undefined : this.open(rows)
  }

  /**
   * Checks the newest state as it is stored; again if another process has added to the log meanwhile,
   * since then what was read does not fit together.
   *
   * @returns the state that was right.
   * @throws RegistryRefused when the check does, the newest checkpoint is not signed, or the log has not
   *   been begun.
   */
  async checkNewest(check: (state: LogState) => Promise<unknown>): Promise<LogState> {
    for (;;) {
      const state = await this.#storedState()
      try {
        await check(state)
        return state
      } catch (error) {
        const hasGrown = (await this.#storedState()).head.size !== state.head.size
        if (!(error instanceof RegistryRefused) || !hasGrown) throw error
      }
    }
  }

  /**
   * @param state undefined before the first addition.
   * @throws RegistryRefused when it does not continue the checkpoint outside the database.
   */
  requireContinued(state: LogState | undefined): Promise<void> {
    return requireContinued(state, { ...this.#parts, tree: this.tree, origin: this.origin })
  }

  /**
   * Appends entries, with the rows that go with them, under one new checkpoint: all or nothing. When the
   * log has grown since the addition was prepared, it is prepared again, so that no retired key signs.
   *
   * @param how a restart gives the log another name: it alone does not ask for the checkpoint outside
   *   the database, which may be ahead of it, and replaces that.
   * @throws RegistryRefused when the log would not continue what was signed; Unavailable when it could
   *   not be written.
   */
  async append<Result>(
    prepare: Prepare<Result>,
    how: 'continued' | 'restarted' = 'continued',
  ): Promise<Result> {
    const { database } = this.#parts
    for (let attempt = 1; ; attempt += 1) {
      const before = await this.#stateBefore()
      const head = before?.head
      try {
        // The checkpoint before comes first, so that none can be taken out of the chain.
        const first: LogEntry[] = head
          ? [{ v: 2, t: 'checkpoint', h: await noteHash(head.note) }]
          : []
        const firstIndex = (head?.size ?? 0) + first.length
        const addition = await prepare(firstIndex, before?.keys ?? [])
        const own = addition.parts.flatMap((part) => part.entries)
        if (own.length === 0) return addition.result
        const entries = [...first, ...own]
        if (how === 'continued') await this.requireContinued(before)
        const last = await statusListEntry({ database, tree: this.tree }, head, entries)
        if (await this.#commit(before, [...entries, last], addition)) return addition.result
      } catch (error) {
        if (!(error instanceof RegistryRefused)) throw error
        // What contradicts an older state of the log may be right for the newest one.
        if ((await this.#stateBefore())?.head.size === head?.size) throw error
      }
      if (attempt === mostAttempts) {
        throw new Unavailable('Others add to the log all the time. Try again in a moment.')
      }
    }
  }

  /** @returns false if the log has grown since `before`; nothing was done then. */
  async #commit(
    before: LogState | undefined,
    entries: readonly LogEntry[],
    { keys = before?.keys ?? [], parts, deed }: Addition<unknown>,
  ): Promise<boolean> {
    const { note, storeLog } = await this.#signed(before, keys, entries)
    const prepared = await this.lastCheckpoint.prepare(note)
    let isNext = false
    try {
      isNext = await this.#parts.database.write(async (transaction) => {
        const newest = await newestCheckpoint(transaction).executeTakeFirst()
        if (newest?.note !== before?.head.note) return false
        for (const { store } of parts) await store(transaction)
        if (deed) await enterDeed(transaction, deed.who, deed, new Date())
        await storeLog(transaction)
        return true
      })
    } finally {
      if (!isNext) await this.lastCheckpoint.discard(prepared)
    }
    if (!isNext) return false
    try {
      await keepNewest(this.lastCheckpoint, this.head, prepared)
    } catch (error) {
      // The commit is done; if this failed, the caller would do it twice. The kept checkpoint is
      // behind, as after a crash. Until it follows, only a database that is put back to the state
      // between would go unnoticed, and mirrors of the checkpoints notice that too.
      this.#parts.warn(
        `The log has grown, and what was asked for is done, but ${this.lastCheckpoint.name} is behind: ${String(error)}. Make sure that it can be written; the next addition to the log, or the next start, brings it up to date.`,
      )
    }
    return true
  }

  /** @returns the next checkpoint, and what writes it and the entries. */
  async #signed(before: LogState | undefined, keys: RegistryKeys, entries: readonly LogEntry[]) {
    const head = before?.head
    const { tree } = this
    const begin = head?.size ?? 0
    const edge = TreeEdge.of(begin, await tree.subtreeHashes(subtreesOf({ begin: 0, end: begin })))
    const gained = new Map<string, Bytes>()
    for (const entry of entries) {
      const subtrees = (await edge?.add(await hashLeaf(entryBytes(entry)))) ?? []
      for (const subtree of subtrees) gained.set(subtreeId(subtree), subtree.hash)
    }
    const size = begin + entries.length
    const root = await edge?.root()
    if (!root) throw new RangeError('There is nothing to sign.')
    const note = await this.#signNext(before, keys, { size, root }, gained)
    const stored = entries.map((entry, at) => ({
      position: begin + at,
      entry: new TextDecoder().decode(entryBytes(entry)),
    }))
    const nodes = Array.from(gained, ([id, hash]) => ({ id, hash: toBase64(hash) }))
    const checkpoint = {
      size,
      note,
      previous: head ? await noteHash(head.note) : firstPrevious,
      signed_at: new Date().toISOString(),
    }
    return {
      note,
      storeLog: async (transaction: Transaction) => {
        await insertRows(transaction, 'log_entry', stored)
        await insertRows(transaction, 'log_node', nodes)
        await transaction.insertInto('log_checkpoint').values(checkpoint).execute()
      },
    }
  }

  /**
   * Signs the log's next checkpoint if it provably continues the one before. If it announces a new key
   * of the log, the old key signs as well: nobody else can hand over.
   *
   * @param keys as they are going to be.
   * @param gained hashes of the tree that are about to be stored.
   * @throws RegistryRefused when the log was changed, or a private key is missing or another's.
   */
  async #signNext(
    before: LogState | undefined,
    keys: RegistryKeys,
    { size, root }: { size: number; root: Bytes },
    gained: Hashes,
  ): Promise<string> {
    const { privateKeys } = this.#parts
    const origin = originNow(keys, this.origin)
    if (before && !(await this.tree.proveGrowth(before.head, { size, root }, gained))) {
      throw new RegistryRefused(
        'The log was changed in the database: what is there does not continue the last checkpoint. Nothing was signed. Restore the newest backup.',
      )
    }
    const { name, publicKey, sign } = await privateKeys.signer(keys, 'log')
    const note = await signCheckpoint({ origin, size, root }, { name: origin, publicKey }, sign)
    if (!(await openCheckpoint(note, logPublicKeys(keys, this.origin)))) {
      throw new RegistryRefused(`The private key ${name} does not belong to its public key.`)
    }
    if (!before || currentKey(before.keys, 'log').name === name) return note
    const old = await privateKeys.signer(before.keys, 'log')
    return cosignCheckpoint(note, { name: origin, publicKey: old.publicKey }, old.sign)
  }
}
