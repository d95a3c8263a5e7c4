import { type Bytes, concat, utf8 } from '@naic/ledger/format/bytes.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { Registry } from '../registry.ts'
import { consistencyRanges } from './log-tree.ts'
import type { TransparencyLog } from './transparency-log.ts'

/** The log as others mirror it: c2sp.org/tlog-tiles. */

/** A tile of hashes at a level, or one of the entries themselves. */
export type Tile = { level: number | 'entries'; index: number; width: number }

const fullWidth = 256

/**
 * @param path after "tile/", such as "0/x001/067" or "entries/000.p/17".
 * @returns undefined for anything that is not a tile's path in its one right form.
 */
export function parseTilePath(path: string): Tile | undefined {
  const [, level = '', groups = '', last = '', width] =
    /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,4})(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? []
  if (level === '' || groups.startsWith('x000')) return undefined
  const index = Number(groups.replaceAll(/[x/]/g, '') + last)
  const count = width === undefined ? fullWidth : Number(width)
  if ((width !== undefined && count >= fullWidth) || Number(level) > 5) return undefined
  return { level: level === 'entries' ? level : Number(level), index, width: count }
}

export const isFull = ({ width }: Tile): boolean => width === fullWidth

/** @returns undefined when the log has not grown so far. */
export async function readTile(
  { database, log }: Pick<Registry, 'database' | 'log'>,
  { level, index, width }: Tile,
): Promise<Uint8Array | undefined> {
  const head = await log.head()
  const begin = index * fullWidth
  const treeLevel = level === 'entries' ? 0 : level * 8
  if ((begin + width) * 2 ** treeLevel > head.size) return undefined
  if (level !== 'entries') {
    const indices = Array.from({ length: width }, (_, at) => begin + at)
    const subtrees = indices.map((of) => ({ level: treeLevel, index: of }))
    return concat(...(await log.tree.subtreeHashes(subtrees)))
  }
  const rows = await database.read
    .selectFrom('log_entry')
    .select('entry')
    .where(({ between }) => between('position', begin, begin + width - 1))
    .orderBy('position')
    .execute()
  // Each with its length before it, in two bytes, the higher one first.
  const parts = rows.map(({ entry }) => {
    const bytes = utf8(entry)
    return concat(Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes)
  })
  return concat(...parts)
}

/**
 * That a larger log begins with a smaller one, for a client that has both checkpoints.
 *
 * @param from at least 1, and no more than `to`.
 * @returns the hashes as RFC 9162 orders them; undefined where the log is not that large.
 * @throws RegistryRefused when the log is damaged.
 */
export async function proveConsistency(
  log: Pick<TransparencyLog, 'head' | 'tree'>,
  from: number,
  to: number,
): Promise<Bytes[] | undefined> {
  const { size } = await log.head()
  return to > size
    ? undefined
    : log.tree.rangeHashes(consistencyRanges(from, { begin: 0, end: to }))
}

const mostAtATime = 1000

/**
 * The chain of signed checkpoints, a part at a time, oldest first.
 *
 * @param after size of the last one that is known already; 0 to begin.
 * @returns none at the end.
 */
export const readCheckpoints = ({ read }: Pick<Database, 'read'>, after: number) =>
  read
    .selectFrom('log_checkpoint')
    // Without the time of signing, to which no signature holds us.
    .select(['size', 'note', 'previous'])
    .where('size', '>', after)
    .orderBy('size')
    .limit(mostAtATime)
    .execute()

/** A line of JSON for each. */
export const formatCheckpoints = (checkpoints: readonly object[]): string =>
  checkpoints.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`).join('')
