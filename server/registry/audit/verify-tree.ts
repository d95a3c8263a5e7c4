import { equal, toBase64, utf8 } from '#credential/bytes.ts'
import { type NoteKey, openCheckpoint } from '#credential/checkpoint.ts'
import { type LogEntry, noteHash } from '#credential/log-entry.ts'
import { hashLeaf } from '#credential/merkle-tree.ts'
import type { Registry } from '../registry.ts'
import { serviceOf } from '../keys/key-ranges.ts'
import { publicKeyOf, readKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { growTree, joinSubtrees, subtreeId, subtreesOf } from '../log/subtree.ts'
import { firstPrevious } from '../log/transparency-log.ts'
import { checkpointEntryFaults } from './checkpoint-entries.ts'

/** So many entries are read at a time. */
const rowsAtATime = 1000

/**
 * Builds the tree anew from the entries, checkpoint by checkpoint.
 *
 * @param upTo the size of the last checkpoint to look at.
 * @param announced gets the entries, but for those of checkpoints, which are looked at here.
 * @returns how many entries and checkpoints there are.
 */
export async function verifyTree(
  { database, log }: Registry,
  upTo: number,
  faults: string[],
  announced: Map<number, LogEntry>,
): Promise<{ entries: number; checkpoints: number }> {
  const { build, read } = database
  const keys = signersOf(await readKeys(database), log.origin)
  const chain = build.selectFrom('log_checkpoint').selectAll().where('size', '<=', upTo)
  const rows = await read(chain.orderBy('size').compile())
  let size = 0
  let edge: Uint8Array<ArrayBuffer>[] = []
  let previous = firstPrevious
  const notes = new Map<number, string>()
  for (const row of rows) {
    const leaves: Uint8Array<ArrayBuffer>[] = []
    for (let at = size; at < row.size; at += rowsAtATime) {
      const entries = build
        .selectFrom('log_entry')
        .selectAll()
        .where('position', '>=', at)
        .where('position', '<', Math.min(at + rowsAtATime, row.size))
        .orderBy('position')
      for (const { position, entry } of await read(entries.compile())) {
        leaves.push(await hashLeaf(utf8(entry)))
        announced.set(position, parseEntry(entry))
      }
    }
    if (leaves.length !== row.size - size) {
      faults.push(`Of the entries ${size} to ${row.size - 1} some are missing.`)
      return { entries: announced.size, checkpoints: rows.length }
    }
    const gained = await growTree(size, edge, leaves)
    await compareStored(database, gained, faults)
    const before = new Map(
      subtreesOf({ begin: 0, end: size }).map((s, at) => [subtreeId(s), edge[at]]),
    )
    edge = subtreesOf({ begin: 0, end: row.size }).flatMap(
      (subtree) => gained.get(subtreeId(subtree)) ?? before.get(subtreeId(subtree)) ?? [],
    )
    size = row.size
    const checkpoint = await openCheckpoint(row.note, keys)
    const isOfTree = checkpoint?.size === size && equal(checkpoint.root, await joinSubtrees(edge))
    if (!isOfTree)
      faults.push(`The checkpoint of ${size} entries does not fit the tree or its signature.`)
    if (row.previous !== previous)
      faults.push(`The checkpoint of ${size} entries is not chained to the one before.`)
    previous = await noteHash(row.note)
    notes.set(size, previous)
  }
  const entries = announced.size
  faults.push(...checkpointEntryFaults(announced, notes))
  return { entries, checkpoints: rows.length }
}

/** The log's keys, each for the sizes at which it signed: a retired one must not have come back. */
const signersOf = (keys: RegistryKeys, origin: string): NoteKey[] =>
  keys
    .filter(({ use }) => use === 'log')
    .map((key) => ({
      name: origin,
      publicKey: publicKeyOf(key.public_key),
      sizes: serviceOf(key, keys),
    }))

async function compareStored(
  { build, read }: Registry['database'],
  gained: ReadonlyMap<string, Uint8Array>,
  faults: string[],
) {
  const ids = [...gained.keys()]
  const atATime = 64
  for (let at = 0; at < ids.length; at += atATime) {
    const some = ids.slice(at, at + atATime)
    while (some.length < atATime) some.push('')
    const query = build.selectFrom('log_node').selectAll().where('id', 'in', some)
    const stored = new Map((await read(query.compile())).map(({ id, hash }) => [id, hash]))
    for (const id of some) {
      const hash = gained.get(id)
      if (hash && stored.get(id) !== toBase64(hash))
        faults.push(`The stored hash ${id} of the tree is wrong.`)
    }
  }
}

function parseEntry(text: string): LogEntry {
  try {
    const entry: unknown = JSON.parse(text)
    if (typeof entry === 'object' && entry !== null) return entry as LogEntry
  } catch {
    // As any other text that is none.
  }
  return { v: 1, t: 'key', h: 'not an entry', at: '' }
}
