import type { CompiledQuery } from 'kysely'
import { toBase64 } from '@naic/ledger/format/bytes.ts'
import { entryBytes, type LogEntry, noteHash } from '@naic/ledger/format/log-entry.ts'
import { hashLeaf } from '@naic/ledger/format/merkle-tree.ts'
import { ConstraintViolated, type Database } from '@naic/platform/database/database.ts'
import { insertRows } from '@naic/platform/database/insert-rows.ts'
import {
  type CheckKeys,
  type Head,
  KnownKeys,
  type LogState,
  newestCheckpoint,
  openHead,
} from './log-state.ts'
import type { LastCheckpoint } from './last-checkpoint.ts'
import type { LogTree } from './log-tree.ts'
import type { PrivateKeys } from '../keys/private-keys.ts'
import { keysQuery, notesInForce, readKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { signNext, statusListEntry } from './next-checkpoint.ts'
import { growTree, subtreesOf } from './subtree.ts'

/** What is to be appended, made for one state of the registry. */
export type Addition = {
  /** The registry's keys once it is done: the newest of them sign. */
  keys: RegistryKeys
  /** Without those that every addition begins and ends with: checkpoint before, and status list. */
  entries: readonly LogEntry[]
  /** Rows that go with the entries. */
  rows: readonly CompiledQuery[]
}

/** Makes an addition. @param firstIndex of its entries in the log. */
export type Prepare = (firstIndex: number, keys: RegistryKeys) => Promise<Addition>

/** In place of a hash for the first checkpoint, which has none before it. */
export const firstPrevious = '0'.repeat(64)
/** Others may issue at the same time; so often the log may grow between reading and writing. */
const mostAttempts = 20

/** The append-only log behind the certificates. It holds no state: the database does. */
export class TransparencyLog {
  readonly origin: string
  readonly tree: LogTree
  readonly lastCheckpoint: LastCheckpoint
  readonly #database: Database
  readonly #privateKeys: PrivateKeys
  readonly #warn: (sentence: string) => void
  readonly #known = new KnownKeys(() => this.#storedState())

  constructor(
    origin: string,
    parts: {
      database: Database
      tree: LogTree
      privateKeys: PrivateKeys
      lastCheckpoint: LastCheckpoint
      /** Told what the operator should see to, though nothing was refused. */
      warn: (sentence: string) => void
    },
  ) {
    this.origin = origin
    this.tree = parts.tree
    this.#database = parts.database
    this.#privateKeys = parts.privateKeys
    this.lastCheckpoint = parts.lastCheckpoint
    this.#warn = parts.warn
  }

  /**
   * Has no key believed from now on that was not vouched for, whatever the database lists.
   *
   * @param state which was checked.
   * @param check of what comes later.
   */
  trustKeys(state: LogState, check: CheckKeys): void {
    this.#known.trust(state, check)
  }

  /**
   * @throws RegistryRefused when the newest checkpoint is not signed by the log, or a key is not to be
   *   believed.
   */
  async state(): Promise<LogState> {
    const { build, readTogether } = this.#database
    const [[row], keys] = await readTogether([newestCheckpoint(build), keysQuery(build)])
    return this.openState(row, keys)
  }

  /**
   * The state of rows that were read together: the newest checkpoint, if there is one, and the keys.
   *
   * @throws RegistryRefused as `state` does.
   */
  async openState(
    newest: { size: number; note: string } | undefined,
    keys: RegistryKeys,
  ): Promise<LogState> {
    await this.#known.require(keys)
    const { origin } = this
    // What a key signed that was revoked or retired since stands further down; it ends no log.
    const signers = this.#known.isGuarding ? notesInForce(keys, origin) : undefined
    return { head: newest && (await openHead(newest, { keys, origin }, signers)), keys }
  }

  /** @throws RegistryRefused for keys, read just now, that are not to be believed. */
  believe(keys: RegistryKeys): Promise<void> {
    return this.#known.require(keys)
  }

  /** @throws RegistryRefused for keys that are not to be believed. */
  async keys(): Promise<RegistryKeys> {
    const keys = await readKeys(this.#database)
    await this.#known.require(keys)
    return keys
  }

  async #storedState(): Promise<LogState> {
    const { build, readTogether } = this.#database
    const [[row], keys] = await readTogether([newestCheckpoint(build), keysQuery(build)])
    return { head: row && (await openHead(row, { keys, origin: this.origin })), keys }
  }

  /** The head of `state`: undefined for a log that has not been begun. */
  async head(): Promise<Head | undefined> {
    return (await this.state()).head
  }

  /**
   * The log as it stood at an older checkpoint.
   *
   * @returns undefined where no checkpoint has this size.
   * @throws RegistryRefused when the checkpoint is not signed by the log.
   */
  async headOf(size: number): Promise<Head | undefined> {
    const { build, readTogether } = this.#database
    const query = build.selectFrom('log_checkpoint').select(['size', 'note'])
    const ofSize = query.where('size', '=', size).compile()
    const [[row], keys] = await readTogether([ofSize, keysQuery(build)])
    await this.#known.require(keys)
    return row && openHead(row, { keys, origin: this.origin })
  }

  /** As `head`, of a log that has been begun. */
  async begunHead(): Promise<Head> {
    const head = await this.head()
    if (!head) throw new RegistryRefused('The log has not been begun.')
    return head
  }

  /**
   * Checks something of the log's newest state as it is stored, and again where another process has
   * added to the log meanwhile: then what was read does not fit together.
   *
   * @returns the state that was right.
   * @throws RegistryRefused when the check does, or the newest checkpoint is not signed.
   */
  async checkNewest(check: (state: LogState) => Promise<void>): Promise<LogState> {
    for (;;) {
      const state = await this.#storedState()
      try {
        await check(state)
        return state
      } catch (error) {
        const hasGrown = (await this.#storedState()).head?.size !== state.head?.size
        if (!(error instanceof RegistryRefused) || !hasGrown) throw error
      }
    }
  }

  /**
   * Appends entries, with the rows that go with them, under one new checkpoint: all or nothing.
   * When the log has grown since the addition was prepared, it is prepared anew: no key signs
   * that has been retired meanwhile. Copies of the program that share the database wait for one
   * another, so that this is rare.
   *
   * @throws ConstraintViolated when the rows break a rule of their own; RegistryRefused when the
   *   log would not continue what was signed; Unavailable when it could not be written.
   */
  append(prepare: Prepare): Promise<void> {
    return this.#database.inTurn(() => this.#appendNext(prepare))
  }

  async #appendNext(prepare: Prepare): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { head, keys } = await this.state()
      try {
        const first = await beginning(head)
        const addition = await prepare((head?.size ?? 0) + first.length, keys)
        if (addition.entries.length === 0) return
        const entries = [...first, ...addition.entries]
        const last = await statusListEntry(
          { database: this.#database, tree: this.tree },
          head,
          entries,
        )
        await this.#commit({ head, keys }, { ...addition, entries: [...entries, last] })
        return
      } catch (error) {
        // Whatever contradicts an older state of the log may be right for the newest one.
        const isOfState = error instanceof ConstraintViolated || error instanceof RegistryRefused
        const hasGrown = isOfState && (await this.head())?.size !== head?.size
        if (!hasGrown || attempt === mostAttempts) throw error
      }
    }
  }

  async #commit(before: LogState, addition: Addition): Promise<void> {
    const { note, statements } = await this.#statements(before, addition)
    const prepared = await this.lastCheckpoint.prepare(note)
    try {
      await this.#database.atomic(statements)
    } catch (error) {
      await this.lastCheckpoint.discard(prepared)
      throw error
    }
    try {
      await this.lastCheckpoint.follow(() => this.begunHead(), prepared)
    } catch (error) {
      // What is committed is done: told that it failed, the caller would have it done twice. The
      // kept one is behind, as after a crash; until it follows, only a database that is put back to
      // the state between would go unnoticed, and mirrors of the checkpoints notice that too.
      this.#warn(
        `The log has grown, and what was asked for is done, but ${this.lastCheckpoint.place.name} is behind: ${String(error)}. See to it that it can be written; the next addition to the log, or the next start, brings it up to date.`,
      )
    }
  }

  async #statements(
    { head, keys: before }: LogState,
    addition: Addition,
  ): Promise<{ note: string; statements: CompiledQuery[] }> {
    const { keys, entries, rows } = addition
    await this.lastCheckpoint.requireWithin(head, { tree: this.tree, keys, origin: this.origin })
    const size = head?.size ?? 0
    const edge = subtreesOf({ begin: 0, end: size })
    const leaves = await Promise.all(entries.map((entry) => hashLeaf(entryBytes(entry))))
    const gained = await growTree(size, await this.tree.subtreeHashes(edge), leaves)
    const signedAt = new Date().toISOString()
    const checkpoint = {
      size: size + entries.length,
      note: await signNext(
        { origin: this.origin, tree: this.tree, privateKeys: this.#privateKeys },
        { head, size: size + entries.length, gained, before, keys },
      ),
      previous: head ? await noteHash(head.note) : firstPrevious,
      signed_at: signedAt,
    }
    const { build } = this.#database
    const statements = [
      ...rows,
      ...insertRows(
        build,
        'log_entry',
        entries.map((entry, at) => ({
          position: size + at,
          entry: new TextDecoder().decode(entryBytes(entry)),
        })),
      ),
      ...insertRows(
        build,
        'log_node',
        Array.from(gained, ([id, hash]) => ({ id, hash: toBase64(hash) })),
      ),
      build.insertInto('log_checkpoint').values(checkpoint).compile(),
    ]
    return { note: checkpoint.note, statements }
  }
}

/** An addition begins with the checkpoint before it, so that none can be taken out of the chain. */
async function beginning(head: Head | undefined): Promise<LogEntry[]> {
  return head ? [{ v: 2, t: 'checkpoint', h: await noteHash(head.note) }] : []
}
